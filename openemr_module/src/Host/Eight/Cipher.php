<?php

/**
 * Stored values as 8.2 and newer open them: the method's name says where the keys are.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host\Eight;

use OpenEMR\BC\ServiceContainer;
use OpenEMR\Common\Crypto\CryptoGen;
use OpenEMR\Modules\ArbiterFhir\Host\Installed;

final class Cipher
{
    public static function isThere(): bool
    {
        return Installed::has(CryptoGen::class, 'decryptFromDatabase');
    }

    public static function open(string $stored): string
    {
        return ServiceContainer::getCrypto()->decryptFromDatabase($stored);
    }
}
