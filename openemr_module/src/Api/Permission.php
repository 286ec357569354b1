<?php

/**
 * What a permitted request's token will say.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

use OpenEMR\Modules\ArbiterFhir\Sidecar\Openings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Scope;

final class Permission
{
    /**
     * @param list<Scope> $scopes
     */
    public function __construct(
        public readonly int $userId,
        public readonly ?int $patientId,
        public readonly array $scopes,
        public readonly Openings $openings,
    ) {
    }
}
