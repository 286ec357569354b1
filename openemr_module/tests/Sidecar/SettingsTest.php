<?php

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Sidecar;

use OpenEMR\Modules\ArbiterFhir\Host\Crypto;
use OpenEMR\Modules\ArbiterFhir\Host\GlobalsAdapter;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Modules\ArbiterFhir\Tests\Doubles;
use OpenEMR\Common\Crypto\KernelSeal;
use PHPUnit\Framework\TestCase;

final class SettingsTest extends TestCase
{
    protected function tearDown(): void
    {
        foreach (array_keys($GLOBALS) as $name) {
            if (str_starts_with($name, 'arbiter_fhir_')) {
                unset($GLOBALS[$name]);
            }
        }
    }

    public function testReadsWhatOpenEmrStores(): void
    {
        $GLOBALS[Settings::URL] = ' https://service.example:8443/ ';
        $GLOBALS[Settings::SECRET] = KernelSeal::close(strtoupper(Doubles::SECRET));
        $GLOBALS[Settings::CONNECT_SECONDS] = '7';
        $GLOBALS[Settings::HIDE_CARD] = '1';
        $settings = Settings::fromGlobals(new GlobalsAdapter(), new Crypto());
        self::assertSame('https://service.example:8443', $settings->url);
        self::assertSame(Doubles::SECRET, $settings->secret, 'the service signs with lower-case digits');
        self::assertSame([7, 60], [$settings->connectSeconds, $settings->answerSeconds]);
        self::assertTrue($settings->hidesCard);
        self::assertFalse($settings->hidesBadges);
        self::assertNull($settings->problem());
    }

    public function testBeforeAnythingIsEnteredItSaysSo(): void
    {
        $settings = Settings::fromGlobals(new GlobalsAdapter(), new Crypto());
        self::assertStringContainsString('address', (string) $settings->problem());
    }

    /**
     * @dataProvider seconds
     */
    public function testTimesStayWithinBounds(string $entered, int $used): void
    {
        $GLOBALS[Settings::ANSWER_SECONDS] = $entered;
        self::assertSame($used, Settings::fromGlobals(new GlobalsAdapter(), new Crypto())->answerSeconds);
    }

    public static function seconds(): array
    {
        return [['', 60], ['0', 60], ['-5', 60], ['1', 5], ['30', 30], ['9999', 300], ['1e3', 60], ['ten', 60]];
    }

    /**
     * @dataProvider addresses
     */
    public function testTakesHttpsAnywhereAndHttpOnThisMachineOnly(string $url, bool $isFine): void
    {
        self::assertSame($isFine, Settings::isAcceptableUrl($url));
    }

    public static function addresses(): array
    {
        return [
            ['https://service.example', true],
            ['https://service.example:8443/arbiter', true],
            ['http://127.0.0.1:8000', true],
            ['http://127.9.9.9', true],
            ['http://localhost:8000', true],
            ['http://[::1]:8000', true],
            ['http://service.example', false],
            ['http://10.0.0.5:8000', false],
            ['http://127.0.0.1.example.org', false],
            ['http://localhost.example.org', false],
            ['http://[::ffff:10.0.0.5]', false],
            ['https://user:pass@service.example', false],
            ['https://service.example/?x=1', false],
            ['https://service.example/#x', false],
            ["https://service.example\r\nX: y", false],
            ['file:///etc/passwd', false],
            ['gopher://127.0.0.1', false],
            ['//service.example', false],
            ['https://', false],
            ['', false],
        ];
    }

    /**
     * @dataProvider problems
     */
    public function testSaysWhatIsWrong(Settings $settings, string $word): void
    {
        self::assertStringContainsString($word, (string) $settings->problem());
    }

    public static function problems(): array
    {
        $secret = Doubles::SECRET;
        return [
            [new Settings('', $secret), 'not set'],
            [new Settings('http://10.0.0.5', $secret), 'https://'],
            [new Settings('https://a.example', ''), 'secret'],
            [new Settings('https://a.example', 'short'), '64 hexadecimal'],
            [new Settings('https://a.example', str_repeat('g', 64)), '64 hexadecimal'],
            [new Settings('https://a.example', $secret, '/no/such/file.pem'), 'certificate file'],
            [new Settings('https://a.example', $secret, basename(__FILE__)), 'whole path'],
            [new Settings('https://a.example', $secret, 'file://' . __FILE__), 'whole path'],
            [new Settings('https://a.example', $secret, 'ftp://a.example/ca.pem'), 'whole path'],
        ];
    }

    public function testAStoredSecretThatCannotBeOpenedCountsAsNone(): void
    {
        $GLOBALS[Settings::URL] = 'https://a.example';
        $GLOBALS[Settings::SECRET] = '006' . base64_encode(random_bytes(60));
        $settings = Settings::fromGlobals(new GlobalsAdapter(), new Crypto());
        self::assertSame('', $settings->secret);
        self::assertStringContainsString('decrypted', (string) $settings->problem());
    }
}
