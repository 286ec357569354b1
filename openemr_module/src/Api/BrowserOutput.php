<?php

/**
 * Writes to the browser, unbuffered: what a server or PHP would hold back is told not to.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

final class BrowserOutput implements Output
{
    public function begin(int $status, array $headers): void
    {
        // Whatever a core file or another module printed before would corrupt the answer.
        while (ob_get_level() > 0 && ob_end_clean()) {
            continue;
        }
        ini_set('zlib.output_compression', '0');
        ini_set('display_errors', '0');
        header_remove('Location');
        http_response_code($status);
        foreach ($headers as $name => $value) {
            header("$name: $value", true);
        }
    }

    public function write(string $bytes): bool
    {
        echo $bytes;
        flush();
        return connection_aborted() === 0;
    }
}
