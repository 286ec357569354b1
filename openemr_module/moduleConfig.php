<?php

/**
 * What the gear in Manage Modules opens, in a frame: the module's administration page.
 */

declare(strict_types=1);

require_once __DIR__ . '/../../../globals.php';

(new OpenEMR\Modules\ArbiterFhir\Page\Gate())->show(OpenEMR\Modules\ArbiterFhir\Page\Mode::Admin);
