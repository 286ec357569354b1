<?php

/**
 * For PHPUnit: the module's classes, OpenEMR's by the stand-in (ARBITER_KERNEL_GENERATION is 7 or 8), and no warning
 * that goes unseen.
 */

declare(strict_types=1);

set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if ((error_reporting() & $level) === 0) {
        return false;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
});

$kernel = dirname(__DIR__, 2) . '/devstack/openemr_kernel';
require_once "$kernel/src/autoload.php";
KernelClasses::begin($kernel, (int) (getenv('ARBITER_KERNEL_GENERATION') ?: 7));
KernelClasses::add('OpenEMR\\Modules\\ArbiterFhir\\Tests\\', __DIR__);
KernelClasses::add('OpenEMR\\Modules\\ArbiterFhir\\', dirname(__DIR__) . '/src');
