<?php

/** The stand-in's session: values read once, as OpenEMR's read-and-close sessions. */

declare(strict_types=1);

namespace OpenEMR\Common\Session;

use Symfony\Component\HttpFoundation\Session\SessionInterface;

class KernelSession implements SessionInterface
{
    /**
     * @param array<string, mixed> $values
     */
    public function __construct(private array $values)
    {
    }

    public function has(string $name): bool
    {
        return array_key_exists($name, $this->values);
    }

    public function get(string $name, mixed $default = null): mixed
    {
        return $this->values[$name] ?? $default;
    }

    public function set(string $name, mixed $value)
    {
        $this->values[$name] = $value;
    }
}
