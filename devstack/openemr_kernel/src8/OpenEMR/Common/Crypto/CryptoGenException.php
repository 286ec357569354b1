<?php

/** A value cannot be decrypted (8.2). */

declare(strict_types=1);

namespace OpenEMR\Common\Crypto;

use RuntimeException;

class CryptoGenException extends RuntimeException
{
}
