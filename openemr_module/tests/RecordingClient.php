<?php

/**
 * A service that gives one prepared answer and remembers what it was asked.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests;

use Closure;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarClient;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarFault;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarReply;
use Throwable;

final class RecordingClient extends SidecarClient
{
    /** @var list<array{method: string, path: string, claims: array<string, mixed>, body: array<string, mixed>|null}> */
    public array $calls = [];

    /** @var list<string> pieces of a stream; with none the prepared answer is given instead */
    public array $pieces = [];

    /** A failure that nobody expects. */
    public ?Throwable $defect = null;

    public function __construct(public SidecarReply|SidecarFault $answer)
    {
        parent::__construct(Doubles::settings());
    }

    public function call(string $method, string $path, string $token, ?array $body, ?int $seconds = null): SidecarReply
    {
        $this->remember($method, $path, $token, $body);
        return $this->answer instanceof SidecarFault ? throw $this->answer : $this->answer;
    }

    public function stream(string $path, string $token, array $body, Closure $onPiece): ?SidecarReply
    {
        $this->remember('POST', $path, $token, $body);
        foreach ($this->pieces as $piece) {
            if (!$onPiece($piece)) {
                return null;
            }
        }
        if ($this->answer instanceof SidecarFault) {
            throw $this->answer;
        }
        return $this->pieces === [] ? $this->answer : null;
    }

    /**
     * @param array<string, mixed>|null $body
     */
    private function remember(string $method, string $path, string $token, ?array $body): void
    {
        if ($this->defect !== null) {
            throw $this->defect;
        }
        $part = explode('.', $token)[1] ?? '';
        $claims = json_decode((string) base64_decode(strtr($part, '-_', '+/')), true) ?? [];
        $this->calls[] = ['method' => $method, 'path' => $path, 'claims' => $claims, 'body' => $body];
    }
}
