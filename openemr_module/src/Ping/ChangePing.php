<?php

/**
 * Tells the service which documents are new or changed: their numbers, nothing else. What happened it reads itself.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Ping;

use OpenEMR\Modules\ArbiterFhir\Host\Crypto;
use OpenEMR\Modules\ArbiterFhir\Host\GlobalsAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\SessionAdapter;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Openings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Scope;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarClient;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarFault;
use OpenEMR\Modules\ArbiterFhir\Sidecar\TokenMinter;

final class ChangePing
{
    /** One round; more of them follow with the next. After an import the service's own watch is the way. */
    public const LARGEST_ROUND = 20;

    /** The site itself, not one of its users. */
    private const NOBODY = 0;

    public function __construct(
        private readonly Settings $settings,
        private readonly SidecarClient $client,
        private readonly TokenMinter $minter,
        private readonly SeenDocuments $seen,
    ) {
    }

    /**
     * With OpenEMR's settings and database.
     */
    public static function fromOpenEmr(): self
    {
        $settings = Settings::fromGlobals(new GlobalsAdapter(), new Crypto());
        return new self(
            $settings,
            new SidecarClient($settings),
            new TokenMinter($settings->secret, (new SessionAdapter())->site()),
            new SeenDocuments(),
        );
    }

    /**
     * Tells about every document above the last one told about, and about the given ones.
     *
     * @param list<int> $changed documents that were moved, renamed or deleted
     * @return int how many were told about; the rest comes next time
     */
    public function send(array $changed = []): int
    {
        if ($this->settings->problem() !== null) {
            return 0;
        }
        $told = 0;
        foreach ($changed as $documentId) {
            if (!$this->tell($documentId)) {
                return $told;
            }
            $told++;
        }
        foreach ($this->seen->next(self::LARGEST_ROUND) as $documentId) {
            if (!$this->tell($documentId)) {
                break;
            }
            $this->seen->remember($documentId);
            $told++;
        }
        return $told;
    }

    /**
     * @return bool whether the service took it in; a refusal of one document alone (it is gone already, say) counts, as
     *     it must not hold up those behind it
     */
    private function tell(int $documentId): bool
    {
        try {
            $token = $this->minter->mint(self::NOBODY, null, [Scope::Ingest], Openings::none());
            $body = ['document_id' => $documentId];
            // A ping only says "look now": it waits no longer than a connection may take.
            $seconds = $this->settings->connectSeconds;
            $reply = $this->client->call('POST', '/v1/documents/changed', $token, $body, $seconds);
        } catch (SidecarFault) {
            return false;
        }
        return !in_array($reply->status, [401, 403, 429], true) && $reply->status < 500;
    }
}
