<?php

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Page;

use OpenEMR\Modules\ArbiterFhir\Page\Categories;
use PHPUnit\Framework\TestCase;

final class CategoriesTest extends TestCase
{
    public function testNamesAreTheirPathsBelowTheRoot(): void
    {
        $rows = [
            ['id' => '1', 'name' => 'Categories', 'parent' => '0'],
            ['id' => '6', 'name' => 'Advance Directive', 'parent' => '1'],
            ['id' => '7', 'name' => 'Living Will', 'parent' => '6'],
            ['id' => '40', 'name' => 'Signed', 'parent' => '7'],
        ];
        self::assertSame([
            ['id' => 6, 'name' => 'Advance Directive'],
            ['id' => 7, 'name' => 'Advance Directive / Living Will'],
            ['id' => 40, 'name' => 'Advance Directive / Living Will / Signed'],
        ], Categories::paths($rows));
    }

    public function testACycleEnds(): void
    {
        $rows = [['id' => 2, 'name' => 'A', 'parent' => 3], ['id' => 3, 'name' => 'B', 'parent' => 2]];
        self::assertCount(2, Categories::paths($rows));
    }

    public function testWithoutADatabaseThereAreNone(): void
    {
        self::assertSame([], (new Categories())->named());
    }
}
