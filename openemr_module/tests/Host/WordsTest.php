<?php

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Host;

use OpenEMR\Modules\ArbiterFhir\Host\Words;
use PHPUnit\Framework\TestCase;

final class WordsTest extends TestCase
{
    protected function tearDown(): void
    {
        unset($GLOBALS['arbiter_kernel_language']);
    }

    public function testEnglishKeepsItsMarks(): void
    {
        self::assertSame('the patient\'s "own" record', Words::translated('the patient\'s "own" record'));
    }

    public function testATranslationGetsItsApostropheBack(): void
    {
        $GLOBALS['arbiter_kernel_language'] = 'marked';
        self::assertSame("[the patient's record]", Words::translated("the patient's record"));
    }

    /**
     * @dataProvider sentences
     */
    public function testNoSentenceShowsBackticksInAnyLanguage(string $english): void
    {
        self::assertSame($english, Words::translated($english));
        $GLOBALS['arbiter_kernel_language'] = 'marked';
        self::assertSame('[' . strtr($english, ['"' => "'"]) . ']', Words::translated($english));
    }

    public static function sentences(): array
    {
        $texts = json_decode((string) file_get_contents(__DIR__ . '/../../public/assets/strings.json'), true);
        $marked = array_filter($texts, static fn (string $text): bool => strpbrk($text, '"\'') !== false);
        return array_map(static fn (string $text): array => [$text], $marked) + [
            'rights' => ['The request needs "document_id", a whole number above zero.'],
            'settings' => ['Empty: the system\'s.'],
        ];
    }

    public function testEscapesForElementsAndAttributes(): void
    {
        self::assertSame('&lt;b&gt;"', Words::text('<b>"'));
        self::assertSame('&lt;b&gt;&quot;&#039;', Words::attribute('<b>"\''));
    }
}
