<?php

/**
 * The three pages of the module.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Page;

enum Mode: string
{
    case Patient = 'patient';
    case Queue = 'queue';
    case Admin = 'admin';

    public function title(): string
    {
        return match ($this) {
            self::Patient => 'Clinical documents',
            self::Queue => 'Review of documents',
            self::Admin => 'Arbiter FHIR administration',
        };
    }
}
