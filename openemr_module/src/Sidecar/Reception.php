<?php

/**
 * Takes in the answer of one call as cURL brings it: headers, then bytes, either handed on at once or kept.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Sidecar;

use Closure;
use CurlHandle;

final class Reception
{
    /** @var array<string, string> names in lower case */
    public array $headers = [];

    /** What was kept. */
    public string $body = '';

    /** Whether the answer was a stream of events. */
    public bool $hasStreamed = false;

    /** Whether the receiver of the stream went away, which is no fault. */
    public bool $isLeft = false;

    /** Whether more came than an answer may have. */
    public bool $isTooLarge = false;

    /** Whether nothing came for longer than agreed. */
    public bool $isSilent = false;

    /** When bytes came last, in seconds of the machine's running. */
    private float $lastAt;

    /**
     * @param Closure(string): bool|null $onPiece takes the pieces of a successful stream of events; false ends the call
     * @param int $longestSilence in seconds; asked for through `progress` only
     */
    public function __construct(private readonly ?Closure $onPiece = null, private readonly int $longestSilence = 0)
    {
        $this->lastAt = self::seconds();
    }

    /**
     * For CURLOPT_XFERINFOFUNCTION, called at least once a second: anything but 0 ends the call.
     */
    public function progress(): int
    {
        $this->isSilent = self::seconds() - $this->lastAt > $this->longestSilence;
        return $this->isSilent ? 1 : 0;
    }

    /**
     * For CURLOPT_HEADERFUNCTION.
     */
    public function header(CurlHandle $handle, string $line): int
    {
        if (str_starts_with($line, 'HTTP/')) {
            $this->headers = [];
        } elseif (str_contains($line, ':')) {
            [$name, $value] = explode(':', $line, 2);
            $this->headers[strtolower(trim($name))] = trim($value);
        }
        return strlen($line);
    }

    /**
     * For CURLOPT_WRITEFUNCTION: how many bytes were taken; fewer than came ends the call.
     */
    public function piece(CurlHandle $handle, string $piece): int
    {
        $this->lastAt = self::seconds();
        if ($this->onPiece !== null && $this->isStream($handle)) {
            $this->hasStreamed = true;
            $this->isLeft = !($this->onPiece)($piece);
            return $this->isLeft ? 0 : strlen($piece);
        }
        if (strlen($this->body) + strlen($piece) > SidecarClient::LARGEST_BODY) {
            $this->isTooLarge = true;
            return 0;
        }
        $this->body .= $piece;
        return strlen($piece);
    }

    public function reply(CurlHandle $handle): SidecarReply
    {
        return new SidecarReply((int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $this->headers, $this->body);
    }

    private static function seconds(): float
    {
        return hrtime(true) / 1e9;
    }

    private function isStream(CurlHandle $handle): bool
    {
        return (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE) === 200
            && str_starts_with(strtolower($this->headers['content-type'] ?? ''), 'text/event-stream');
    }
}
