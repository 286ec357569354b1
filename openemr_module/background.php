<?php

/**
 * The scheduled task: OpenEMR includes this file and calls the function every minute while somebody is logged in.
 */

declare(strict_types=1);

use OpenEMR\Modules\ArbiterFhir\Ping\ChangePing;

/**
 * Tells the service about new documents. Prints nothing and lets nothing escape: other tasks run behind it.
 */
function arbiter_fhir_change_ping(): void
{
    try {
        ChangePing::fromOpenEmr()->send();
    } catch (Throwable $failure) {
        error_log('oe-module-arbiter-fhir: the change ping failed: ' . get_class($failure));
    }
}
