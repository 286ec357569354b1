<?php

/**
 * Runs the module's scheduled task once, as OpenEMR's scheduler does on the command line: no user, no session.
 */

declare(strict_types=1);

$_SERVER['SCRIPT_NAME'] = '/library/ajax/execute_background_services.php';
$_GET['site'] = getenv('ARBITER_KERNEL_SITE');
$ignoreAuth = true;
require_once getenv('ARBITER_KERNEL_ROOT') . '/web/interface/globals.php';

use OpenEMR\Common\Database\QueryUtils;

$tasks = QueryUtils::fetchRecords(
    "SELECT * FROM background_services WHERE name = 'Arbiter_FHIR_Ping' AND active = 1",
);
foreach ($tasks as $task) {
    require_once $GLOBALS['fileroot'] . $task['require_once'];
    $task['function']();
}
