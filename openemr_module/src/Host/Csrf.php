<?php

/**
 * OpenEMR's form token.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

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
            $token = $session === null ? Seven\FormToken::collect() : Eight\FormToken::collect($session);
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
                ? Seven\FormToken::verify($token)
                : Eight\FormToken::verify($token, $session);
        } catch (Throwable) {
            return false;
        }
    }
}
