<?php

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Ping;

use OpenEMR\Modules\ArbiterFhir\Ping\ChangePing;
use OpenEMR\Modules\ArbiterFhir\Ping\SeenDocuments;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarFault;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarReply;
use OpenEMR\Modules\ArbiterFhir\Sidecar\TokenMinter;
use OpenEMR\Modules\ArbiterFhir\Tests\Doubles;
use OpenEMR\Modules\ArbiterFhir\Tests\RecordingClient;
use PHPUnit\Framework\TestCase;

final class ChangePingTest extends TestCase
{
    /** @var list<int> */
    private array $remembered = [];

    public function testTellsNumbersAndNothingElse(): void
    {
        $client = new RecordingClient(new SidecarReply(202, [], '{}'));
        self::assertSame(2, $this->ping($client, [11, 12]));
        self::assertSame([11, 12], $this->remembered);
        self::assertSame(['document_id' => 11], $client->calls[0]['body']);
        self::assertSame('/v1/documents/changed', $client->calls[0]['path']);
        $claims = $client->calls[0]['claims'];
        self::assertSame(['users:0', null, ['ingest']], [$claims['sub'], $claims['pid'], $claims['scopes']]);
        self::assertNotSame($claims['jti'], $client->calls[1]['claims']['jti'], 'a token for each call');
    }

    public function testADocumentThatIsGoneHoldsUpNoOther(): void
    {
        $client = new RecordingClient(new SidecarReply(404, [], '{"code":"E_REQUEST_NOT_FOUND"}'));
        self::assertSame(2, $this->ping($client, [11, 12]));
        self::assertSame([11, 12], $this->remembered);
    }

    /**
     * @dataProvider hindrances
     */
    public function testWhatHindersAllIsTriedAgainLater(SidecarReply|SidecarFault $answer): void
    {
        $client = new RecordingClient($answer);
        self::assertSame(0, $this->ping($client, [11, 12]));
        self::assertSame([], $this->remembered);
        self::assertCount(1, $client->calls);
    }

    public static function hindrances(): array
    {
        return [
            [new SidecarReply(500, [], '{}')],
            [new SidecarReply(401, [], '{}')],
            [new SidecarReply(403, [], '{}')],
            [new SidecarReply(429, [], '{}')],
            [SidecarFault::ofCurl(CURLE_COULDNT_CONNECT)],
        ];
    }

    public function testWhatWasChangedIsToldFirstAndRemembersNothing(): void
    {
        $client = new RecordingClient(new SidecarReply(202, [], '{}'));
        self::assertSame(2, $this->ping($client, [12], null, [5]));
        self::assertSame([['document_id' => 5], ['document_id' => 12]], array_column($client->calls, 'body'));
        self::assertSame([12], $this->remembered);
    }

    public function testWithoutSettingsNothingIsAsked(): void
    {
        $client = new RecordingClient(new SidecarReply(202, [], '{}'));
        self::assertSame(0, $this->ping($client, [11], new Settings('', '')));
        self::assertSame([], $client->calls);
    }

    /**
     * @param list<int> $new
     * @param list<int> $changed
     */
    private function ping(
        RecordingClient $client,
        array $new,
        ?Settings $settings = null,
        array $changed = [],
    ): int {
        $seen = new class ($new, $this->remembered) extends SeenDocuments {
            /**
             * @param list<int> $new
             * @param list<int> $remembered
             */
            public function __construct(private readonly array $new, private array &$remembered)
            {
            }

            public function next(int $most): array
            {
                return array_slice($this->new, 0, $most);
            }

            public function remember(int $documentId): void
            {
                $this->remembered[] = $documentId;
            }
        };
        $settings ??= Doubles::settings();
        $minter = new TokenMinter(Doubles::SECRET, 'default');
        return (new ChangePing($settings, $client, $minter, $seen))->send($changed);
    }
}
