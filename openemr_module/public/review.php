<?php

/**
 * The review queue of the whole site.
 */

declare(strict_types=1);

$arbiterPid = $_GET['pid'] ?? null;
// A page of the module opens no chart: OpenEMR would take it for the session's patient where none is open yet.
unset($_GET['pid'], $_REQUEST['pid']);

require_once __DIR__ . '/../../../../globals.php';

(new OpenEMR\Modules\ArbiterFhir\Page\Gate())->show(OpenEMR\Modules\ArbiterFhir\Page\Mode::Queue, $arbiterPid);
