<?php

/**
 * Notices requests that store a document, and tells the service as soon as they are answered. OpenEMR has no event for
 * a stored document; the scheduled ping finds whatever passes by here.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Listening;

use OpenEMR\Modules\ArbiterFhir\Ping\ChangePing;
use Throwable;

final class UploadWatch
{
    private bool $isExpecting = false;

    /**
     * Looks whether this request is one of OpenEMR's ways to store a document.
     *
     * @param array<mixed> $server PHP's $_SERVER
     * @param array<mixed> $query PHP's $_GET
     */
    public function watchRequest(array $server, array $query): void
    {
        if (self::isUpload($server, $query)) {
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
        register_shutdown_function(self::look(...));
    }

    /**
     * @param array<mixed> $server
     * @param array<mixed> $query
     */
    public static function isUpload(array $server, array $query): bool
    {
        if (($server['REQUEST_METHOD'] ?? '') !== 'POST') {
            return false;
        }
        $script = is_string($server['SCRIPT_NAME'] ?? null) ? $server['SCRIPT_NAME'] : '';
        if (str_ends_with($script, '/library/ajax/upload.php')) {
            return true;
        }
        if (str_ends_with($script, '/controller.php')) {
            return array_key_exists('document', $query)
                && (array_key_exists('upload', $query) || array_key_exists('move', $query));
        }
        $path = is_string($server['REQUEST_URI'] ?? null) ? explode('?', $server['REQUEST_URI'])[0] : '';
        return preg_match('#/api/patient/[^/]+/document\z#', $path) === 1;
    }

    private static function look(): void
    {
        try {
            if (function_exists('fastcgi_finish_request')) {
                fastcgi_finish_request();
            }
            ChangePing::fromOpenEmr()->send();
        } catch (Throwable $failure) {
            error_log('oe-module-arbiter-fhir: the change ping failed: ' . get_class($failure));
        }
    }
}
