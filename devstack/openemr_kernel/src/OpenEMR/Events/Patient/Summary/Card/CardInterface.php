<?php

/** What the dashboard wants to know of a card. */

declare(strict_types=1);

namespace OpenEMR\Events\Patient\Summary\Card;

interface CardInterface
{
    public function getBackgroundColorClass(): string;

    public function getTextColorClass(): string;

    public function getTitle(): string;

    public function getIdentifier(): string;

    public function getAcl(): array;

    public function isInitiallyCollapsed(): bool;

    public function canAdd(): bool;

    public function canEdit(): bool;

    public function canCollapse(): bool;

    public function getTemplateFile(): string;

    public function getTemplateVariables(): array;
}
