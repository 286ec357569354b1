<?php

/**
 * OpenEMR's log as 7.0 reaches it.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host\Seven;

use OpenEMR\Common\Logging\EventAuditLogger;

final class Log
{
    public static function write(string $event, string $user, string $group, string $comment, ?int $patientId): void
    {
        EventAuditLogger::instance()->newEvent($event, $user, $group, 1, $comment, $patientId);
    }
}
