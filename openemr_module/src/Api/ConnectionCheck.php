<?php

/**
 * Finds out, step by step, what stands between this OpenEMR and the service, and says it in plain words.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

use Closure;
use OpenEMR\Modules\ArbiterFhir\Host\Words;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarClient;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarFault;

final class ConnectionCheck
{
    /** The service takes a token that comes from a clock this many seconds ahead, and no further. */
    public const CLOCK_LEEWAY = 5;

    /** @var list<array{name: string, ok: bool, message: string}> */
    private array $findings = [];

    /**
     * @param Closure(): int|null $clock gives the present Unix time
     */
    public function __construct(
        private readonly Settings $settings,
        private readonly SidecarClient $client,
        private readonly ?Closure $clock = null,
    ) {
    }

    /**
     * The findings in the order of the steps; it ends with the first step that fails.
     *
     * @return list<array{name: string, ok: bool, message: string}>
     */
    public function findings(string $token): array
    {
        $this->findings = [];
        if ($this->isConfigured() && $this->isAlive()) {
            $this->isAccepted($token);
        }
        return $this->findings;
    }

    private function isConfigured(): bool
    {
        $problem = $this->settings->problem();
        return $this->note('settings', $problem === null, $problem ?? 'Address and secret are set.');
    }

    private function isAlive(): bool
    {
        $before = $this->now();
        try {
            $reply = $this->client->call('GET', '/meta/health/livez', 'none', null);
            $alive = $reply->isFine() && ($reply->json()['status'] ?? null) === 'alive';
        } catch (SidecarFault $fault) {
            return $this->note('reachable', false, $fault->getMessage());
        }
        if (!$alive) {
            return $this->note('reachable', false, 'Something answers at this address, but it is not Arbiter FHIR. '
                . 'Check host and port.');
        }
        $this->note('reachable', true, 'The Arbiter FHIR service answers.');
        $there = strtotime($reply->headers['date'] ?? '');
        $isOff = $there !== false
            && ($there < $before - self::CLOCK_LEEWAY || $there > $this->now() + self::CLOCK_LEEWAY);
        if ($isOff) {
            $this->note('clock', false, 'The clocks of this server and of the Arbiter FHIR service differ by more than '
                . '5 seconds; its requests can be refused. Set both by NTP.');
        }
        return true;
    }

    private function isAccepted(string $token): void
    {
        try {
            $reply = $this->client->call('GET', '/v1/status', $token, null);
            if ($reply->status === 401) {
                $this->note('accepted', false, 'The service does not accept the secret. Print it again with '
                    . '"arbiter-fhir module-secret" for this site and paste it under Administration, Config, '
                    . 'Arbiter FHIR; the site names must be the same, too.');
                return;
            }
            if (!$reply->isFine()) {
                $problem = $reply->problem();
                $this->note('accepted', false, 'The service accepts the secret but cannot tell its state'
                    . ($problem === null ? '.' : " ({$problem['code']}). {$problem['message']}"));
                return;
            }
            $status = $reply->json();
        } catch (SidecarFault $fault) {
            $this->note('accepted', false, $fault->getMessage());
            return;
        }
        $this->note('accepted', true, 'The service accepts this OpenEMR.');
        $ready = ($status['ready'] ?? null) === true;
        $this->note('ready', $ready, $ready ? 'The service is ready.' : 'The service is not ready: see Health.');
    }

    private function now(): int
    {
        return $this->clock === null ? time() : ($this->clock)();
    }

    private function note(string $name, bool $ok, string $sentence): bool
    {
        $this->findings[] = ['name' => $name, 'ok' => $ok, 'message' => Words::translated($sentence)];
        return $ok;
    }
}
