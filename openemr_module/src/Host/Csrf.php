<?php

/**
 * OpenEMR's form token. 7.0 finds the session by itself, 8.1+ wants it as an argument; the order of arguments differs.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

use OpenEMR\Common\Csrf\CsrfUtils;
use Throwable;

class Csrf
{
    public function __construct(private readonly SessionAdapter $session)
    {
    }

    /**
     * The token to put into a page; empty where the session has no key, and an empty token is never accepted.
     */
    public function token(): string
    {
        try {
            $session = $this->session->symfonySession();
            $token = $session === null ? CsrfUtils::collectCsrfToken() : CsrfUtils::collectCsrfToken($session);
        } catch (Throwable) {
            return '';
        }
        return is_string($token) ? $token : '';
    }

    /**
     * Whether a request's token is this session's.
     */
    public function accepts(mixed $token): bool
    {
        if (!is_string($token) || $token === '') {
            return false;
        }
        try {
            $session = $this->session->symfonySession();
            return $session === null
                ? (bool) CsrfUtils::verifyCsrfToken($token)
                : (bool) CsrfUtils::verifyCsrfToken($token, $session);
        } catch (Throwable) {
            return false;
        }
    }
}
