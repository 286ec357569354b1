<?php

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Page;

use DOMDocument;
use OpenEMR\Modules\ArbiterFhir\Host\Csrf;
use OpenEMR\Modules\ArbiterFhir\Host\GlobalsAdapter;
use OpenEMR\Modules\ArbiterFhir\Page\Categories;
use OpenEMR\Modules\ArbiterFhir\Page\Mode;
use OpenEMR\Modules\ArbiterFhir\Page\ShellPage;
use OpenEMR\Modules\ArbiterFhir\Tests\Doubles;
use PHPUnit\Framework\TestCase;

final class ShellPageTest extends TestCase
{
    private string $folder;

    protected function setUp(): void
    {
        $GLOBALS['webroot'] = '/openemr';
        $GLOBALS['css_header'] = '/openemr/public/themes/style_dark.css?v=72';
        $this->folder = sys_get_temp_dir() . '/arbiter-' . bin2hex(random_bytes(6));
        mkdir("{$this->folder}/public/assets", 0700, true);
        file_put_contents("{$this->folder}/public/assets/panel.js", 'let x;');
        file_put_contents("{$this->folder}/public/assets/strings.json", '{"a":"It\'s <b>","b":7}');
    }

    protected function tearDown(): void
    {
        array_map(unlink(...), glob("{$this->folder}/public/assets/*") ?: []);
        rmdir("{$this->folder}/public/assets");
        rmdir("{$this->folder}/public");
        rmdir($this->folder);
        unset($GLOBALS['webroot'], $GLOBALS['css_header'], $GLOBALS['arbiter_kernel_language']);
    }

    public function testThePageHoldsItsSettingsInOneAttribute(): void
    {
        $html = $this->page(['patients/med', 'patients/docs'])->html(Mode::Patient, 4, 'abc');
        $document = new DOMDocument();
        $document->loadHTML($html);
        $config = json_decode($document->getElementById('arbiter-panel')->getAttribute('data-config'), true);
        self::assertSame('patient', $config['mode']);
        self::assertSame(4, $config['pid']);
        self::assertSame(['query', 'ingest'], $config['permissions']);
        self::assertSame(['a' => "It's <b>"], $config['strings']);
        self::assertSame('dark', $config['theme']);
        self::assertStringStartsWith('/openemr/interface/modules/', $config['api']);
        self::assertStringContainsString('{document_id}', $config['links']['document']);
        self::assertArrayNotHasKey('categories', $config);
        self::assertDoesNotMatchRegularExpression('/\son\w+=/', $html, 'no handler in the markup');
        self::assertSame(1, substr_count($html, '<script'));
        self::assertStringContainsString('nonce="abc"', $html);
    }

    public function testTheModulesRulesComeAfterTheThemes(): void
    {
        $html = $this->page([])->html(Mode::Queue, null, 'abc');
        preg_match_all('/<link rel="stylesheet" href="([^"?]+)/', $html, $found);
        $names = array_map(basename(...), $found[1]);
        self::assertSame(['style_dark.css', 'shell.css', 'panel.css'], $names);
    }

    public function testThePageRunsAsItsThemeRuns(): void
    {
        self::assertStringNotContainsString('dir=', $this->page([])->html(Mode::Queue, null, 'n'));
        $GLOBALS['css_header'] = '/openemr/public/themes/rtl_style_dark.css?v=72';
        $html = $this->page([])->html(Mode::Queue, null, 'n');
        self::assertStringContainsString('<html lang="en" data-theme="dark" dir="rtl">', $html);
    }

    public function testThePageHasAnIconOfItsOwn(): void
    {
        $html = $this->page([])->html(Mode::Queue, null, 'n');
        self::assertMatchesRegularExpression('#<link rel="icon" href="/openemr/[^"]+/icon\.svg\?v=\w+">#', $html);
    }

    public function testAnAddressOfAnAssetChangesWithItsContent(): void
    {
        $before = $this->page([])->html(Mode::Queue, null, 'abc');
        file_put_contents("{$this->folder}/public/assets/panel.js", 'let y;');
        $after = $this->page([])->html(Mode::Queue, null, 'abc');
        preg_match('/panel\.js\?v=(\w+)/', $before, $first);
        preg_match('/panel\.js\?v=(\w+)/', $after, $second);
        self::assertNotSame($first[1], $second[1]);
    }

    public function testEveryTextGoesThroughTranslation(): void
    {
        $GLOBALS['arbiter_kernel_language'] = 'marked';
        $page = $this->page([]);
        self::assertSame(["[It's <b>]"], array_values((array) $page->config(Mode::Queue, null, 'n')['strings']));
        $title = '<title>[Review of documents]</title>';
        self::assertStringContainsString($title, $page->html(Mode::Queue, null, 'n'));
    }

    public function testOnlyTheAdministratorsPageNamesCategories(): void
    {
        $config = $this->page(['admin/super'])->config(Mode::Admin, null, 'n');
        self::assertSame([['id' => 2, 'name' => 'Lab Report']], $config['categories']);
        self::assertSame(['admin'], $config['permissions']);
    }

    public function testANameInAnotherEncodingCostsNotTheWholePage(): void
    {
        // A site that was set up without UTF-8.
        $html = $this->page(['admin/super'], "Entlassungsbericht \xfcber")->html(Mode::Admin, null, 'n');
        self::assertStringContainsString("Entlassungsbericht \u{fffd}ber", $html);
    }

    public function testThePolicyAllowsNothingFromElsewhere(): void
    {
        $policy = ShellPage::headers('abc')['Content-Security-Policy'];
        foreach (['unsafe', 'http:', 'https:', 'data:', '*'] as $loose) {
            self::assertStringNotContainsString($loose, $policy);
        }
        self::assertStringContainsString("script-src 'nonce-abc';", $policy);
        self::assertStringContainsString("frame-ancestors 'self'", $policy);
    }

    /**
     * @param list<string> $rights
     */
    private function page(array $rights, string $category = 'Lab Report'): ShellPage
    {
        $categories = new class ($category) extends Categories {
            public function __construct(private readonly string $name)
            {
            }

            public function named(): array
            {
                return [['id' => 2, 'name' => $this->name]];
            }
        };
        $csrf = new Csrf(Doubles::session(7, 4));
        return new ShellPage($this->folder, new GlobalsAdapter(), $csrf, Doubles::access(7, 4, $rights), $categories);
    }
}
