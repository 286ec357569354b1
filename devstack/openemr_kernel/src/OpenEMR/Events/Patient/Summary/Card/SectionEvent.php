<?php

/** A column of the dashboard asks for cards. */

declare(strict_types=1);

namespace OpenEMR\Events\Patient\Summary\Card;

use DomainException;
use Symfony\Contracts\EventDispatcher\Event;

class SectionEvent extends Event
{
    const EVENT_HANDLE = 'section.render';

    private array $cards = [];

    public function __construct(private string $section)
    {
    }

    public function getSection(): string
    {
        return $this->section;
    }

    public function getCards(): array
    {
        return $this->cards;
    }

    public function addCard(CardInterface $card, $position = null): void
    {
        foreach ($this->cards as $present) {
            if ($present->getIdentifier() === $card->getIdentifier()) {
                throw new DomainException('The card is there already.');
            }
        }
        array_splice($this->cards, $position ?? -1, 0, [$card]);
    }
}
