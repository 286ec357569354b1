<?php

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Sidecar;

use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarClient;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarFault;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarReply;
use OpenEMR\Modules\ArbiterFhir\Tests\Doubles;
use OpenEMR\Modules\ArbiterFhir\Tests\LocalServer;
use PHPUnit\Framework\TestCase;

final class SidecarClientTest extends TestCase
{
    private static LocalServer $server;

    public static function setUpBeforeClass(): void
    {
        self::$server = new LocalServer();
    }

    public static function tearDownAfterClass(): void
    {
        self::$server->stop();
    }

    public function testSendsTokenAndJsonAndGivesTheAnswer(): void
    {
        $reply = $this->client()->call('POST', '/echo', 'a.b.c', ['question' => 'Größe?', 'rate' => 1.0]);
        self::assertTrue($reply->isFine());
        self::assertSame('application/json', $reply->mediaType());
        self::assertSame(['method' => 'POST', 'body' => '{"question":"Größe?","rate":1.0}'], $reply->json());
        $head = self::$server->requests()[0]['head'];
        self::assertStringContainsString('Authorization: Bearer a.b.c', $head);
        self::assertStringContainsString('Content-Type: application/json', $head);
    }

    public function testAnEmptyBodyIsAnObject(): void
    {
        self::assertSame('{}', $this->client()->call('POST', '/echo', 't', [])->json()['body']);
    }

    public function testAGetSendsNoBody(): void
    {
        self::assertSame(['method' => 'GET', 'body' => ''], $this->client()->call('GET', '/echo', 't', null)->json());
    }

    /**
     * @dataProvider faults
     */
    public function testEveryFaultHasItsCode(string $path, string $code, int $status, int $seconds = 300): void
    {
        try {
            $this->client()->call('GET', $path, 't', null, $seconds)->json();
            self::fail('no fault');
        } catch (SidecarFault $fault) {
            self::assertSame([$code, $status], [$fault->faultCode, $fault->status]);
            self::assertNotSame('', $fault->getMessage());
        }
    }

    public static function faults(): array
    {
        return [
            'silent' => ['/silent', 'E_MODULE_TIMEOUT', 504, 1],
            'cut off' => ['/truncated', 'E_MODULE_CUT_OFF', 502],
            'nothing' => ['/empty', 'E_MODULE_CUT_OFF', 502],
            'no JSON' => ['/broken', 'E_MODULE_ANSWER', 502],
            'too much' => ['/huge', 'E_MODULE_ANSWER', 502],
        ];
    }

    public function testADeadServiceIsUnreachable(): void
    {
        $this->expectExceptionObject(SidecarFault::ofCurl(CURLE_COULDNT_CONNECT));
        (new SidecarClient(Doubles::settings('http://127.0.0.1:1')))->call('GET', '/echo', 't', null);
    }

    public function testHttpsToSomethingElseIsAFaultOfItsCertificate(): void
    {
        $url = str_replace('http:', 'https:', self::$server->url);
        try {
            (new SidecarClient(new Settings($url, Doubles::SECRET, '', 30, 300)))->call('GET', '/echo', 't', null);
            self::fail('no fault');
        } catch (SidecarFault $fault) {
            self::assertSame('E_MODULE_CERTIFICATE', $fault->faultCode);
        }
    }

    public function testFollowsNoRedirect(): void
    {
        self::assertSame(302, $this->client()->call('GET', '/redirect', 't', null)->status);
    }

    public function testARefusalIsAnAnswer(): void
    {
        $reply = $this->client()->call('GET', '/problem', 't', null);
        self::assertSame(404, $reply->status);
        self::assertSame(['code' => 'E_REQUEST_NOT_FOUND', 'message' => 'No such thing.'], $reply->problem());
    }

    public function testHandsAStreamOn(): void
    {
        $taken = '';
        $take = static function (string $piece) use (&$taken): bool {
            $taken .= $piece;
            return true;
        };
        $reply = $this->client()->stream('/stream', 't', ['question' => 'x'], $take);
        self::assertNull($reply);
        self::assertSame("event: routed\ndata: {}\n\nevent: done\ndata: {\"text\":\"42\"}\n\n", $taken);
    }

    public function testARefusedStreamIsAnAnswer(): void
    {
        $reply = $this->client()->stream('/stream/refused', 't', [], static fn (string $piece): bool => true);
        self::assertInstanceOf(SidecarReply::class, $reply);
        self::assertSame('E_REQUEST_FORBIDDEN', $reply->problem()['code'] ?? null);
    }

    public function testEndsWhenTheReaderHasGone(): void
    {
        $pieces = 0;
        $leave = static function (string $piece) use (&$pieces): bool {
            $pieces++;
            return false;
        };
        $reply = $this->client()->stream('/stream/silent', 't', [], $leave);
        self::assertNull($reply);
        self::assertSame(1, $pieces);
    }

    /**
     * @dataProvider brokenStreams
     */
    public function testAStreamThatBreaksOffIsAFault(string $path, string $code, int $seconds): void
    {
        try {
            $this->client($seconds)->stream($path, 't', [], static fn (string $piece): bool => true);
            self::fail('no fault');
        } catch (SidecarFault $fault) {
            self::assertSame($code, $fault->faultCode);
        }
    }

    public static function brokenStreams(): array
    {
        return [['/stream/short', 'E_MODULE_CUT_OFF', 300], ['/stream/silent', 'E_MODULE_TIMEOUT', 1]];
    }

    private function client(int $seconds = 300): SidecarClient
    {
        return new SidecarClient(Doubles::settings(self::$server->url, $seconds));
    }
}
