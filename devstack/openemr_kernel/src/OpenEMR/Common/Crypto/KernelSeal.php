<?php

/** Encrypts values with a key of the stand-in's own; three digits in front as in OpenEMR. */

declare(strict_types=1);

namespace OpenEMR\Common\Crypto;

final class KernelSeal
{
    private const VERSION = '006';

    public static function close(string $value): string
    {
        $iv = random_bytes(12);
        $sealed = openssl_encrypt($value, 'aes-256-gcm', self::key(), OPENSSL_RAW_DATA, $iv, $tag);
        return self::VERSION . base64_encode($iv . $tag . $sealed);
    }

    public static function open(string $value): string|false
    {
        $bytes = base64_decode(substr($value, 3), true);
        if (!str_starts_with($value, self::VERSION) || $bytes === false || strlen($bytes) < 28) {
            return false;
        }
        [$iv, $tag, $sealed] = [substr($bytes, 0, 12), substr($bytes, 12, 16), substr($bytes, 28)];
        return openssl_decrypt($sealed, 'aes-256-gcm', self::key(), OPENSSL_RAW_DATA, $iv, $tag);
    }

    private static function key(): string
    {
        return hash('sha256', 'drive key of ' . getenv('ARBITER_KERNEL_ROOT'), true);
    }
}
