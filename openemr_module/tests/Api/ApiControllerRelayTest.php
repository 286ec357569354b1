<?php

/**
 * What the endpoint passes on: to the service as agreed, and its answers, pictures, events and refusals to the browser.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Api;

use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarFault;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarReply;
use OpenEMR\Modules\ArbiterFhir\Tests\PlayedEndpoint;
use PHPUnit\Framework\TestCase;
use RuntimeException;

final class ApiControllerRelayTest extends TestCase
{
    private PlayedEndpoint $endpoint;

    protected function setUp(): void
    {
        $this->endpoint = new PlayedEndpoint();
    }

    /**
     * @dataProvider calls
     * @param array<string, mixed> $request
     * @param array<string, mixed>|null $body
     */
    public function testAsksTheServiceAsAgreed(array $request, string $method, string $path, ?array $body): void
    {
        $this->endpoint->ask($request);
        self::assertSame(200, $this->endpoint->output->status, $this->endpoint->output->body);
        self::assertSame('{"fine":true}', $this->endpoint->output->body);
        [$call] = $this->endpoint->client->calls;
        self::assertSame([$method, $path], [$call['method'], $call['path']]);
        self::assertEquals($body, $call['body']);
        self::assertSame('users:7', $call['claims']['sub']);
        self::assertSame('no-store', $this->endpoint->output->headers['Cache-Control']);
        self::assertSame('nosniff', $this->endpoint->output->headers['X-Content-Type-Options']);
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

    public function testAPictureIsHandedOnAsOne(): void
    {
        $png = "\x89PNG\r\n\x1a\nrest";
        $headers = ['content-type' => 'image/png', 'x-page-count' => '3'];
        $this->endpoint->client->answer = new SidecarReply(200, $headers, $png);
        $this->endpoint->ask(['action' => 'page', 'pid' => 4, 'document_id' => 12, 'page' => 2, 'width' => 9000]);
        self::assertSame('/v1/patients/4/documents/12/pages/2?width=2000', $this->endpoint->client->calls[0]['path']);
        self::assertSame($png, $this->endpoint->output->body);
        self::assertSame('image/png', $this->endpoint->output->headers['Content-Type']);
        self::assertSame('3', $this->endpoint->output->headers['X-Page-Count']);
    }

    /**
     * @dataProvider noPictures
     * @param array<string, string> $headers
     */
    public function testWhatIsNoPictureIsNotHandedOn(array $headers, string $bytes): void
    {
        $this->endpoint->client->answer = new SidecarReply(200, $headers, $bytes);
        $this->endpoint->ask(['action' => 'page', 'pid' => 4, 'document_id' => 12, 'page' => 1]);
        self::assertSame([502, 'E_MODULE_ANSWER'], $this->endpoint->output->refusal());
    }

    public static function noPictures(): array
    {
        return [
            [['content-type' => 'text/html'], "\x89PNG\r\n\x1a\n"],
            [['content-type' => 'image/svg+xml'], '<svg onload="alert(1)"/>'],
            [['content-type' => 'image/png'], '<script>alert(1)</script>'],
        ];
    }

    public function testEventsAreHandedOnAsTheyCome(): void
    {
        $this->endpoint->client->pieces = ["event: routed\ndata: {}\n\nev", "ent: done\ndata: {}\n\n"];
        $this->endpoint->ask(['action' => 'ask', 'pid' => 4, 'question' => 'Q']);
        self::assertSame('/v1/queries/stream', $this->endpoint->client->calls[0]['path']);
        self::assertSame(implode('', $this->endpoint->client->pieces), $this->endpoint->output->body);
        self::assertSame('text/event-stream; charset=utf-8', $this->endpoint->output->headers['Content-Type']);
        self::assertSame('no', $this->endpoint->output->headers['X-Accel-Buffering']);
        self::assertSame(1, $this->endpoint->output->begun);
    }

    public function testAStreamEndsWhereItsReaderHasGone(): void
    {
        $this->endpoint->client->pieces = ["event: routed\ndata: {}\n\n", "event: delta\ndata: {}\n\n"];
        $this->endpoint->output->patience = 1;
        $this->endpoint->ask(['action' => 'ask', 'pid' => 4, 'question' => 'Q']);
        self::assertStringStartsWith('event: routed', $this->endpoint->output->body);
        self::assertStringNotContainsString('event: delta', $this->endpoint->output->body);
    }

    public function testAStreamThatJustStopsEndsWithAnError(): void
    {
        $this->endpoint->client->pieces = ["event: routed\ndata: {}\n\n", "event: done and more\n"];
        $this->endpoint->ask(['action' => 'ask', 'pid' => 4, 'question' => 'Q']);
        $told = $this->endpoint->output->body;
        self::assertStringEndsWith("\n\n", $told);
        self::assertStringContainsString("\n\nevent: error\ndata: {\"code\":\"E_MODULE_CUT_OFF\"", $told);
    }

    public function testAStreamThatFailsOnTheWayEndsWithAnError(): void
    {
        $this->endpoint->client->pieces = ["event: routed\ndata: {}\n\n"];
        $this->endpoint->client->answer = SidecarFault::ofCurl(CURLE_OPERATION_TIMEDOUT);
        $this->endpoint->ask(['action' => 'ask', 'pid' => 4, 'question' => 'Q']);
        self::assertSame(1, substr_count($this->endpoint->output->body, 'event: error'));
        self::assertStringContainsString('E_MODULE_TIMEOUT', $this->endpoint->output->body);
    }

    public function testAStreamThatFailsAtOnceIsAnOrdinaryError(): void
    {
        $this->endpoint->client->answer = SidecarFault::ofCurl(CURLE_COULDNT_CONNECT);
        $this->endpoint->ask(['action' => 'ask', 'pid' => 4, 'question' => 'Q']);
        self::assertSame([503, 'E_MODULE_UNREACHABLE'], $this->endpoint->output->refusal());
    }

    /**
     * @dataProvider refusals
     */
    public function testRefusalsOfTheService(int $status, string $body, int $told, string $code): void
    {
        $this->endpoint->client->answer = new SidecarReply($status, [], $body);
        foreach (['overview', 'ask'] as $action) {
            $this->endpoint->output->body = '';
            $this->endpoint->ask(['action' => $action, 'pid' => 4, 'question' => 'Q']);
            self::assertSame([$told, $code], $this->endpoint->output->refusal());
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

    public function testAnUnexpectedFailureIsToldWithoutItsMessage(): void
    {
        $this->endpoint->client->defect = new RuntimeException('Ada Quill, born 1970');
        $log = (string) tempnam(sys_get_temp_dir(), 'arbiter');
        $before = ini_set('error_log', $log);
        $this->endpoint->ask(['action' => 'overview', 'pid' => 4]);
        ini_set('error_log', (string) $before);
        $logged = (string) file_get_contents($log);
        unlink($log);
        self::assertStringContainsString('overview failed: RuntimeException', $logged);
        self::assertStringNotContainsString('Quill', $logged);
        self::assertSame([500, 'E_MODULE_DEFECT'], $this->endpoint->output->refusal());
        self::assertStringNotContainsString('Quill', $this->endpoint->output->body);
    }

    /**
     * @dataProvider withNames
     * @param array<string, mixed> $request
     */
    public function testWhoDecidedIsNamedAndInTheSitesQueueThePatient(array $request, string $said, string $told): void
    {
        $this->endpoint->client->answer = new SidecarReply(200, [], $said);
        $this->endpoint->ask($request);
        self::assertSame($told, $this->endpoint->output->body);
        $asked = (string) json_encode($this->endpoint->client->calls);
        foreach (['Vance', 'Quill', 'Brook'] as $name) {
            self::assertStringNotContainsString($name, $asked, 'the service knows');
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
}
