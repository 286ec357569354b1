<?php

/**
 * Writes the module's settings as OpenEMR's configuration page would: `php configure.php`, the values as JSON on
 * standard input. The secret is stored encrypted.
 */

declare(strict_types=1);

require_once getenv('ARBITER_KERNEL_FOLDER') . '/src/autoload.php';
KernelClasses::begin((string) getenv('ARBITER_KERNEL_FOLDER'), (int) getenv('ARBITER_KERNEL_GENERATION'));

use OpenEMR\Common\Crypto\KernelSeal;
use OpenEMR\Common\Database\QueryUtils;

foreach (json_decode((string) stream_get_contents(STDIN), true, 4, JSON_THROW_ON_ERROR) as $name => $value) {
    $stored = $name === 'arbiter_fhir_secret' ? KernelSeal::close($value) : (string) $value;
    QueryUtils::sqlStatementThrowException(
        'REPLACE INTO globals (gl_name, gl_index, gl_value) VALUES (?, 0, ?)',
        [$name, $stored],
    );
}
