<?php

/** The form token of 7.0: the session is found, not given. */

declare(strict_types=1);

namespace OpenEMR\Common\Csrf;

class CsrfUtils
{
    public static function collectCsrfToken($subject = 'default')
    {
        if (empty($_SESSION['csrf_private_key'])) {
            return false;
        }
        return substr(hash_hmac('sha256', $subject, $_SESSION['csrf_private_key']), 0, 40);
    }

    public static function verifyCsrfToken($token, $subject = 'default')
    {
        $current = self::collectCsrfToken($subject);
        return !empty($current) && !empty($token) && hash_equals($current, $token);
    }
}
