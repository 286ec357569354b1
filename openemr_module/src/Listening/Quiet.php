<?php

/**
 * Keeps a listener's failure from reaching the page that fired the event: a chart must open without this module.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Listening;

use Closure;
use Throwable;

final class Quiet
{
    /**
     * The same listener, which throws nothing and gives the event back.
     */
    public static function listener(callable $listener): Closure
    {
        return static function (object $event) use ($listener): object {
            try {
                $listener($event);
            } catch (Throwable $failure) {
                // The class alone: a message can hold what a chart holds.
                error_log('oe-module-arbiter-fhir: a listener failed: ' . get_class($failure));
            }
            return $event;
        };
    }
}
