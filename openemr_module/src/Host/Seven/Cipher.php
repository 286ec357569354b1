<?php

/**
 * Stored values as 7.0 to 8.1 open them.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host\Seven;

use OpenEMR\Common\Crypto\CryptoGen;

final class Cipher
{
    public static function open(string $stored): mixed
    {
        return (new CryptoGen())->decryptStandard($stored);
    }
}
