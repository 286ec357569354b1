<?php

/** The part of Symfony's event that OpenEMR's events inherit. */

declare(strict_types=1);

namespace Symfony\Contracts\EventDispatcher;

class Event
{
    private bool $stopped = false;

    public function isPropagationStopped(): bool
    {
        return $this->stopped;
    }

    public function stopPropagation(): void
    {
        $this->stopped = true;
    }
}
