<?php

/**
 * What the gear in Manage Modules opens, in a frame: the module's administration page.
 */

declare(strict_types=1);

// Nothing of the address or a form means anything to OpenEMR here.
$_GET = $_POST = $_REQUEST = [];

require_once __DIR__ . '/../../../globals.php';

(new OpenEMR\Modules\ArbiterFhir\Page\Gate())->show(OpenEMR\Modules\ArbiterFhir\Page\Mode::Admin);
