<?php

/**
 * Calls the service over HTTP from the server's side, one token for one call. Follows no redirect, keeps no cookie.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Sidecar;

use CurlHandle;

class SidecarClient
{
    /** A page picture of 2000 pixels' width stays well below; anything larger is not an answer. */
    public const LARGEST_BODY = 32 * 1024 * 1024;

    /** The longest whole life of a stream; the service itself ends its questions earlier. */
    public const STREAM_SECONDS = 600;

    public function __construct(private readonly Settings $settings)
    {
    }

    /**
     * One call, the whole answer.
     *
     * @param string $path begins with a slash; every part of it is a number or a fixed word
     * @param array<string, mixed>|null $body sent as JSON; null sends none
     * @param int|null $seconds a shorter limit than the settings' own, for calls that somebody's page waits for
     * @throws SidecarFault
     */
    public function call(string $method, string $path, string $token, ?array $body, ?int $seconds = null): SidecarReply
    {
        $headers = [];
        $bytes = '';
        $tooLarge = false;
        $curl = $this->prepared($method, $path, $token, $body, 'application/json');
        $limit = $seconds === null ? $this->settings->answerSeconds : min($seconds, $this->settings->answerSeconds);
        curl_setopt($curl, CURLOPT_TIMEOUT, $limit);
        curl_setopt($curl, CURLOPT_CONNECTTIMEOUT, min($limit, $this->settings->connectSeconds));
        curl_setopt($curl, CURLOPT_HEADERFUNCTION, self::headerReader($headers));
        $collect = static function (CurlHandle $handle, string $piece) use (&$bytes, &$tooLarge): int {
            if (strlen($bytes) + strlen($piece) > self::LARGEST_BODY) {
                $tooLarge = true;
                return 0;
            }
            $bytes .= $piece;
            return strlen($piece);
        };
        curl_setopt($curl, CURLOPT_WRITEFUNCTION, $collect);
        $this->perform($curl, static fn (): bool => $tooLarge);
        return new SidecarReply((int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $headers, $bytes);
    }

    /**
     * One call whose events are handed on as they come.
     *
     * @param array<string, mixed> $body
     * @param callable(string): bool $onPiece takes the next bytes of a successful stream; false ends the call
     * @return SidecarReply|null the whole answer where it is no stream (a refusal); null after a stream
     * @throws SidecarFault also when the stream breaks off
     */
    public function stream(string $path, string $token, array $body, callable $onPiece): ?SidecarReply
    {
        $headers = [];
        $refusal = '';
        $streams = false;
        $left = false;
        $curl = $this->prepared('POST', $path, $token, $body, 'text/event-stream, application/json');
        curl_setopt($curl, CURLOPT_TIMEOUT, self::STREAM_SECONDS);
        // The service sends a comment every ten seconds while it works: longer silence than an answer may take is a
        // fault.
        curl_setopt($curl, CURLOPT_LOW_SPEED_LIMIT, 1);
        curl_setopt($curl, CURLOPT_LOW_SPEED_TIME, $this->settings->answerSeconds);
        curl_setopt($curl, CURLOPT_HEADERFUNCTION, self::headerReader($headers));
        $take = static function (
            CurlHandle $handle,
            string $piece
        ) use (
            &$headers,
            &$refusal,
            &$streams,
            &$left,
            $onPiece
): int {
            $isFine = (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE) === 200;
            if ($isFine && str_starts_with(strtolower($headers['content-type'] ?? ''), 'text/event-stream')) {
                $streams = true;
                $left = !$onPiece($piece);
                return $left ? 0 : strlen($piece);
            }
            $refusal .= $piece;
            return strlen($refusal) > self::LARGEST_BODY ? 0 : strlen($piece);
        };
        curl_setopt($curl, CURLOPT_WRITEFUNCTION, $take);
        $this->perform($curl, static fn (): bool => false, static fn (): bool => $left);
        if ($streams || $left) {
            return null;
        }
        return new SidecarReply((int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $headers, $refusal);
    }

    /**
     * @param array<string, mixed>|null $body
     */
    private function prepared(string $method, string $path, string $token, ?array $body, string $accept): CurlHandle
    {
        $curl = curl_init();
        $headers = ["Authorization: Bearer $token", "Accept: $accept", 'Expect:'];
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
            $text = json_encode(
                $body === [] ? (object) [] : $body,
                JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION,
            );
            curl_setopt($curl, CURLOPT_POSTFIELDS, $text);
        }
        curl_setopt_array($curl, [
            CURLOPT_URL => $this->settings->url . $path,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_SSL_VERIFYPEER => true,
            CURLOPT_SSL_VERIFYHOST => 2,
            CURLOPT_CONNECTTIMEOUT => $this->settings->connectSeconds,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_USERAGENT => 'oe-module-arbiter-fhir',
        ]);
        if (str_starts_with(strtolower($this->settings->url), 'http:')) {
            curl_setopt($curl, CURLOPT_PROXY, ''); // this machine itself: no proxy of the environment may stand between
        }
        if ($this->settings->caFile !== '') {
            curl_setopt($curl, CURLOPT_CAINFO, $this->settings->caFile);
        }
        return $curl;
    }

    /**
     * @param callable(): bool $isTooLarge
     * @param (callable(): bool)|null $hasLeft whether the receiver went away, which is no fault
     * @throws SidecarFault
     */
    private function perform(CurlHandle $curl, callable $isTooLarge, ?callable $hasLeft = null): void
    {
        curl_exec($curl);
        $errorNumber = curl_errno($curl);
        if ($errorNumber === 0 || ($hasLeft !== null && $hasLeft())) {
            return;
        }
        throw $isTooLarge() ? SidecarFault::tooLarge() : SidecarFault::ofCurl($errorNumber);
    }

    /**
     * @param array<string, string> $headers filled with the last answer's headers
     * @return callable(CurlHandle, string): int
     */
    private static function headerReader(array &$headers): callable
    {
        return static function (CurlHandle $handle, string $line) use (&$headers): int {
            if (str_starts_with($line, 'HTTP/')) {
                $headers = [];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower(trim($name))] = trim($value);
            }
            return strlen($line);
        };
    }
}
