<?php

/** Globals in 7.0.4: the class is there, but its instance is not the one that OpenEMR fills. */

declare(strict_types=1);

namespace OpenEMR\Core;

class OEGlobalsBag
{
    private static ?self $instance = null;

    /**
     * @return self
     */
    public static function getInstance()
    {
        return self::$instance ??= new self();
    }

    public function get(string $key, mixed $default = null): mixed
    {
        return $default;
    }

    public function has(string $key): bool
    {
        return false;
    }
}
