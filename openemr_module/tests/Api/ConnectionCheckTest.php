<?php

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Api;

use OpenEMR\Modules\ArbiterFhir\Api\ConnectionCheck;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarClient;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarFault;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarReply;
use OpenEMR\Modules\ArbiterFhir\Tests\Doubles;
use PHPUnit\Framework\TestCase;

final class ConnectionCheckTest extends TestCase
{
    private const NOW = 1_800_000_000;

    /**
     * @dataProvider situations
     * @param list<array{string, bool}> $expected
     */
    public function testSaysWhereItFails(
        SidecarReply|SidecarFault $alive,
        SidecarReply|SidecarFault $status,
        array $expected,
    ): void {
        $client = new class ($alive, $status) extends SidecarClient {
            public function __construct(
                private readonly SidecarReply|SidecarFault $alive,
                private readonly SidecarReply|SidecarFault $status,
            ) {
                parent::__construct(Doubles::settings());
            }

            public function call(
                string $method,
                string $path,
                string $token,
                ?array $body,
                ?int $seconds = null,
            ): SidecarReply {
                $answer = $path === '/v1/status' ? $this->status : $this->alive;
                return $answer instanceof SidecarFault ? throw $answer : $answer;
            }
        };
        $check = new ConnectionCheck(Doubles::settings(), $client, static fn (): int => self::NOW);
        $findings = array_map(
            static fn (array $finding): array => [$finding['name'], $finding['ok']],
            $check->findings('token'),
        );
        self::assertSame($expected, $findings);
    }

    public static function situations(): array
    {
        $date = static fn (int $time): array => ['date' => gmdate('D, d M Y H:i:s', $time) . ' GMT'];
        $fine = new SidecarReply(200, $date(self::NOW), '{"status":"alive"}');
        $late = new SidecarReply(200, $date(self::NOW - 6), '{"status":"alive"}');
        $near = new SidecarReply(200, $date(self::NOW + 5), '{"status":"alive"}');
        $page = new SidecarReply(200, [], '<html>');
        $dead = SidecarFault::ofCurl(CURLE_COULDNT_CONNECT);
        $ready = new SidecarReply(200, [], '{"ready":true}');
        $start = [['settings', true], ['reachable', true]];
        return [
            'all well' => [$fine, $ready, [...$start, ['accepted', true], ['ready', true]]],
            'near enough' => [$near, $ready, [...$start, ['accepted', true], ['ready', true]]],
            'no date' => [
                new SidecarReply(200, [], '{"status":"alive"}'),
                $ready,
                [...$start, ['accepted', true], ['ready', true]],
            ],
            'dead' => [$dead, $ready, [['settings', true], ['reachable', false]]],
            'something else' => [$page, $ready, [['settings', true], ['reachable', false]]],
            'another JSON' => [new SidecarReply(200, [], '{}'), $ready, [['settings', true], ['reachable', false]]],
            'other secret' => [$fine, new SidecarReply(401, [], '{}'), [...$start, ['accepted', false]]],
            'clocks' => [$late, new SidecarReply(401, [], '{}'), [...$start, ['clock', false], ['accepted', false]]],
            'failing' => [$fine, new SidecarReply(500, [], '{"code":"E_STORE"}'), [...$start, ['accepted', false]]],
            'dies on the way' => [$fine, $dead, [...$start, ['accepted', false]]],
            'not ready' => [$fine, new SidecarReply(200, [], '{}'), [...$start, ['accepted', true], ['ready', false]]],
        ];
    }
}
