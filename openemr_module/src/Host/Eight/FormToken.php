<?php

/**
 * The form token as 8.1 and newer have it: of the session that is handed over.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host\Eight;

use OpenEMR\Common\Csrf\CsrfUtils;
use Symfony\Component\HttpFoundation\Session\SessionInterface;

final class FormToken
{
    public static function collect(SessionInterface $session): string
    {
        return CsrfUtils::collectCsrfToken($session);
    }

    public static function verify(string $token, SessionInterface $session): bool
    {
        return CsrfUtils::verifyCsrfToken($token, $session);
    }
}
