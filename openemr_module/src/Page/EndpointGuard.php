<?php

/**
 * Turns every way in which `interface/globals.php` ends a request into one JSON answer. Loaded before any class loader.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Page;

final class EndpointGuard
{
    private bool $hasPassed = false;

    private function __construct()
    {
    }

    /**
     * Begins to hold back all output. The endpoint reads the raw body only, so nothing in the address or a form may
     * mean anything to OpenEMR: a `pid` would become the session's patient where none is open yet, `auth` would log
     * out.
     */
    public static function begin(): self
    {
        $_GET = $_POST = $_REQUEST = [];
        $guard = new self();
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
