<?php

/** 8.0 has the factory, but what it gives is the session of $_SESSION, and no session is "active". */

declare(strict_types=1);

namespace OpenEMR\Common\Session;

class SessionWrapperFactory
{
    private static ?self $instance = null;

    public static function getInstance(): static
    {
        return self::$instance ??= new self();
    }

    public function getWrapper(array $initData = []): never
    {
        throw new \LogicException('The module has no business here.');
    }
}
