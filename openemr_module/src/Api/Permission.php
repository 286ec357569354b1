<?php

/**
 * What a permitted request's token will say.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

use OpenEMR\Modules\ArbiterFhir\Sidecar\Scope;

final class Permission
{
    /**
     * @param list<Scope> $scopes
     * @param list<array{int, int}> $categories runs of the document categories that the user may open
     */
    public function __construct(
        public readonly int $userId,
        public readonly ?int $patientId,
        public readonly array $scopes,
        public readonly array $categories,
    ) {
    }
}
