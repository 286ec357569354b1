<?php

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Api;

use OpenEMR\Modules\ArbiterFhir\Api\ApiController;
use OpenEMR\Modules\ArbiterFhir\Api\ClosedRows;
use OpenEMR\Modules\ArbiterFhir\Api\NamedRows;
use OpenEMR\Modules\ArbiterFhir\Host\AuditLog;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarFault;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarReply;
use OpenEMR\Modules\ArbiterFhir\Sidecar\TokenMinter;
use OpenEMR\Modules\ArbiterFhir\Tests\Doubles;
use OpenEMR\Modules\ArbiterFhir\Tests\RecordingClient;
use OpenEMR\Modules\ArbiterFhir\Tests\RecordingOutput;
use PHPUnit\Framework\TestCase;
use RuntimeException;

final class ApiControllerTest extends TestCase
{
    private const EVERYTHING = [
        'patients/med', 'patients/med:write', 'patients/docs', 'patients/demo', 'patients/lab', 'patients/rx',
        'admin/super',
    ];

    private RecordingClient $client;
    private RecordingOutput $output;

    /** @var list<array{string, int|null}> */
    private array $notes = [];

    protected function setUp(): void
    {
        $this->client = new RecordingClient(new SidecarReply(200, [], '{"fine":true}'));
        $this->output = new RecordingOutput();
    }

    /**
     * @dataProvider calls
     * @param array<string, mixed> $request
     * @param array<string, mixed>|null $body
     */
    public function testAsksTheServiceAsAgreed(array $request, string $method, string $path, ?array $body): void
    {
        $this->ask($request);
        self::assertSame(200, $this->output->status, $this->output->body);
        self::assertSame('{"fine":true}', $this->output->body);
        [$call] = $this->client->calls;
        self::assertSame([$method, $path], [$call['method'], $call['path']]);
        self::assertEquals($body, $call['body']);
        self::assertSame('users:7', $call['claims']['sub']);
        self::assertSame('no-store', $this->output->headers['Cache-Control']);
        self::assertSame('nosniff', $this->output->headers['X-Content-Type-Options']);
    }

    public static function calls(): array
    {
        $rules = [['doc_type' => 'lab_pdf', 'fact_type' => 'lab_result', 'mode' => 'review', 'min_confidence' => 0.9]];
        $changed = ['rules' => $rules];
        $items = ['document_id' => 12, 'items' => ['a' => 1]];
        $mapping = ['category_id' => 2, 'doc_type' => 'lab_pdf', 'active' => false];
        $decision = ['document_id' => 12, 'item' => 'fact:3', 'version' => 2, 'decision' => 'approve', 'note' => ''];
        $source = ['source_id' => 'documents:12', 'field_or_chunk_id' => 'f', 'page' => 1];
        return [
            [['action' => 'overview', 'pid' => 4], 'GET', '/v1/patients/4/overview', null],
            [['action' => 'examples', 'pid' => 4], 'GET', '/v1/patients/4/examples', null],
            [['action' => 'documents', 'pid' => 4], 'GET', '/v1/patients/4/documents', null],
            [
                ['action' => 'ask', 'pid' => 4, 'question' => 'Q', 'follows' => 'r1', 'stream' => false, 'x' => 1],
                'POST',
                '/v1/queries',
                ['patient_id' => 4, 'question' => 'Q', 'follows' => 'r1'],
            ],
            [['action' => 'retry', 'pid' => 4, 'job_id' => 9], 'POST', '/v1/jobs/9/retry', []],
            [['action' => 'source', 'pid' => 4] + $source, 'POST', '/v1/sources', ['patient_id' => 4] + $source],
            [['action' => 'reviews', 'pid' => 4], 'GET', '/v1/reviews?patient_id=4', null],
            [['action' => 'reviews', 'pid' => null], 'GET', '/v1/reviews', null],
            [['action' => 'reviews', 'pid' => null, 'after' => 'a&b'], 'GET', '/v1/reviews?after=a%26b', null],
            [
                ['action' => 'decide', 'pid' => 4] + $decision,
                'POST',
                '/v1/reviews/decisions',
                ['patient_id' => 4] + $decision,
            ],
            [
                ['action' => 'accept_all', 'pid' => null, 'patient_id' => 5] + $items,
                'POST',
                '/v1/reviews/accept-all',
                ['patient_id' => 5] + $items,
            ],
            [['action' => 'status', 'pid' => null], 'GET', '/v1/status', null],
            [['action' => 'mappings_get', 'pid' => null], 'GET', '/v1/mappings', null],
            [['action' => 'mappings_put', 'pid' => null] + $mapping, 'PUT', '/v1/mappings', $mapping],
            [['action' => 'automation_get', 'pid' => null], 'GET', '/v1/automation', null],
            [['action' => 'automation_put', 'pid' => null] + $changed, 'PUT', '/v1/automation', $changed],
            [
                ['action' => 'automation_preview', 'pid' => null, 'rules' => $rules, 'days' => 30],
                'POST',
                '/v1/automation/preview',
                ['rules' => $rules, 'days' => 30],
            ],
        ];
    }

    public function testAPatientNamedByThePageNeverReplacesTheOpenOne(): void
    {
        $this->ask(['action' => 'ask', 'pid' => 4, 'patient_id' => 5, 'question' => 'Q', 'stream' => false]);
        self::assertSame(4, $this->client->calls[0]['body']['patient_id'] ?? null);
        self::assertSame(4, $this->client->calls[0]['claims']['pid']);
    }

    public function testAPictureIsHandedOnAsOne(): void
    {
        $png = "\x89PNG\r\n\x1a\nrest";
        $this->client->answer = new SidecarReply(200, ['content-type' => 'image/png', 'x-page-count' => '3'], $png);
        $this->ask(['action' => 'page', 'pid' => 4, 'document_id' => 12, 'page' => 2, 'width' => 9000]);
        self::assertSame('/v1/patients/4/documents/12/pages/2?width=2000', $this->client->calls[0]['path']);
        self::assertSame($png, $this->output->body);
        self::assertSame('image/png', $this->output->headers['Content-Type']);
        self::assertSame('3', $this->output->headers['X-Page-Count']);
    }

    /**
     * @dataProvider noPictures
     * @param array<string, string> $headers
     */
    public function testWhatIsNoPictureIsNotHandedOn(array $headers, string $bytes): void
    {
        $this->client->answer = new SidecarReply(200, $headers, $bytes);
        $this->ask(['action' => 'page', 'pid' => 4, 'document_id' => 12, 'page' => 1]);
        self::assertSame([502, 'E_MODULE_ANSWER'], [$this->output->status, $this->output->errorCode()]);
    }

    public static function noPictures(): array
    {
        return [
            [['content-type' => 'text/html'], "\x89PNG\r\n\x1a\n"],
            [['content-type' => 'image/svg+xml'], '<svg onload="alert(1)"/>'],
            [['content-type' => 'image/png'], '<script>alert(1)</script>'],
        ];
    }

    public function testAPageNumberIsANumber(): void
    {
        foreach (['1/../../v1/status', '0', null, [1], 1.5] as $page) {
            $this->ask(['action' => 'page', 'pid' => 4, 'document_id' => 12, 'page' => $page]);
            self::assertSame('E_MODULE_REQUEST', $this->output->errorCode());
            $this->output->body = '';
        }
        self::assertSame([], $this->client->calls);
    }

    public function testEventsAreHandedOnAsTheyCome(): void
    {
        $this->client->pieces = ["event: routed\ndata: {}\n\nev", "ent: done\ndata: {}\n\n"];
        $this->ask(['action' => 'ask', 'pid' => 4, 'question' => 'Q']);
        self::assertSame('/v1/queries/stream', $this->client->calls[0]['path']);
        self::assertSame(implode('', $this->client->pieces), $this->output->body);
        self::assertSame('text/event-stream; charset=utf-8', $this->output->headers['Content-Type']);
        self::assertSame('no', $this->output->headers['X-Accel-Buffering']);
        self::assertSame(1, $this->output->begun);
    }

    public function testAStreamThatJustStopsEndsWithAnError(): void
    {
        $this->client->pieces = ["event: routed\ndata: {}\n\n", "event: done and more\n"];
        $this->ask(['action' => 'ask', 'pid' => 4, 'question' => 'Q']);
        self::assertStringEndsWith("\n\n", $this->output->body);
        self::assertStringContainsString("\n\nevent: error\ndata: {\"code\":\"E_MODULE_CUT_OFF\"", $this->output->body);
    }

    public function testAStreamThatFailsOnTheWayEndsWithAnError(): void
    {
        $this->client->pieces = ["event: routed\ndata: {}\n\n"];
        $this->client->answer = SidecarFault::ofCurl(CURLE_OPERATION_TIMEDOUT);
        $this->ask(['action' => 'ask', 'pid' => 4, 'question' => 'Q']);
        self::assertSame(1, substr_count($this->output->body, 'event: error'));
        self::assertStringContainsString('E_MODULE_TIMEOUT', $this->output->body);
    }

    public function testAStreamThatFailsAtOnceIsAnOrdinaryError(): void
    {
        $this->client->answer = SidecarFault::ofCurl(CURLE_COULDNT_CONNECT);
        $this->ask(['action' => 'ask', 'pid' => 4, 'question' => 'Q']);
        self::assertSame([503, 'E_MODULE_UNREACHABLE'], [$this->output->status, $this->output->errorCode()]);
    }

    /**
     * @dataProvider refusals
     */
    public function testRefusalsOfTheService(int $status, string $body, int $told, string $code): void
    {
        $this->client->answer = new SidecarReply($status, [], $body);
        foreach (['overview', 'ask'] as $action) {
            $this->output->body = '';
            $this->ask(['action' => $action, 'pid' => 4, 'question' => 'Q']);
            self::assertSame([$told, $code], [$this->output->status, $this->output->errorCode()]);
        }
    }

    public static function refusals(): array
    {
        return [
            [404, '{"code":"E_REQUEST_NOT_FOUND","detail":"No such thing."}', 404, 'E_REQUEST_NOT_FOUND'],
            [409, '{"code":"E_REVIEW_STALE","detail":"Too late."}', 409, 'E_REVIEW_STALE'],
            [429, '{"code":"E_REQUEST_RATE_LIMITED"}', 429, 'E_REQUEST_RATE_LIMITED'],
            [401, '{"code":"E_REQUEST_UNAUTHENTICATED"}', 502, 'E_MODULE_NOT_ACCEPTED'],
            [500, '{"code":"E_STORE_DOWN","detail":"No database."}', 502, 'E_STORE_DOWN'],
            [500, '<html>Traceback of patient Quill</html>', 502, 'E_MODULE_ANSWER'],
            [302, '', 502, 'E_MODULE_ANSWER'],
            [200, 'not JSON', 502, 'E_MODULE_ANSWER'],
            [200, '', 502, 'E_MODULE_ANSWER'],
        ];
    }

    public function testWithoutSettingsItSaysSo(): void
    {
        $this->ask(['action' => 'overview', 'pid' => 4], new Settings('', ''));
        self::assertSame([503, 'E_MODULE_SETTINGS'], [$this->output->status, $this->output->errorCode()]);
        self::assertSame([], $this->client->calls);
    }

    public function testARefusedRequestReachesNobody(): void
    {
        $this->ask(['action' => 'overview', 'pid' => 5]);
        self::assertSame([409, 'E_MODULE_OTHER_PATIENT'], [$this->output->status, $this->output->errorCode()]);
        self::assertSame([], $this->client->calls);
    }

    /**
     * @dataProvider unreadDocuments
     */
    public function testADecisionNamesItsDocumentInAFormThatIsChecked(string $action, mixed $document): void
    {
        $request = ['action' => $action, 'pid' => 4, 'item' => 'fact:3', 'items' => ['a' => 1]];
        $this->ask($request + ($document === null ? [] : ['document_id' => $document]));
        self::assertSame([400, 'E_MODULE_REQUEST'], [$this->output->status, $this->output->errorCode()]);
        self::assertSame([], $this->client->calls);
        self::assertSame([], $this->notes);
    }

    public static function unreadDocuments(): array
    {
        // Numbers have one form here, as they have at the service.
        $forms = [null, 0, '012', ' 12', '12.0', 12.5, '+12', [12], true];
        $pairs = static fn (mixed $form): array => [['decide', $form], ['accept_all', $form]];
        return array_merge(...array_map($pairs, $forms));
    }

    public function testAnUnexpectedFailureIsToldWithoutItsMessage(): void
    {
        $this->client->defect = new RuntimeException('Ada Quill, born 1970');
        $log = (string) tempnam(sys_get_temp_dir(), 'arbiter');
        $before = ini_set('error_log', $log);
        $this->ask(['action' => 'overview', 'pid' => 4]);
        ini_set('error_log', (string) $before);
        $logged = (string) file_get_contents($log);
        unlink($log);
        self::assertStringContainsString('overview failed: RuntimeException', $logged);
        self::assertStringNotContainsString('Quill', $logged);
        self::assertSame([500, 'E_MODULE_DEFECT'], [$this->output->status, $this->output->errorCode()]);
        self::assertStringNotContainsString('Quill', $this->output->body);
    }

    /**
     * @dataProvider noted
     * @param array<string, mixed> $request
     * @param array{string, int|null} $note
     */
    public function testWhatChangesSomethingIsNoted(array $request, array $note): void
    {
        $this->ask($request);
        self::assertSame([$note], $this->notes);
        $this->notes = [];
        $this->client->answer = new SidecarReply(409, [], '{"code":"E_REVIEW_STALE"}');
        $this->ask($request);
        self::assertSame([], $this->notes, 'refused by the service');
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

    public function testRowsOfClosedChartsAreLeftOut(): void
    {
        $rows = '{"document_id":1,"patient_id":4,"empty":{},"share":1.0},'
            . '{"document_id":2,"patient_id":5},{"document_id":3}';
        $this->client->answer = new SidecarReply(200, [], "{\"items\":[$rows],\"counts\":{}}");
        $this->ask(['action' => 'reviews', 'pid' => null]);
        $kept = '{"document_id":1,"patient_id":4,"empty":{},"share":1.0,"patient_name":"Quill, Ada"},{"document_id":3}';
        self::assertSame("{\"items\":[$kept],\"counts\":{}}", $this->output->body);
    }

    /**
     * @dataProvider withNames
     * @param array<string, mixed> $request
     */
    public function testWhoDecidedIsNamedAndInTheSitesQueueThePatient(array $request, string $said, string $told): void
    {
        $this->client->answer = new SidecarReply(200, [], $said);
        $this->ask($request);
        self::assertSame($told, $this->output->body);
        foreach (['Vance', 'Quill', 'Brook'] as $name) {
            self::assertStringNotContainsString($name, (string) json_encode($this->client->calls), 'the service knows');
        }
    }

    public static function withNames(): array
    {
        $decided = '"decided":{"by":"users:7","note":"users:7","reasons":[]';
        $decision = ['action' => 'decide', 'document_id' => 9, 'item' => 'fact:1'];
        return [
            'the queue of the site' => [
                ['action' => 'reviews', 'pid' => null],
                "{\"items\":[{\"patient_id\":4,$decided}},{\"patient_id\":99,\"decided\":{\"by\":\"key_1\"}}]}",
                "{\"items\":[{\"patient_id\":4,$decided,\"by_name\":\"Dana Vance\"},\"patient_name\":\"Quill, Ada\"},"
                . '{"patient_id":99,"decided":{"by":"key_1"}}]}',
            ],
            'the queue of a patient' => [
                ['action' => 'reviews', 'pid' => 4],
                "{\"items\":[{\"patient_id\":4,$decided}}]}",
                "{\"items\":[{\"patient_id\":4,$decided,\"by_name\":\"Dana Vance\"}}]}",
            ],
            'a decision at the site' => [
                $decision + ['pid' => null, 'patient_id' => 5],
                "{\"item\":{\"patient_id\":5,$decided}},\"job\":null}",
                "{\"item\":{\"patient_id\":5,$decided,\"by_name\":\"Dana Vance\"},\"patient_name\":\"Brook, Ben\"},"
                . '"job":null}',
            ],
            'a decision on a patient' => [
                $decision + ['pid' => 4],
                "{\"item\":{\"patient_id\":4,$decided}}}",
                "{\"item\":{\"patient_id\":4,$decided,\"by_name\":\"Dana Vance\"}}}",
            ],
            'a source' => [
                ['action' => 'source', 'pid' => 4, 'source_id' => 'documents:9'],
                '{"boxes":[],"review":{"by":"users:7","at":null},"chart_row":null}',
                '{"boxes":[],"review":{"by":"users:7","at":null,"by_name":"Dana Vance"},"chart_row":null}',
            ],
            'nobody who has a name' => [
                ['action' => 'reviews', 'pid' => null],
                '{ "items": [{"patient_id": 99, "decided": {"by": "users:8"}}] }',
                '{ "items": [{"patient_id": 99, "decided": {"by": "users:8"}}] }',
            ],
            'what is no user' => [
                ['action' => 'reviews', 'pid' => null],
                '{"items":[{"by":"users:07"},{"by":"users:7 "},{"by":7},{"by":["users:7"]},{"patient_id":"4"}]}',
                '{"items":[{"by":"users:07"},{"by":"users:7 "},{"by":7},{"by":["users:7"]},{"patient_id":"4"}]}',
            ],
        ];
    }

    /**
     * @dataProvider aboutDocuments
     * @param array<string, mixed> $request
     */
    public function testTheServiceIsToldWhatIsOpenToTheUser(array $request): void
    {
        $this->ask($request);
        self::assertSame(Doubles::CATEGORIES, $this->client->calls[0]['claims']['categories']);
        self::assertSame(['results', 'demographics'], $this->client->calls[0]['claims']['chart']);
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

    public function testLookingIsNotNoted(): void
    {
        foreach (['overview', 'documents', 'reviews', 'status', 'mappings_get', 'automation_get'] as $action) {
            $this->ask(['action' => $action, 'pid' => 4]);
        }
        $this->ask(['action' => 'ask', 'pid' => 4, 'question' => 'Q', 'stream' => false]);
        self::assertCount(7, $this->client->calls);
        self::assertSame([], $this->notes);
    }

    public function testAcceptAllNamesItsItems(): void
    {
        foreach ([null, [], 'all'] as $items) {
            $this->output->body = '';
            $this->ask(['action' => 'accept_all', 'pid' => 4, 'document_id' => 1, 'items' => $items]);
            self::assertSame('E_MODULE_REQUEST', $this->output->errorCode());
        }
    }

    public function testTheCheckWorksWithoutSettingsAndSaysWhatIsMissing(): void
    {
        $this->ask(['action' => 'check', 'pid' => null], new Settings('', ''));
        $told = json_decode($this->output->body, true);
        self::assertFalse($told['ok']);
        self::assertSame(['settings'], array_column($told['findings'], 'name'));
    }

    /**
     * @param array<string, mixed> $request
     */
    private function ask(array $request, ?Settings $settings = null): void
    {
        $request += ['csrf_token_form' => Doubles::FORM];
        $this->controller($settings ?? Doubles::settings())->answer('POST', (string) json_encode($request));
    }

    private function controller(Settings $settings): ApiController
    {
        $minter = new TokenMinter($settings->secret, 'default');
        $access = Doubles::access(7, 4, self::EVERYTHING);
        $log = new class ($this->notes) extends AuditLog {
            /**
             * @param list<array{string, int|null}> $notes
             */
            public function __construct(private array &$notes)
            {
            }

            public function note(string $comment, ?int $patientId): void
            {
                $this->notes[] = [$comment, $patientId];
            }
        };
        $closed = new ClosedRows(Doubles::charts([5]));
        $named = new NamedRows(Doubles::names([7 => 'Dana Vance'], [4 => 'Quill, Ada', 5 => 'Brook, Ben']));
        return new ApiController($access, $settings, $this->client, $minter, $this->output, $log, $closed, $named);
    }
}
