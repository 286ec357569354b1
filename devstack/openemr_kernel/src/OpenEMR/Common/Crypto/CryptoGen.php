<?php

/** Encrypts settings with a key of the stand-in's own; three digits in front as in OpenEMR. */

declare(strict_types=1);

namespace OpenEMR\Common\Crypto;

class CryptoGen
{
    private const VERSION = '006';

    public function encryptStandard($value, $customPassword = null, $keySource = 'drive')
    {
        $iv = random_bytes(12);
        $sealed = openssl_encrypt((string) $value, 'aes-256-gcm', self::key(), OPENSSL_RAW_DATA, $iv, $tag);
        return self::VERSION . base64_encode($iv . $tag . $sealed);
    }

    public function decryptStandard($value, $customPassword = null, $keySource = 'drive', $minimumVersion = null)
    {
        $bytes = base64_decode(substr((string) $value, 3), true);
        if (!str_starts_with((string) $value, self::VERSION) || $bytes === false || strlen($bytes) < 28) {
            return false;
        }
        [$iv, $tag, $sealed] = [substr($bytes, 0, 12), substr($bytes, 12, 16), substr($bytes, 28)];
        return openssl_decrypt($sealed, 'aes-256-gcm', self::key(), OPENSSL_RAW_DATA, $iv, $tag);
    }

    public function cryptCheckStandard($value)
    {
        return preg_match('/\A00[1-7]/', (string) $value) === 1;
    }

    public function decryptFromDatabase(?string $value, ?int $minimumVersion = null): string
    {
        return (string) $this->decryptStandard($value);
    }

    private static function key(): string
    {
        return hash('sha256', 'drive key of ' . getenv('ARBITER_KERNEL_ROOT'), true);
    }
}
