<?php

/**
 * Keeps a listener's failure from reaching the page that fired the event: a chart must open without this module.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Listening;

use Closure;
use Throwable;

/**
 * @template T of object
 */
final class Quiet
{
    /**
     * @param Closure(T): void $listener
     */
    public function __construct(private readonly Closure $listener)
    {
    }

    /**
     * Hears the event; throws nothing and gives it back.
     *
     * @param T $event
     * @return T
     */
    public function hear(object $event): object
    {
        try {
            ($this->listener)($event);
        } catch (Throwable $failure) {
            // The class alone: a message can hold what a chart holds.
            error_log('oe-module-arbiter-fhir: a listener failed: ' . get_class($failure));
        }
        return $event;
    }
}
