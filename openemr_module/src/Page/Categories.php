<?php

/**
 * The site's document categories, for the administrator who says what each is read as.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Page;

use OpenEMR\Modules\ArbiterFhir\Host\Database;
use Throwable;

class Categories
{
    /** Deeper than any site nests them; a cycle in the table must not hang the page. */
    private const DEEPEST = 10;

    public function __construct(private readonly Database $database = new Database())
    {
    }

    /**
     * Every category with its path as its name, in the tree's order.
     *
     * @return list<array{id: int, name: string}> empty where they cannot be read
     */
    public function named(): array
    {
        try {
            $rows = $this->database->rows('SELECT `id`, `name`, `parent` FROM `categories` ORDER BY `lft`, `id`');
        } catch (Throwable) {
            return [];
        }
        return self::paths($rows);
    }

    /**
     * The root, which holds no documents, is left out of list and paths.
     *
     * @param list<array<string, scalar|null>> $rows id, name, parent
     * @return list<array{id: int, name: string}>
     */
    public static function paths(array $rows): array
    {
        $names = [];
        $parents = [];
        foreach ($rows as $row) {
            $names[(int) $row['id']] = (string) $row['name'];
            $parents[(int) $row['id']] = (int) $row['parent'];
        }
        $listed = [];
        foreach ($parents as $id => $parent) {
            if (!isset($names[$parent])) {
                continue;
            }
            $path = [$names[$id]];
            for ($depth = 0; $depth < self::DEEPEST && isset($names[$parents[$parent] ?? -1]); $depth++) {
                array_unshift($path, $names[$parent]);
                $parent = $parents[$parent];
            }
            $listed[] = ['id' => $id, 'name' => implode(' / ', $path)];
        }
        return $listed;
    }
}
