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
     * Begins to hold back all output. A request to the endpoint opens no chart: OpenEMR would take a `pid` from the
     * address or a form for the session's patient where none is open yet.
     */
    public static function begin(): self
    {
        unset($_GET['pid'], $_POST['pid'], $_REQUEST['pid'], $_GET['site'], $_REQUEST['site']);
        unset($_GET['auth'], $_REQUEST['auth']);
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
