<?php

/**
 * Which documents were told about: the highest number, kept in the module's own table. Numbers of documents only grow.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Ping;

use OpenEMR\Common\Database\QueryUtils;

class SeenDocuments
{
    private const NAME = 'last_document';

    /**
     * The next documents to tell about, lowest number first. The first call of all begins with what is there by then:
     * the service's own first scan reads what a site already has.
     *
     * @return list<int>
     */
    public function next(int $most): array
    {
        $last = QueryUtils::fetchSingleValue(
            'SELECT `value` FROM `arbiter_fhir_module` WHERE `name` = ?',
            'value',
            [self::NAME],
        );
        if ($last === null || $last === false) {
            $highest = QueryUtils::fetchSingleValue('SELECT MAX(`id`) AS `highest` FROM `documents`', 'highest', []);
            $this->remember((int) $highest);
            return [];
        }
        $rows = QueryUtils::fetchRecords(
            'SELECT `id` FROM `documents` WHERE `id` > ? ORDER BY `id` LIMIT ' . max(1, $most),
            [(int) $last],
            true,
        );
        return array_map(static fn (array $row): int => (int) $row['id'], $rows);
    }

    /**
     * Two requests at once may come in any order: the highest number stays.
     */
    public function remember(int $documentId): void
    {
        QueryUtils::sqlStatementThrowException(
            'INSERT INTO `arbiter_fhir_module` (`name`, `value`) VALUES (?, ?) '
            . 'ON DUPLICATE KEY UPDATE `value` = GREATEST(`value`, VALUES(`value`))',
            [self::NAME, $documentId],
            true,
        );
    }
}
