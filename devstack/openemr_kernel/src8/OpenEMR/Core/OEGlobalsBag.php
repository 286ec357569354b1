<?php

/** Globals in 8.x. */

declare(strict_types=1);

namespace OpenEMR\Core;

class OEGlobalsBag
{
    private static ?self $instance = null;

    public static function getInstance(): static
    {
        return self::$instance ??= new self();
    }

    public function get(string $key, mixed $default = null): mixed
    {
        return array_key_exists($key, $GLOBALS) ? $GLOBALS[$key] : $default;
    }

    public function has(string $key): bool
    {
        return array_key_exists($key, $GLOBALS);
    }
}
