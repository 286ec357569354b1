<?php

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Sidecar;

use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarFault;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarReply;
use PHPUnit\Framework\TestCase;

final class SidecarReplyTest extends TestCase
{
    /**
     * @dataProvider bodies
     */
    public function testOnlyTheAgreedFormIsAProblem(string $body, ?string $code): void
    {
        self::assertSame($code, (new SidecarReply(400, [], $body))->problem()['code'] ?? null);
    }

    public static function bodies(): array
    {
        return [
            ['{"code":"E_X_Y","detail":"So."}', 'E_X_Y'],
            ['{"code":"E_X_Y"}', 'E_X_Y'],
            ['{"code":"<script>"}', null],
            ['{"code":7}', null],
            ['{"detail":"So."}', null],
            ['[]', null],
            ['"E_X_Y"', null],
            ['<html>', null],
            ['', null],
        ];
    }

    public function testTheMediaTypeComesWithoutItsParameters(): void
    {
        $reply = new SidecarReply(200, ['content-type' => 'Application/JSON; charset=utf-8'], '');
        self::assertSame('application/json', $reply->mediaType());
        self::assertSame('', (new SidecarReply(200, [], ''))->mediaType());
    }

    /**
     * @dataProvider noJson
     */
    public function testWhatIsNoObjectIsNotUnderstood(string $body): void
    {
        $this->expectException(SidecarFault::class);
        (new SidecarReply(200, [], $body))->json();
    }

    public static function noJson(): array
    {
        return [[''], ['7'], ['"x"'], ['{'], ["{\"a\":\"\xff\"}"], [str_repeat('[', 100) . str_repeat(']', 100)]];
    }
}
