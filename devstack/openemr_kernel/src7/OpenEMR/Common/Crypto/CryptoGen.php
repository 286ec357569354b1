<?php

/** Encrypted values, as 7.0 names the calls. */

declare(strict_types=1);

namespace OpenEMR\Common\Crypto;

class CryptoGen
{
    public function encryptStandard($value, $customPassword = null, $keySource = 'drive')
    {
        return KernelSeal::close((string) $value);
    }

    public function decryptStandard($value, $customPassword = null, $keySource = 'drive', $minimumVersion = null)
    {
        return KernelSeal::open((string) $value);
    }
}
