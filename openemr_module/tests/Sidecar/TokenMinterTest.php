<?php

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Sidecar;

use InvalidArgumentException;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Openings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Scope;
use OpenEMR\Modules\ArbiterFhir\Sidecar\TokenMinter;
use OpenEMR\Modules\ArbiterFhir\Tests\Doubles;
use PHPUnit\Framework\TestCase;

final class TokenMinterTest extends TestCase
{
    public function testSaysWhoAsksForWhomAndForHowLong(): void
    {
        $openings = new Openings([[0, 3], [7, 7]], ['results']);
        $token = $this->minter()->mint(7, 12, [Scope::Query, Scope::Review], $openings);
        [$header, $claims] = $this->parts($token);
        self::assertSame(['alg' => 'HS256', 'typ' => 'arbiter-panel+jwt'], $header);
        self::assertMatchesRegularExpression('/\A[0-9a-f]{32}\z/', $claims['jti']);
        unset($claims['jti']);
        self::assertSame([
            'iss' => 'oe-module-arbiter-fhir',
            'aud' => 'arbiter-fhir',
            'site' => 'default',
            'sub' => 'users:7',
            'pid' => 12,
            'scopes' => ['query', 'review'],
            'categories' => [[0, 3], [7, 7]],
            'chart' => ['results'],
            'iat' => 1_800_000_000,
            'exp' => 1_800_000_060,
        ], $claims);
    }

    public function testTheSignatureIsThatOfTheStandard(): void
    {
        [$header, $claims, $signature] = explode('.', $this->minter()->mint(7, null, [Scope::Admin], Openings::none()));
        $expected = hash_hmac('sha256', "$header.$claims", Doubles::SECRET, true);
        self::assertSame(rtrim(strtr(base64_encode($expected), '+/', '-_'), '='), $signature);
        self::assertNull($this->parts("$header.$claims.$signature")[1]['pid']);
    }

    public function testNoTwoTokensAreTheSame(): void
    {
        $ids = [];
        for ($round = 0; $round < 200; $round++) {
            $ids[] = $this->parts($this->minter()->mint(1, 1, [Scope::Query], Openings::none()))[1]['jti'];
        }
        self::assertCount(200, array_unique($ids));
    }

    /**
     * @dataProvider impossible
     * @param list<Scope> $scopes
     */
    public function testRefusesWhatNoTokenMaySay(int $user, ?int $patient, array $scopes): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->minter()->mint($user, $patient, $scopes, Openings::none());
    }

    public static function impossible(): array
    {
        return [[-1, 1, [Scope::Query]], [1, 0, [Scope::Query]], [1, -4, [Scope::Query]], [1, 1, []]];
    }

    private function minter(): TokenMinter
    {
        return new TokenMinter(Doubles::SECRET, 'default', static fn (): int => 1_800_000_000);
    }

    /**
     * @return array{array<string, mixed>, array<string, mixed>}
     */
    private function parts(string $token): array
    {
        [$header, $claims] = array_map(
            static fn (string $part): array => json_decode(base64_decode(strtr($part, '-_', '+/')), true),
            array_slice(explode('.', $token), 0, 2),
        );
        return [$header, $claims];
    }
}
