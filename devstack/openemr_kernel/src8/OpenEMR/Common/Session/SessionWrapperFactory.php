<?php

/** The way to the session in 8.1+: $_SESSION stays empty there. */

declare(strict_types=1);

namespace OpenEMR\Common\Session;

use Symfony\Component\HttpFoundation\Session\SessionInterface;

class SessionWrapperFactory
{
    private static ?self $instance = null;
    private ?SessionInterface $activeSession = null;

    public static function getInstance(): static
    {
        return self::$instance ??= new self();
    }

    public function setActiveSession(SessionInterface $session): void
    {
        $this->activeSession = $session;
    }

    public function getActiveSession(): SessionInterface
    {
        return $this->activeSession ??= new KernelSession([]);
    }
}
