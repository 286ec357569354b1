<?php

/**
 * The form token as 7.0 and 8.0 have it: OpenEMR finds the session by itself.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host\Seven;

use OpenEMR\Common\Csrf\CsrfUtils;

final class FormToken
{
    public static function collect(): mixed
    {
        return CsrfUtils::collectCsrfToken();
    }

    public static function verify(string $token): bool
    {
        return CsrfUtils::verifyCsrfToken($token) === true;
    }
}
