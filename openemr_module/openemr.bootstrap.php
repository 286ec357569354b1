<?php

/**
 * Included by OpenEMR on every request while the module is enabled, API requests and downloads too. Prints nothing (a
 * stray byte ends up in front of a download) and lets nothing escape (before 8.0 an Error here takes the site down).
 */

declare(strict_types=1);

try {
    (static function (mixed $classLoader, mixed $eventDispatcher): void {
        if ($classLoader instanceof OpenEMR\Core\ModulesClassLoader) {
            $classLoader->registerNamespaceIfNotExists('OpenEMR\\Modules\\ArbiterFhir\\', __DIR__ . '/src');
        } else {
            // 7.0.0 hands no class loader over.
            require_once __DIR__ . '/src/ClassFiles.php';
            OpenEMR\Modules\ArbiterFhir\ClassFiles::register();
        }
        if (!$eventDispatcher instanceof Symfony\Component\EventDispatcher\EventDispatcherInterface) {
            throw new UnexpectedValueException('OpenEMR handed no event dispatcher over.');
        }
        (new OpenEMR\Modules\ArbiterFhir\Bootstrap($eventDispatcher))->subscribe();
    })($classLoader ?? null, $eventDispatcher ?? null);
} catch (Throwable $failure) {
    // The class alone: a message can hold what a request held.
    error_log('oe-module-arbiter-fhir could not start: ' . get_class($failure));
}
