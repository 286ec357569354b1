<?php

/**
 * Opens settings that OpenEMR has stored encrypted.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

use OpenEMR\BC\ServiceContainer;
use OpenEMR\Common\Crypto\CryptoGen;
use Throwable;

class Crypto
{
    /**
     * The plain text of a stored value; empty where it cannot be opened.
     *
     * 8.2 took `decryptStandard` out of its interface and named the keys' place in the method instead.
     */
    public function open(string $stored): string
    {
        if ($stored === '') {
            return '';
        }
        try {
            if (method_exists(ServiceContainer::class, 'getCrypto')) {
                $crypto = ServiceContainer::getCrypto();
                $plain = method_exists($crypto, 'decryptFromDatabase')
                    ? $crypto->decryptFromDatabase($stored)
                    : $crypto->decryptStandard($stored);
            } else {
                $plain = (new CryptoGen())->decryptStandard($stored);
            }
        } catch (Throwable) {
            return '';
        }
        return is_string($plain) ? trim($plain) : '';
    }
}
