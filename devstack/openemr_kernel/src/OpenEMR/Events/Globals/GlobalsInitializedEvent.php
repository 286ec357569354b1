<?php

/** The configuration page collects its sections. */

declare(strict_types=1);

namespace OpenEMR\Events\Globals;

use OpenEMR\Services\Globals\GlobalsService;
use Symfony\Contracts\EventDispatcher\Event;

class GlobalsInitializedEvent extends Event
{
    const EVENT_HANDLE = 'globals.initialized';

    public function __construct(private GlobalsService $globalsService)
    {
    }

    /**
     * @return GlobalsService
     */
    public function getGlobalsService()
    {
        return $this->globalsService;
    }
}
