<?php

/** Listeners by event name, higher priority first, in order of their registration within a priority. */

declare(strict_types=1);

namespace Symfony\Component\EventDispatcher;

class EventDispatcher implements EventDispatcherInterface
{
    /** @var array<string, array<int, list<callable>>> */
    private array $listeners = [];

    public function addListener(string $eventName, callable $listener, int $priority = 0)
    {
        $this->listeners[$eventName][$priority][] = $listener;
        krsort($this->listeners[$eventName]);
    }

    public function dispatch(object $event, ?string $eventName = null): object
    {
        $eventName ??= $event::class;
        foreach ($this->listeners[$eventName] ?? [] as $listeners) {
            foreach ($listeners as $listener) {
                $listener($event, $eventName, $this);
            }
        }
        return $event;
    }

    public function hasListeners(?string $eventName = null): bool
    {
        return $eventName === null ? $this->listeners !== [] : isset($this->listeners[$eventName]);
    }
}
