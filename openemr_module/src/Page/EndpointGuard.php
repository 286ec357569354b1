<?php

/**
 * Turns every way in which `interface/globals.php` ends a request into one JSON answer. Loaded before any class loader.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Page;

use OpenEMR\Common\Session\SessionTracker;

final class EndpointGuard
{
    /** What a page asks for again and again by itself while a document is being read. */
    private const LOOKS_AGAIN = 'documents';

    /** Such a request is short; a longer one is not looked into before OpenEMR has let it in. */
    private const LONGEST_LOOK = 1024;

    private bool $hasPassed = false;

    private function __construct(private readonly bool $looksAgain)
    {
    }

    /**
     * Begins to hold back all output. The endpoint reads the raw body only, so nothing in the address or a form may
     * mean anything to OpenEMR: a `pid` would become the session's patient where none is open yet, `auth` would log
     * out.
     */
    public static function begin(string $body): self
    {
        $_GET = $_POST = $_REQUEST = [];
        $guard = new self(self::isLookAgain($body));
        if ($guard->looksAgain) {
            // A page left open must not keep its user logged in for ever.
            $_REQUEST['skip_timeout_reset'] = '1';
        }
        ob_start();
        register_shutdown_function($guard->finish(...));
        return $guard;
    }

    /**
     * OpenEMR has let the request through, and the module is loaded.
     */
    public function passed(): void
    {
        if (!class_exists(Gate::class)) {
            $this->refuse();
        }
        // 7.0 does not even look at the time of a request that is not to reset it.
        if ($this->looksAgain && SessionTracker::isSessionExpired()) {
            $this->refuse();
        }
        $this->hasPassed = true;
    }

    /**
     * Ends the request: nobody is logged in, or the module is switched off.
     */
    public function refuse(): never
    {
        $this->finish();
        $this->hasPassed = true;
        exit;
    }

    private static function isLookAgain(string $body): bool
    {
        $fields = strlen($body) <= self::LONGEST_LOOK ? json_decode($body, true, 8) : null;
        return is_array($fields) && ($fields['action'] ?? null) === self::LOOKS_AGAIN;
    }

    private function finish(): void
    {
        if ($this->hasPassed) {
            return;
        }
        while (ob_get_level() > 0 && ob_end_clean()) {
            continue;
        }
        if (headers_sent()) {
            return;
        }
        header_remove('Location');
        http_response_code(401);
        header('Content-Type: application/json; charset=utf-8');
        header('Cache-Control: no-store');
        header('X-Content-Type-Options: nosniff');
        echo '{"error":{"code":"E_MODULE_LOGIN","message":"Your session has ended, or this module is switched off. '
            . 'Log in again."}}';
    }
}
