<?php

/** Holds the event dispatcher. */

declare(strict_types=1);

namespace OpenEMR\Core;

use Symfony\Component\EventDispatcher\EventDispatcher;

class Kernel
{
    private EventDispatcher $dispatcher;

    public function __construct()
    {
        $this->dispatcher = new EventDispatcher();
    }

    public function getEventDispatcher()
    {
        return $this->dispatcher;
    }

    public function isDev()
    {
        return false;
    }
}
