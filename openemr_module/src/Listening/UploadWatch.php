<?php

/**
 * Notices requests that store, move or delete a document, and tells the service as soon as they are answered. OpenEMR
 * has no event for any of these; the scheduled ping and the service's own watch find whatever passes by here.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Listening;

use OpenEMR\Modules\ArbiterFhir\Host\SessionAdapter;
use OpenEMR\Modules\ArbiterFhir\Ping\ChangePing;
use Throwable;

final class UploadWatch
{
    private bool $isExpecting = false;

    /** @var list<int> documents that this request may change */
    private array $touched = [];

    /**
     * Looks whether this request is one of OpenEMR's ways to store or to change a document.
     *
     * @param array<mixed> $server PHP's $_SERVER
     * @param array<mixed> $query PHP's $_GET
     */
    public function watchRequest(array $server, array $query): void
    {
        $touched = self::touchedDocument($server, $query);
        if ($touched !== null) {
            $this->touched[] = $touched;
        }
        if ($touched !== null || self::isUpload($server, $query)) {
            $this->expect();
        }
    }

    /**
     * A document is about to be stored: look once the request is over.
     */
    public function expect(?object $event = null): void
    {
        if ($this->isExpecting) {
            return;
        }
        $this->isExpecting = true;
        register_shutdown_function($this->look(...));
    }

    /**
     * @param array<mixed> $server
     * @param array<mixed> $query
     */
    public static function isUpload(array $server, array $query): bool
    {
        $script = self::postedTo($server);
        if ($script === null || str_ends_with($script, '/library/ajax/upload.php')) {
            return $script !== null;
        }
        if (str_ends_with($script, '/controller.php')) {
            return array_key_exists('document', $query) && array_key_exists('upload', $query);
        }
        $path = is_string($server['REQUEST_URI'] ?? null) ? explode('?', $server['REQUEST_URI'])[0] : '';
        return preg_match('#/api/patient/[^/]+/document\z#', $path) === 1;
    }

    /**
     * The document that a request moves, renames or deletes; null where it does none of these.
     *
     * @param array<mixed> $server
     * @param array<mixed> $query
     */
    public static function touchedDocument(array $server, array $query): ?int
    {
        $script = self::postedTo($server);
        if ($script === null) {
            return null;
        }
        if (str_ends_with($script, '/interface/patient_file/deleter.php')) {
            return SessionAdapter::positive($query['document'] ?? null);
        }
        $changes = array_key_exists('move', $query) || array_key_exists('update', $query);
        if (str_ends_with($script, '/controller.php') && array_key_exists('document', $query) && $changes) {
            return SessionAdapter::positive($query['document_id'] ?? null);
        }
        return null;
    }

    /**
     * The script that a POST goes to.
     *
     * @param array<mixed> $server
     */
    private static function postedTo(array $server): ?string
    {
        if (($server['REQUEST_METHOD'] ?? '') !== 'POST') {
            return null;
        }
        return is_string($server['SCRIPT_NAME'] ?? null) ? $server['SCRIPT_NAME'] : '';
    }

    private function look(): void
    {
        try {
            if (function_exists('fastcgi_finish_request')) {
                fastcgi_finish_request();
            }
            ChangePing::fromOpenEmr()->send($this->touched);
        } catch (Throwable $failure) {
            error_log('oe-module-arbiter-fhir: the change ping failed: ' . get_class($failure));
        }
    }
}
