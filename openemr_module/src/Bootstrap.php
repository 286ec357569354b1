<?php

/**
 * Hangs the module into OpenEMR's events. Nothing is read, asked or decrypted before an event needs it.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir;

use OpenEMR\Events\Core\TwigEnvironmentEvent;
use OpenEMR\Events\Globals\GlobalsInitializedEvent;
use OpenEMR\Events\Patient\Summary\Card\SectionEvent;
use OpenEMR\Events\PatientDemographics\RenderEvent;
use OpenEMR\Events\PatientDocuments\PatientDocumentStoreOffsite;
use OpenEMR\Events\PatientDocuments\PatientDocumentTreeViewFilterEvent;
use OpenEMR\Menu\MenuEvent;
use OpenEMR\Menu\PatientMenuEvent;
use OpenEMR\Modules\ArbiterFhir\Listening\DashboardCard;
use OpenEMR\Modules\ArbiterFhir\Listening\DocumentTreeBadge;
use OpenEMR\Modules\ArbiterFhir\Listening\MenuItems;
use OpenEMR\Modules\ArbiterFhir\Listening\Quiet;
use OpenEMR\Modules\ArbiterFhir\Listening\SettingsSection;
use OpenEMR\Modules\ArbiterFhir\Listening\UploadWatch;

final class Bootstrap
{
    /**
     * @param object $dispatcher Symfony's event dispatcher, as OpenEMR hands it over
     */
    public function __construct(private readonly object $dispatcher)
    {
    }

    /**
     * Registers every listener that this version of OpenEMR has an event for.
     */
    public function subscribe(): void
    {
        $card = new DashboardCard();
        $menu = new MenuItems();
        $this->listen(GlobalsInitializedEvent::class, 'EVENT_HANDLE', (new SettingsSection())->add(...));
        $this->listen(TwigEnvironmentEvent::class, 'EVENT_CREATED', $card->addTemplates(...));
        if (class_exists(SectionEvent::class)) {
            $this->listen(SectionEvent::class, 'EVENT_HANDLE', $card->addToSection(...));
        } else {
            $this->listen(RenderEvent::class, 'EVENT_SECTION_LIST_RENDER_AFTER', $card->printAfterSections(...));
        }
        $this->listen(MenuEvent::class, 'MENU_UPDATE', $menu->addToMain(...));
        $this->listen(PatientMenuEvent::class, 'MENU_UPDATE', $menu->addToPatient(...));
        $this->listen(
            PatientDocumentTreeViewFilterEvent::class,
            'EVENT_NAME',
            (new DocumentTreeBadge())->decorate(...),
        );
        $watch = new UploadWatch();
        $this->listen(PatientDocumentStoreOffsite::class, 'REMOTE_STORAGE_LOCATION', $watch->expect(...));
        $watch->watchRequest($_SERVER, $_GET);
    }

    private function listen(string $class, string $constant, callable $listener): void
    {
        if (class_exists($class) && defined("$class::$constant")) {
            $this->dispatcher->addListener(constant("$class::$constant"), Quiet::listener($listener));
        }
    }
}
