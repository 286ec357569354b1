<?php

/**
 * The module's one endpoint: JSON in, JSON, events or a picture out. See src/Api/ApiController.php.
 */

declare(strict_types=1);

require_once __DIR__ . '/../src/Page/EndpointGuard.php';

use OpenEMR\Modules\ArbiterFhir\Page\EndpointGuard;
use OpenEMR\Modules\ArbiterFhir\Page\Gate;

$arbiterBody = EndpointGuard::body();
$arbiterGuard = EndpointGuard::begin($arbiterBody);
try {
    require_once __DIR__ . '/../../../../globals.php';
    $arbiterGuard->passed();
} catch (Throwable) {
    $arbiterGuard->refuse();
}
$arbiterMethod = $_SERVER['REQUEST_METHOD'] ?? '';
(new Gate())->api()->answer(is_string($arbiterMethod) ? $arbiterMethod : '', $arbiterBody);
