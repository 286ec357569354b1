<?php

/**
 * The service gave no usable answer: unreachable, too slow, cut off, or not its own words.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Sidecar;

use RuntimeException;

final class SidecarFault extends RuntimeException
{
    public const CUT_OFF = 'The answer of the Arbiter FHIR service broke off. Try again.';

    /**
     * @param string $faultCode stable word for programs, E_MODULE_*
     * @param int $status the HTTP status that the browser gets
     */
    public function __construct(public readonly string $faultCode, public readonly int $status, string $sentence)
    {
        parent::__construct($sentence);
    }

    /**
     * From what cURL says.
     */
    public static function ofCurl(int $errorNumber): self
    {
        return match ($errorNumber) {
            CURLE_OPERATION_TIMEDOUT => new self(
                'E_MODULE_TIMEOUT',
                504,
                'The Arbiter FHIR service took too long to answer. Try again; '
                . 'if it stays slow, tell your administrator.',
            ),
            CURLE_SSL_CACERT, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE => new self(
                'E_MODULE_CERTIFICATE',
                502,
                'The certificate of the Arbiter FHIR service is not trusted by this server. '
                . 'Your administrator can name its certificate authority in the settings.',
            ),
            CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_WRITE_ERROR => new self(
                'E_MODULE_CUT_OFF',
                502,
                self::CUT_OFF,
            ),
            default => new self(
                'E_MODULE_UNREACHABLE',
                503,
                'The Arbiter FHIR service cannot be reached. The chart is not affected; tell your administrator '
                . 'if this stays so.',
            ),
        };
    }

    public static function tooLarge(): self
    {
        return new self('E_MODULE_ANSWER', 502, 'The answer of the Arbiter FHIR service is larger than accepted.');
    }

    public static function notUnderstood(): self
    {
        return new self('E_MODULE_ANSWER', 502, 'The answer of the Arbiter FHIR service was not understood.');
    }
}
