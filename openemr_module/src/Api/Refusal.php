<?php

/**
 * The module itself says no: a stable code, the HTTP status, a sentence for people.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

use RuntimeException;

final class Refusal extends RuntimeException
{
    public function __construct(public readonly string $refusalCode, public readonly int $status, string $sentence)
    {
        parent::__construct($sentence);
    }

    public static function login(): self
    {
        return new self('E_MODULE_LOGIN', 401, 'Your session has ended. Log in again.');
    }

    public static function rights(): self
    {
        return new self('E_MODULE_RIGHTS', 403, 'Your user may not do this. Ask your administrator for the right.');
    }

    public static function form(): self
    {
        return new self('E_MODULE_FORM', 403, 'This page is no longer valid. Load it again.');
    }

    public static function otherPatient(): self
    {
        return new self(
            'E_MODULE_OTHER_PATIENT',
            409,
            'Another patient has been opened in this session. Open this patient again before you go on.',
        );
    }

    public static function request(string $sentence): self
    {
        return new self('E_MODULE_REQUEST', 400, $sentence);
    }

    public static function settings(string $sentence): self
    {
        return new self('E_MODULE_SETTINGS', 503, $sentence);
    }
}
