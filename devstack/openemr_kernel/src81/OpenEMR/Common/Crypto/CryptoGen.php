<?php

/** Encrypted values in 8.1: a service container hands this out already, with the methods' names of 7.0. */

declare(strict_types=1);

namespace OpenEMR\Common\Crypto;

class CryptoGen
{
    public function encryptStandard(?string $value): string
    {
        return KernelSeal::close((string) $value);
    }

    public function decryptStandard(?string $value): false|string
    {
        return KernelSeal::open((string) $value);
    }
}
