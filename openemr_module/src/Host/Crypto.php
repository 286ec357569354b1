<?php

/**
 * Opens settings that OpenEMR has stored encrypted.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

use Throwable;

class Crypto
{
    /**
     * The plain text of a stored value; empty where it cannot be opened.
     */
    public function open(string $stored): string
    {
        if ($stored === '') {
            return '';
        }
        try {
            $plain = Eight\Cipher::isThere() ? Eight\Cipher::open($stored) : Seven\Cipher::open($stored);
        } catch (Throwable) {
            return '';
        }
        return is_string($plain) ? trim($plain) : '';
    }
}
