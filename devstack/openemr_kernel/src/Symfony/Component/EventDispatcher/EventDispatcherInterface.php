<?php

/** What a module may do with the dispatcher that it is handed. */

declare(strict_types=1);

namespace Symfony\Component\EventDispatcher;

interface EventDispatcherInterface
{
    /**
     * @return void
     */
    public function addListener(string $eventName, callable $listener, int $priority = 0);

    public function dispatch(object $event, ?string $eventName = null): object;

    public function hasListeners(?string $eventName = null): bool;
}
