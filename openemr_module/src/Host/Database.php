<?php

/**
 * OpenEMR's database, with answers whose types can be relied on.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

use OpenEMR\Common\Database\QueryUtils;

class Database
{
    /**
     * The rows of a query, not noted in OpenEMR's log.
     *
     * @param list<int|string> $values for the statement's question marks
     * @return list<array<string, scalar|null>> column to value
     */
    public function rows(string $statement, array $values = []): array
    {
        $rows = [];
        $found = QueryUtils::fetchRecords($statement, $values, true);
        foreach (is_iterable($found) ? $found : [] as $row) {
            if (is_array($row)) {
                $rows[] = self::scalars($row);
            }
        }
        return $rows;
    }

    /**
     * Changes something, not noted in OpenEMR's log.
     *
     * @param list<int|string> $values for the statement's question marks
     */
    public function run(string $statement, array $values = []): void
    {
        QueryUtils::sqlStatementThrowException($statement, $values, true);
    }

    /**
     * @param array<mixed> $row
     * @return array<string, scalar|null>
     */
    private static function scalars(array $row): array
    {
        $values = [];
        foreach ($row as $column => $value) {
            $values[(string) $column] = is_scalar($value) ? $value : null;
        }
        return $values;
    }
}
