<?php

/**
 * Hands the service's events on to the browser, byte for byte, and knows whether the last one has come.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

final class EventRelay
{
    /** One of these is the last of every whole stream. */
    private const LAST_EVENT = '/^event:[ ]?(?:done|error)[ ]*\r?$/m';

    /** Longer than the line that names an event: a line may be cut between two pieces. */
    private const OVERLAP = 32;

    private bool $hasBegun = false;
    private bool $hasEnded = false;
    private string $tail = '';

    /**
     * @param array<string, string> $headers
     */
    public function __construct(private readonly Output $output, private readonly array $headers)
    {
    }

    /**
     * The next bytes.
     *
     * @return bool whether somebody is still there to read
     */
    public function piece(string $bytes): bool
    {
        if (!$this->hasBegun) {
            $this->hasBegun = true;
            $this->output->begin(200, $this->headers + [
                'Content-Type' => 'text/event-stream; charset=utf-8',
                // nginx would otherwise gather the answer.
                'X-Accel-Buffering' => 'no',
            ]);
        }
        $this->hasEnded = $this->hasEnded || preg_match(self::LAST_EVENT, $this->tail . $bytes) === 1;
        $this->tail = substr($this->tail . $bytes, -self::OVERLAP);
        return $this->output->write($bytes);
    }

    /**
     * Ends a stream that broke off with an event that says so.
     */
    public function fail(string $code, string $sentence): void
    {
        if ($this->hasEnded) {
            return;
        }
        $this->hasEnded = true;
        $data = json_encode(['code' => $code, 'detail' => $sentence], JSON_UNESCAPED_SLASHES);
        $this->output->write("\n\nevent: error\ndata: $data\n\n");
    }

    public function hasBegun(): bool
    {
        return $this->hasBegun;
    }

    public function hasEnded(): bool
    {
        return $this->hasEnded;
    }
}
