<?php

/**
 * Connection, document types, health and automation, for administrators.
 */

declare(strict_types=1);

$arbiterPid = $_GET['pid'] ?? null;
// Nothing of the address or a form means anything to OpenEMR here: a patient would become the session's where none is
// open yet, "auth" would log in or out.
$_GET = $_POST = $_REQUEST = [];

require_once __DIR__ . '/../../../../globals.php';

(new OpenEMR\Modules\ArbiterFhir\Page\Gate())->show(OpenEMR\Modules\ArbiterFhir\Page\Mode::Admin, $arbiterPid);
