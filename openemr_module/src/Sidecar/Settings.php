<?php

/**
 * What the administrator entered, checked. A wrong value is told in words, never guessed around.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Sidecar;

use OpenEMR\Modules\ArbiterFhir\Host\Crypto;
use OpenEMR\Modules\ArbiterFhir\Host\GlobalsAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\SessionAdapter;

final class Settings
{
    public const URL = 'arbiter_fhir_url';
    public const SECRET = 'arbiter_fhir_secret';
    public const CA_FILE = 'arbiter_fhir_ca_file';
    public const CONNECT_SECONDS = 'arbiter_fhir_connect_seconds';
    public const ANSWER_SECONDS = 'arbiter_fhir_answer_seconds';
    public const HIDE_BADGES = 'arbiter_fhir_hide_badges';
    public const HIDE_CARD = 'arbiter_fhir_hide_card';

    /** Lowest, usual and highest seconds for a connection: it is made inside a hospital or on the same machine. */
    public const CONNECT_BOUNDS = [1, 3, 30];

    /** Lowest, usual and highest seconds for an answer: a page picture or an answer with a model can take a while. */
    public const ANSWER_BOUNDS = [5, 60, 300];

    /** From the root of the file system, or of a drive. */
    private const WHOLE_PATH = '#\A(?:/|[A-Za-z]:[/\\\\])#';

    /** 32 random bytes, written as hexadecimal digits by `arbiter-fhir module-secret`. */
    private const SECRET_FORM = '/\A[0-9a-fA-F]{64}\z/';

    public function __construct(
        public readonly string $url,
        public readonly string $secret,
        public readonly string $caFile = '',
        public readonly int $connectSeconds = self::CONNECT_BOUNDS[1],
        public readonly int $answerSeconds = self::ANSWER_BOUNDS[1],
        public readonly bool $hidesBadges = false,
        public readonly bool $hidesCard = false,
    ) {
    }

    /**
     * The settings as stored in OpenEMR's globals.
     */
    public static function fromGlobals(GlobalsAdapter $globals, Crypto $crypto): self
    {
        return new self(
            rtrim($globals->text(self::URL), '/'),
            strtolower($crypto->open($globals->text(self::SECRET))),
            $globals->text(self::CA_FILE),
            self::bounded($globals->text(self::CONNECT_SECONDS), self::CONNECT_BOUNDS),
            self::bounded($globals->text(self::ANSWER_SECONDS), self::ANSWER_BOUNDS),
            $globals->text(self::HIDE_BADGES) === '1',
            $globals->text(self::HIDE_CARD) === '1',
        );
    }

    /**
     * What keeps the service from being asked, in plain English; null where nothing does.
     */
    public function problem(): ?string
    {
        if ($this->url === '') {
            return 'The address of the Arbiter FHIR service is not set. '
                . 'Enter it under Administration, Config, Arbiter FHIR.';
        }
        if (!self::isAcceptableUrl($this->url)) {
            return 'The address of the Arbiter FHIR service must begin with https://. '
                . 'Plain http:// is accepted for this same machine only (127.0.0.1, ::1 or localhost).';
        }
        if ($this->secret === '') {
            return 'The secret of the Arbiter FHIR service is not set, or cannot be decrypted. '
                . 'Print it with "arbiter-fhir module-secret" and paste it under Administration, Config, Arbiter FHIR.';
        }
        if (preg_match(self::SECRET_FORM, $this->secret) !== 1) {
            return 'The secret of the Arbiter FHIR service must be 64 hexadecimal digits, '
                . 'as "arbiter-fhir module-secret" prints it.';
        }
        // No address of another kind, which PHP would open as gladly as a file.
        if ($this->caFile !== '' && preg_match(self::WHOLE_PATH, $this->caFile) !== 1) {
            return 'The certificate file of the Arbiter FHIR service must be given with its whole path.';
        }
        if ($this->caFile !== '' && !is_readable($this->caFile)) {
            return 'The certificate file of the Arbiter FHIR service cannot be read by the web server.';
        }
        return null;
    }

    /**
     * https anywhere, http on this machine only; no user, password, query or fragment.
     */
    public static function isAcceptableUrl(string $url): bool
    {
        $parts = parse_url($url);
        if (!is_array($parts) || array_diff(array_keys($parts), ['scheme', 'host', 'port', 'path']) !== []) {
            return false;
        }
        $host = strtolower(trim($parts['host'] ?? '', '[]'));
        if ($host === '' || preg_match('/[\x00-\x20\x7f]/', $url) === 1) {
            return false;
        }
        return match (strtolower($parts['scheme'] ?? '')) {
            'https' => true,
            'http' => self::isLoopback($host),
            default => false,
        };
    }

    private static function isLoopback(string $host): bool
    {
        if ($host === 'localhost' || $host === '::1') {
            return true;
        }
        return filter_var($host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4) !== false && str_starts_with($host, '127.');
    }

    /**
     * @param array{int, int, int} $bounds lowest, usual, highest
     */
    private static function bounded(string $value, array $bounds): int
    {
        $number = SessionAdapter::positive($value);
        return $number === null ? $bounds[1] : max($bounds[0], min($bounds[2], $number));
    }
}
