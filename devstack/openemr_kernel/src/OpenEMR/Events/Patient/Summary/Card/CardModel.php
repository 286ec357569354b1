<?php

/** A card made of options; names that it does not know are ignored, as in OpenEMR. */

declare(strict_types=1);

namespace OpenEMR\Events\Patient\Summary\Card;

class CardModel implements CardInterface
{
    private array $opts = [
        'backgroundColorClass' => '', 'textColorClass' => '', 'title' => '', 'identifier' => '', 'acl' => [],
        'initiallyCollapsed' => false, 'add' => true, 'edit' => false, 'collapse' => true,
        'templateFile' => '', 'templateVariables' => [],
    ];

    public function __construct(array $opts)
    {
        $this->opts = array_intersect_key($opts, $this->opts) + $this->opts;
    }

    public function getBackgroundColorClass(): string
    {
        return $this->opts['backgroundColorClass'];
    }

    public function getTextColorClass(): string
    {
        return $this->opts['textColorClass'];
    }

    public function getTitle(): string
    {
        return $this->opts['title'];
    }

    public function getIdentifier(): string
    {
        return $this->opts['identifier'];
    }

    public function getAcl(): array
    {
        return $this->opts['acl'];
    }

    public function isInitiallyCollapsed(): bool
    {
        return $this->opts['initiallyCollapsed'];
    }

    public function canAdd(): bool
    {
        return $this->opts['add'];
    }

    public function canEdit(): bool
    {
        return $this->opts['edit'];
    }

    public function canCollapse(): bool
    {
        return $this->opts['collapse'];
    }

    public function getTemplateFile(): string
    {
        return $this->opts['templateFile'];
    }

    public function getTemplateVariables(): array
    {
        return $this->opts['templateVariables'];
    }
}
