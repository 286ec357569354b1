<?php

/**
 * Turns every way in which `interface/globals.php` ends a request into one JSON answer. Loaded before any class loader.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Page;

use OpenEMR\Common\Session\SessionTracker;

final class EndpointGuard
{
    /** A question, a note and corrections are short; mappings and thresholds of a large site are well below this. */
    public const LARGEST_BODY = 256 * 1024;

    /** What ends a request without an exception that could be caught. */
    private const FATAL = E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;

    /** What a page asks for again and again by itself while a document is being read. */
    private const LOOKS_AGAIN = 'documents';

    /** Such a request is short; a longer one is not looked into before OpenEMR has let it in. */
    private const LONGEST_LOOK = 1024;

    private bool $hasPassed = false;

    private function __construct(private readonly bool $looksAgain)
    {
    }

    /**
     * The request's body, or as much of it as shows that it is too large: nobody has logged in yet.
     */
    public static function body(): string
    {
        return (string) file_get_contents('php://input', false, null, 0, self::LARGEST_BODY + 1);
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
        // An error's text names files and values; OpenEMR shows it where it is told to.
        ini_set('display_errors', '0');
        // What was decided is noted in OpenEMR's log behind the answer. PHP would end the request at the answer's first
        // byte that nobody takes any more; so a stream ends because its writer is told, not because PHP stops.
        ignore_user_abort(true);
        // 8.1 keeps a session in Redis open, and with it every other request of its user while an answer is streamed.
        if (session_status() === PHP_SESSION_ACTIVE) {
            session_write_close();
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
        if (!$this->hasPassed) {
            $this->end(401, 'E_MODULE_LOGIN', 'Your session has ended, or this module is switched off. Log in again.');
        } elseif (((error_get_last()['type'] ?? 0) & self::FATAL) !== 0) {
            $this->end(500, 'E_MODULE_DEFECT', 'Something went wrong in this module. Try again.');
        }
    }

    private function end(int $status, string $code, string $sentence): void
    {
        while (ob_get_level() > 0 && ob_end_clean()) {
            continue;
        }
        if (headers_sent()) {
            return;
        }
        header_remove('Location');
        http_response_code($status);
        header('Content-Type: application/json; charset=utf-8');
        header('Cache-Control: no-store');
        header('X-Content-Type-Options: nosniff');
        echo json_encode(['error' => ['code' => $code, 'message' => $sentence]]);
    }
}
