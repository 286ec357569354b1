<?php

/** Where 8.2 keeps its services. */

declare(strict_types=1);

namespace OpenEMR\BC;

use OpenEMR\Common\Crypto\CryptoGen;

class ServiceContainer
{
    public static function getCrypto(): CryptoGen
    {
        return new CryptoGen();
    }
}
