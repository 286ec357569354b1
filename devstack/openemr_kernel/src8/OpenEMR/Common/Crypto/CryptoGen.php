<?php

/** Encrypted values, as 8.2 names the calls. */

declare(strict_types=1);

namespace OpenEMR\Common\Crypto;

class CryptoGen
{
    public function encryptForDatabase(?string $value): string
    {
        return KernelSeal::close((string) $value);
    }

    public function decryptFromDatabase(?string $value, ?int $minimumVersion = null): string
    {
        $plain = KernelSeal::open((string) $value);
        if ($plain === false) {
            throw new CryptoGenException('The value cannot be decrypted.');
        }
        return $plain;
    }
}
