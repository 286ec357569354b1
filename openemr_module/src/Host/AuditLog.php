<?php

/**
 * OpenEMR's own log: what was decided or set through this module, so that an administrator finds it where he looks. The
 * service keeps the full account; here are words of ours and numbers only.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

use Throwable;

class AuditLog
{
    public const EVENT = 'arbiter-fhir';

    public function __construct(private readonly SessionAdapter $session)
    {
    }

    /**
     * Writes one entry. What was done is done: a failure to note it is told to the server's log, not to the user.
     */
    public function note(string $comment, ?int $patientId): void
    {
        try {
            $entry = [self::EVENT, $this->session->userName(), $this->session->groupName(), $comment, $patientId];
            Eight\Log::isThere() ? Eight\Log::write(...$entry) : Seven\Log::write(...$entry);
        } catch (Throwable $failure) {
            error_log('oe-module-arbiter-fhir: no entry in the log: ' . get_class($failure));
        }
    }
}
