<?php

/**
 * Calls the service over HTTP from the server's side, one token for one call. Follows no redirect, keeps no cookie.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Sidecar;

use Closure;
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
        $curl = $this->prepared($method, $path, $token, $body, 'application/json');
        $limit = $seconds === null ? $this->settings->answerSeconds : min($seconds, $this->settings->answerSeconds);
        curl_setopt($curl, CURLOPT_TIMEOUT, $limit);
        curl_setopt($curl, CURLOPT_CONNECTTIMEOUT, min($limit, $this->settings->connectSeconds));
        $reception = new Reception();
        $this->perform($curl, $reception);
        return $reception->reply($curl);
    }

    /**
     * One call whose events are handed on as they come.
     *
     * @param array<string, mixed> $body
     * @param Closure(string): bool $onPiece takes the next bytes of a successful stream; false ends the call
     * @return SidecarReply|null the whole answer where it is no stream (a refusal); null after a stream
     * @throws SidecarFault also when the stream breaks off
     */
    public function stream(string $path, string $token, array $body, Closure $onPiece): ?SidecarReply
    {
        $curl = $this->prepared('POST', $path, $token, $body, 'text/event-stream, application/json');
        curl_setopt($curl, CURLOPT_TIMEOUT, self::STREAM_SECONDS);
        // The service sends a comment every ten seconds while it works: silence for as long as an answer may take is a
        // fault.
        $reception = new Reception($onPiece, $this->settings->answerSeconds);
        curl_setopt($curl, CURLOPT_NOPROGRESS, false);
        curl_setopt($curl, CURLOPT_XFERINFOFUNCTION, $reception->progress(...));
        $this->perform($curl, $reception);
        return $reception->hasStreamed ? null : $reception->reply($curl);
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
     * @throws SidecarFault
     */
    private function perform(CurlHandle $curl, Reception $reception): void
    {
        curl_setopt($curl, CURLOPT_HEADERFUNCTION, $reception->header(...));
        curl_setopt($curl, CURLOPT_WRITEFUNCTION, $reception->piece(...));
        curl_exec($curl);
        $errorNumber = curl_errno($curl);
        if ($errorNumber === 0 || $reception->isLeft) {
            return;
        }
        throw match (true) {
            $reception->isTooLarge => SidecarFault::tooLarge(),
            $reception->isSilent => SidecarFault::ofCurl(CURLE_OPERATION_TIMEDOUT),
            default => SidecarFault::ofCurl($errorNumber),
        };
    }
}
