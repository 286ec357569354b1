<?php

/**
 * Finds the module's own classes (PSR-4) where OpenEMR brings no class loader for modules, as 7.0.0 does not.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir;

final class ClassFiles
{
    /**
     * From here on every class below this namespace is loaded from its file.
     */
    public static function register(): void
    {
        spl_autoload_register(self::load(...));
    }

    private static function load(string $class): void
    {
        $prefix = __NAMESPACE__ . '\\';
        if (!str_starts_with($class, $prefix)) {
            return;
        }
        $file = __DIR__ . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (is_file($file)) {
            require_once $file;
        }
    }
}
