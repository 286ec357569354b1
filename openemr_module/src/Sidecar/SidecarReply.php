<?php

/**
 * One whole answer of the service.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Sidecar;

use JsonException;

final class SidecarReply
{
    /**
     * @param array<string, string> $headers names in lower case
     */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    public function isFine(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }

    /**
     * The media type without parameters, in lower case.
     */
    public function mediaType(): string
    {
        return strtolower(trim(explode(';', $this->headers['content-type'] ?? '')[0]));
    }

    /**
     * The body as a JSON object or list.
     *
     * @return array<mixed>
     * @throws SidecarFault the body is no JSON object or list
     */
    public function json(): array
    {
        try {
            $value = json_decode($this->body, true, 64, JSON_THROW_ON_ERROR);
        } catch (JsonException) {
            throw SidecarFault::notUnderstood();
        }
        if (!is_array($value)) {
            throw SidecarFault::notUnderstood();
        }
        return $value;
    }

    /**
     * The service's own refusal as code and sentence; null where it is not in the agreed form (RFC 9457).
     *
     * @return array{code: string, message: string}|null
     */
    public function problem(): ?array
    {
        $value = json_decode($this->body, true, 16);
        $code = is_array($value) ? ($value['code'] ?? null) : null;
        if (!is_array($value) || !is_string($code) || preg_match('/\A[A-Z][A-Z0-9_]{2,63}\z/', $code) !== 1) {
            return null;
        }
        $sentence = $value['detail'] ?? $value['title'] ?? '';
        return ['code' => $code, 'message' => is_string($sentence) ? $sentence : ''];
    }
}
