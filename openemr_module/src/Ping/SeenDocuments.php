<?php

/**
 * Which documents were told about: the highest number, kept in the module's own table. Numbers of documents only grow.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Ping;

use OpenEMR\Modules\ArbiterFhir\Host\Database;

class SeenDocuments
{
    private const NAME = 'last_document';

    public function __construct(private readonly Database $database = new Database())
    {
    }

    /**
     * The next documents to tell about, lowest number first. The first call of all begins with what is there by then:
     * the service's own first scan reads what a site already has.
     *
     * @return list<int>
     */
    public function next(int $most): array
    {
        $found = $this->database->rows('SELECT `value` FROM `arbiter_fhir_module` WHERE `name` = ?', [self::NAME]);
        if ($found === []) {
            $highest = $this->database->rows('SELECT COALESCE(MAX(`id`), 0) AS `highest` FROM `documents`');
            $this->remember((int) ($highest[0]['highest'] ?? 0));
            return [];
        }
        $rows = $this->database->rows(
            'SELECT `id` FROM `documents` WHERE `id` > ? ORDER BY `id` LIMIT ' . max(1, $most),
            [(int) ($found[0]['value'] ?? 0)],
        );
        return array_map(static fn (array $row): int => (int) ($row['id'] ?? 0), $rows);
    }

    /**
     * Two requests at once may come in any order: the highest number stays.
     */
    public function remember(int $documentId): void
    {
        $this->database->run(
            'INSERT INTO `arbiter_fhir_module` (`name`, `value`) VALUES (?, ?) '
            . 'ON DUPLICATE KEY UPDATE `value` = GREATEST(`value`, VALUES(`value`))',
            [self::NAME, $documentId],
        );
    }
}
