<?php

/**
 * Says behind a document's name in OpenEMR's tree what became of it. Asks once for a whole tree, and waits no longer
 * than a connection may take: without an answer by then the tree is shown without marks.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Listening;

use OpenEMR\Events\PatientDocuments\PatientDocumentTreeViewFilterEvent;
use OpenEMR\Modules\ArbiterFhir\Api\Action;
use OpenEMR\Modules\ArbiterFhir\Host\Acl;
use OpenEMR\Modules\ArbiterFhir\Host\Charts;
use OpenEMR\Modules\ArbiterFhir\Host\Crypto;
use OpenEMR\Modules\ArbiterFhir\Host\GlobalsAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\SessionAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\Words;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarClient;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarFault;
use OpenEMR\Modules\ArbiterFhir\Sidecar\TokenMinter;

final class DocumentTreeBadge
{
    /** @var array<int, array<int, string>> marks by patient and document */
    private array $marks = [];

    public function decorate(PatientDocumentTreeViewFilterEvent $event): void
    {
        $pid = SessionAdapter::positive($event->getPid());
        $document = SessionAdapter::positive($event->getDocumentId());
        $session = new SessionAdapter();
        if ($pid === null || $document === null || $pid !== $session->patientId()) {
            return;
        }
        $this->marks[$pid] ??= $this->ask($pid, $session);
        $mark = $this->marks[$pid][$document] ?? '';
        if ($mark !== '') {
            // OpenEMR escapes a node's text for its script; the mark is made of fixed words and numbers only.
            $node = $event->getHtmlTreeNode();
            $node->text .= " [$mark]";
        }
    }

    /**
     * The mark of one document as the service tells its state.
     *
     * @param array<mixed> $document
     */
    public static function markOf(array $document): string
    {
        $facts = is_array($document['facts'] ?? null) ? $document['facts'] : [];
        $waiting = SessionAdapter::positive($facts['review'] ?? null) ?? 0;
        return match ($document['state'] ?? null) {
            'read' => Words::translated('read')
                . ($waiting > 0 ? ", $waiting " . Words::translated('to review') : ''),
            'waiting', 'reading' => Words::translated('being read'),
            'failed' => Words::translated('could not be read'),
            default => '',
        };
    }

    /**
     * @return array<int, string>
     */
    private function ask(int $pid, SessionAdapter $session): array
    {
        $globals = new GlobalsAdapter();
        $settings = Settings::fromGlobals($globals, new Crypto());
        $userId = $session->userId();
        $acl = new Acl();
        $mayAsk = array_reduce(
            Action::Documents->rights(),
            static fn (bool $may, array $right): bool => $may && $acl->allows(...$right),
            true,
        );
        if ($settings->hidesBadges || $settings->problem() !== null || $userId === null || !$mayAsk) {
            return [];
        }
        try {
            $token = (new TokenMinter($settings->secret, $session->site()))
                ->mint($userId, $pid, Action::Documents->scopes(), (new Charts($acl))->openings());
            $reply = (new SidecarClient($settings))
                ->call('GET', "/v1/patients/$pid/documents", $token, null, $settings->connectSeconds);
            $listed = $reply->isFine() ? ($reply->json()['documents'] ?? []) : [];
        } catch (SidecarFault) {
            return [];
        }
        $marks = [];
        foreach (is_array($listed) ? $listed : [] as $document) {
            if (!is_array($document)) {
                continue;
            }
            $id = SessionAdapter::positive($document['document_id'] ?? null);
            if ($id !== null) {
                $marks[$id] = self::markOf($document);
            }
        }
        return $marks;
    }
}
