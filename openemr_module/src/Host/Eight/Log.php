<?php

/**
 * OpenEMR's log as 8.0 and newer reach it.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host\Eight;

use OpenEMR\Common\Logging\EventAuditLogger;
use OpenEMR\Modules\ArbiterFhir\Host\Installed;

final class Log
{
    public static function isThere(): bool
    {
        return Installed::has(EventAuditLogger::class, 'getInstance');
    }

    public static function write(string $event, string $user, string $group, string $comment, ?int $patientId): void
    {
        EventAuditLogger::getInstance()->newEvent($event, $user, $group, 1, $comment, $patientId);
    }
}
