<?php

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests;

use ModuleManagerListener;
use PHPUnit\Framework\TestCase;

final class ModuleManagerListenerTest extends TestCase
{
    public static function setUpBeforeClass(): void
    {
        require_once dirname(__DIR__) . '/ModuleManagerListener.php';
    }

    public function testAnActionThatIsNotItsOwnKeepsItsStatus(): void
    {
        $listener = ModuleManagerListener::initListenerSelf();
        foreach (['preenable', 'disable', 'help_requested', 'reset_module', ''] as $action) {
            self::assertSame('Given', $listener->moduleManagerAction($action, '6', 'Given'));
        }
    }

    public function testAFailureBecomesASentenceWithoutItsMessage(): void
    {
        // There is no database here: every step that needs one fails.
        foreach (['install', 'enable', 'upgrade_sql', 'unregister'] as $action) {
            $told = ModuleManagerListener::initListenerSelf()->moduleManagerAction($action, '6', 'Given');
            self::assertStringStartsWith('Arbiter FHIR: this step failed (PDOException)', $told);
        }
    }

    public function testNamesTheNamespaceOfItsClasses(): void
    {
        self::assertSame('OpenEMR\\Modules\\ArbiterFhir\\', ModuleManagerListener::getModuleNamespace());
    }
}
