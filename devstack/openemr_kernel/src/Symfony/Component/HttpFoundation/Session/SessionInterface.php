<?php

/** The part of Symfony's session that the module reads. */

declare(strict_types=1);

namespace Symfony\Component\HttpFoundation\Session;

interface SessionInterface
{
    public function has(string $name): bool;

    public function get(string $name, mixed $default = null): mixed;

    public function set(string $name, mixed $value);
}
