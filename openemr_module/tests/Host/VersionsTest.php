<?php

/**
 * 8.0 and 8.1 mix what 7.0 and 8.2 have. Each is played in a process of its own, its differences laid over the
 * stand-in's 7 or 8.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Host;

use PHPUnit\Framework\TestCase;

final class VersionsTest extends TestCase
{
    public function testEachVersionsSessionFormTokenSettingsAndLogAreFound(): void
    {
        $expected = ['7 drvance', true, false, 'a secret', 'x', ['arbiter-fhir', 'drvance', 'Default', 1, 'noted', 4]];
        self::assertSame($expected, self::found([], 7), '7.0');
        self::assertSame($expected, self::found(['80'], 7), '8.0');
        self::assertSame($expected, self::found(['81'], 8), '8.1');
        self::assertSame($expected, self::found([], 8), '8.2');
    }

    /**
     * @param list<string> $mixes folders of the stand-in that come before the generation's own
     * @return array<mixed>
     */
    private static function found(array $mixes, int $generation): array
    {
        $module = dirname(__DIR__, 2);
        $kernel = dirname(__DIR__, 3) . '/devstack/openemr_kernel';
        $script = "require '$kernel/src/autoload.php';";
        foreach ($mixes as $mix) {
            $script .= "KernelClasses::add('OpenEMR\\\\', '$kernel/src$mix/OpenEMR');";
        }
        $script .= "KernelClasses::begin('$kernel', $generation);"
            . "KernelClasses::add('OpenEMR\\\\Modules\\\\ArbiterFhir\\\\', '$module/src');"
            . "require '$module/tests/Host/in_a_version.php';";
        exec(escapeshellarg(PHP_BINARY) . ' -r ' . escapeshellarg($script) . ' 2>&1', $lines);
        return json_decode(implode("\n", $lines), true) ?? $lines;
    }
}
