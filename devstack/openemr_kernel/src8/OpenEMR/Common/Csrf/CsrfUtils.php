<?php

/** The form token of 8.x: the session is an argument. */

declare(strict_types=1);

namespace OpenEMR\Common\Csrf;

use RuntimeException;
use Symfony\Component\HttpFoundation\Session\SessionInterface;

class CsrfUtils
{
    public static function collectCsrfToken(SessionInterface $session, string $subject = 'default'): string
    {
        $key = (string) $session->get('csrf_private_key');
        if ($key === '') {
            throw new RuntimeException('OpenEMR is potentially not secure because CSRF key is empty.');
        }
        return substr(hash_hmac('sha256', $subject, $key), 0, 40);
    }

    public static function verifyCsrfToken($token, SessionInterface $session, string $subject = 'default'): bool
    {
        $current = self::collectCsrfToken($session, $subject);
        return !in_array($token, [null, '', false], true) && hash_equals($current, $token);
    }
}
