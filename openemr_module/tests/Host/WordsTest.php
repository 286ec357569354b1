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

    public function testEscapesForElementsAndAttributes(): void
    {
        self::assertSame('&lt;b&gt;"', Words::text('<b>"'));
        self::assertSame('&lt;b&gt;&quot;&#039;', Words::attribute('<b>"\''));
    }
}
