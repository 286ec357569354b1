<?php

/**
 * What only a whole process shows: how a request of the endpoint ends, and what it holds while it is answered.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Page;

use PHPUnit\Framework\TestCase;

final class EndpointGuardTest extends TestCase
{
    public function testTheSessionIsFreeBeforeTheAnswerBegins(): void
    {
        $folder = sys_get_temp_dir();
        $ended = $this->ended(
            "session_save_path('$folder'); session_id('arbiterguardtest'); session_start();",
            'echo session_status() === PHP_SESSION_NONE ? "free" : "held";',
        );
        @unlink("$folder/sess_arbiterguardtest");
        self::assertSame('free', $ended);
    }

    public function testWhatWasBegunIsFinishedAlsoForWhoeverHasLeft(): void
    {
        self::assertSame('finished', $this->ended('', 'echo ignore_user_abort() === 1 ? "finished" : "cut off";'));
    }

    public function testAFatalErrorBecomesTheModulesOwnAnswerAndNamesNoFile(): void
    {
        $ended = $this->ended('ini_set("display_errors", "1");', '(function (): int { return "none"; })();');
        self::assertSame('E_MODULE_DEFECT', json_decode($ended, true)['error']['code'] ?? $ended);
    }

    public function testWhoeverIsNotLetInGetsTheSameAnswerHoweverTheRequestEnds(): void
    {
        foreach (['exit;', 'echo "<script>"; exit;', 'throw new Exception("secret");'] as $end) {
            $ended = $this->ended($end, '');
            self::assertSame('E_MODULE_LOGIN', json_decode($ended, true)['error']['code'] ?? $ended);
        }
    }

    public function testNothingOfTheAddressOrAFormReachesOpenEmr(): void
    {
        $ended = $this->ended('$seen = [$_GET, $_POST, $_REQUEST];', 'echo json_encode($seen);');
        self::assertSame('[[],[],[]]', $ended);
    }

    /**
     * @param string $inside what OpenEMR does before it lets the request through
     * @param string $after what happens then
     */
    private function ended(string $inside, string $after): string
    {
        $module = dirname(__DIR__, 2);
        $kernel = dirname(__DIR__, 3) . '/devstack/openemr_kernel/src/autoload.php';
        $script = "\$_GET = \$_POST = \$_REQUEST = ['pid' => '4'];"
            . "require '$kernel'; require '$module/src/Page/EndpointGuard.php';"
            . "KernelClasses::add('OpenEMR\\\\Modules\\\\ArbiterFhir\\\\', '$module/src');"
            . "KernelClasses::begin(dirname('$kernel', 2), 7);"
            . '$guard = OpenEMR\Modules\ArbiterFhir\Page\EndpointGuard::begin("{}");'
            . "try { $inside \$guard->passed(); } catch (Throwable) { \$guard->refuse(); } $after";
        $php = escapeshellarg(PHP_BINARY) . ' -d error_log=/dev/null';
        exec("$php -r " . escapeshellarg($script) . ' 2>/dev/null', $lines);
        return implode("\n", $lines);
    }
}
