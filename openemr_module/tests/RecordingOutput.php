<?php

/**
 * Keeps an answer instead of sending it.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests;

use OpenEMR\Modules\ArbiterFhir\Api\Output;

final class RecordingOutput implements Output
{
    public int $begun = 0;
    public int $status = 0;

    /** @var array<string, string> */
    public array $headers = [];

    public string $body = '';

    /** How many pieces are read before the reader goes away. */
    public int $patience = PHP_INT_MAX;

    public function begin(int $status, array $headers): void
    {
        $this->begun++;
        $this->status = $status;
        $this->headers = $headers;
    }

    public function write(string $bytes): bool
    {
        $this->body .= $bytes;
        return --$this->patience > 0;
    }

    public function errorCode(): ?string
    {
        return json_decode($this->body, true)['error']['code'] ?? null;
    }

    /**
     * @return array{int, string|null} the status, and the error's code
     */
    public function refusal(): array
    {
        return [$this->status, $this->errorCode()];
    }
}
