<?php

/**
 * What the installed OpenEMR has. Versions mix old and new ways (8.0 logs as 8.2 does but knows no session object), so
 * each way is asked for by itself, never a version's number.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

final class Installed
{
    /**
     * Whether there is such a class with such a method.
     */
    public static function has(string $class, string $method): bool
    {
        return class_exists($class) && method_exists($class, $method);
    }
}
