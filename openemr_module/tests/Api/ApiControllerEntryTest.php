<?php

/**
 * Who gets in at the endpoint, to which patient and with what: what is refused reaches nobody, and what changes
 * something is noted.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Api;

use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarReply;
use OpenEMR\Modules\ArbiterFhir\Tests\Doubles;
use OpenEMR\Modules\ArbiterFhir\Tests\PlayedEndpoint;
use PHPUnit\Framework\TestCase;

final class ApiControllerEntryTest extends TestCase
{
    private PlayedEndpoint $endpoint;

    protected function setUp(): void
    {
        $this->endpoint = new PlayedEndpoint();
    }

    public function testAPatientNamedByThePageNeverReplacesTheOpenOne(): void
    {
        $this->endpoint->ask(['action' => 'ask', 'pid' => 4, 'patient_id' => 5, 'question' => 'Q', 'stream' => false]);
        self::assertSame(4, $this->endpoint->client->calls[0]['body']['patient_id'] ?? null);
        self::assertSame(4, $this->endpoint->client->calls[0]['claims']['pid']);
    }

    public function testARefusedRequestReachesNobody(): void
    {
        $this->endpoint->ask(['action' => 'overview', 'pid' => 5]);
        self::assertSame([409, 'E_MODULE_OTHER_PATIENT'], $this->endpoint->output->refusal());
        self::assertSame([], $this->endpoint->client->calls);
    }

    /**
     * @dataProvider aboutDocuments
     * @param array<string, mixed> $request
     */
    public function testTheServiceIsToldWhatIsOpenToTheUser(array $request): void
    {
        $this->endpoint->ask($request);
        self::assertSame(Doubles::CATEGORIES, $this->endpoint->client->calls[0]['claims']['categories']);
        self::assertSame(['results', 'demographics'], $this->endpoint->client->calls[0]['claims']['chart']);
    }

    public static function aboutDocuments(): array
    {
        return [
            [['action' => 'overview', 'pid' => 4]],
            [['action' => 'documents', 'pid' => 4]],
            [['action' => 'examples', 'pid' => 4]],
            [['action' => 'ask', 'pid' => 4, 'question' => 'LDL?', 'stream' => false]],
            [['action' => 'source', 'pid' => 4, 'source_id' => 'documents:9']],
            [['action' => 'page', 'pid' => 4, 'document_id' => 9, 'page' => 1]],
            [['action' => 'reviews', 'pid' => null]],
            [['action' => 'decide', 'pid' => 4, 'document_id' => 9, 'item' => 'fact:1']],
            [['action' => 'accept_all', 'pid' => 4, 'document_id' => 9, 'items' => ['fact:1' => 0]]],
            [['action' => 'retry', 'pid' => 4, 'job_id' => 5]],
        ];
    }

    public function testRowsOfClosedChartsAreLeftOut(): void
    {
        $rows = '{"document_id":1,"patient_id":4,"empty":{},"share":1.0},'
            . '{"document_id":2,"patient_id":5},{"document_id":3}';
        $this->endpoint->client->answer = new SidecarReply(200, [], "{\"items\":[$rows],\"counts\":{}}");
        $this->endpoint->ask(['action' => 'reviews', 'pid' => null]);
        $kept = '{"document_id":1,"patient_id":4,"empty":{},"share":1.0,"patient_name":"Quill, Ada"},{"document_id":3}';
        self::assertSame("{\"items\":[$kept],\"counts\":{}}", $this->endpoint->output->body);
    }

    public function testAPageNumberIsANumber(): void
    {
        foreach (['1/../../v1/status', '0', null, [1], 1.5] as $page) {
            $this->endpoint->ask(['action' => 'page', 'pid' => 4, 'document_id' => 12, 'page' => $page]);
            self::assertSame('E_MODULE_REQUEST', $this->endpoint->output->errorCode());
            $this->endpoint->output->body = '';
        }
        self::assertSame([], $this->endpoint->client->calls);
    }

    /**
     * @dataProvider unreadDocuments
     */
    public function testADecisionNamesItsDocumentInAFormThatIsChecked(string $action, mixed $document): void
    {
        $request = ['action' => $action, 'pid' => 4, 'item' => 'fact:3', 'items' => ['a' => 1]];
        $this->endpoint->ask($request + ($document === null ? [] : ['document_id' => $document]));
        self::assertSame([400, 'E_MODULE_REQUEST'], $this->endpoint->output->refusal());
        self::assertSame([], $this->endpoint->client->calls);
        self::assertSame([], $this->endpoint->notes);
    }

    public static function unreadDocuments(): array
    {
        // Numbers have one form here, as they have at the service.
        $forms = [null, 0, '012', ' 12', '12.0', 12.5, '+12', [12], true];
        $pairs = static fn (mixed $form): array => [['decide', $form], ['accept_all', $form]];
        return array_merge(...array_map($pairs, $forms));
    }

    public function testAcceptAllNamesItsItems(): void
    {
        foreach ([null, [], 'all'] as $items) {
            $this->endpoint->output->body = '';
            $this->endpoint->ask(['action' => 'accept_all', 'pid' => 4, 'document_id' => 1, 'items' => $items]);
            self::assertSame('E_MODULE_REQUEST', $this->endpoint->output->errorCode());
        }
    }

    public function testWithoutSettingsItSaysSo(): void
    {
        $this->endpoint->ask(['action' => 'overview', 'pid' => 4], new Settings('', ''));
        self::assertSame([503, 'E_MODULE_SETTINGS'], $this->endpoint->output->refusal());
        self::assertSame([], $this->endpoint->client->calls);
    }

    public function testTheCheckWorksWithoutSettingsAndSaysWhatIsMissing(): void
    {
        $this->endpoint->ask(['action' => 'check', 'pid' => null], new Settings('', ''));
        $told = json_decode($this->endpoint->output->body, true);
        self::assertFalse($told['ok']);
        self::assertSame(['settings'], array_column($told['findings'], 'name'));
    }

    /**
     * @dataProvider noted
     * @param array<string, mixed> $request
     * @param array{string, int|null} $note
     */
    public function testWhatChangesSomethingIsNoted(array $request, array $note): void
    {
        $this->endpoint->ask($request);
        self::assertSame([$note], $this->endpoint->notes);
        $this->endpoint->notes = [];
        $this->endpoint->client->answer = new SidecarReply(409, [], '{"code":"E_REVIEW_STALE"}');
        $this->endpoint->ask($request);
        self::assertSame([], $this->endpoint->notes, 'refused by the service');
    }

    public static function noted(): array
    {
        $decision = ['action' => 'decide', 'pid' => 4, 'document_id' => 9, 'item' => 'fact:3']
            + ['decision' => 'approve', 'note' => 'Quill'];
        $strange = ['item' => 'fact:3; Ada Quill', 'decision' => 'Ada'] + $decision;
        return [
            [$decision, ['approve fact:3', 4]],
            [$strange, ['? ?', 4]],
            [
                ['action' => 'accept_all', 'pid' => 4, 'document_id' => 9, 'items' => ['fact:1' => 0]],
                ['accept-all document:9', 4],
            ],
            [['action' => 'retry', 'pid' => null, 'job_id' => 5], ['retry job:5', null]],
            [['action' => 'mappings_put', 'pid' => null, 'category_id' => 2], ['document type of category:2', null]],
            [['action' => 'automation_put', 'pid' => null, 'rules' => []], ['automation set', null]],
        ];
    }

    public function testLookingIsNotNoted(): void
    {
        foreach (['overview', 'documents', 'reviews', 'status', 'mappings_get', 'automation_get'] as $action) {
            $this->endpoint->ask(['action' => $action, 'pid' => 4]);
        }
        $this->endpoint->ask(['action' => 'ask', 'pid' => 4, 'question' => 'Q', 'stream' => false]);
        self::assertCount(7, $this->endpoint->client->calls);
        self::assertSame([], $this->endpoint->notes);
    }
}
