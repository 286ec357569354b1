<?php

/**
 * What a token lets its holder do; the words are the service's own.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Sidecar;

enum Scope: string
{
    case Query = 'query';
    case Ingest = 'ingest';
    case Review = 'review';
    case Admin = 'admin';
}
