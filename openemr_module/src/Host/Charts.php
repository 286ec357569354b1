<?php

/**
 * OpenEMR's restrictions of single patients and documents, which its own pages ask for one by one: a patient's squad,
 * and the access rule of each category that a document is in. Opening a refused chart still makes it the session's
 * patient, so the session alone proves nothing. Whatever cannot be found out is refused.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

use OpenEMR\Common\Database\QueryUtils;
use Throwable;

class Charts
{
    public function __construct(private readonly Acl $acl)
    {
    }

    /**
     * Whether the user may see this patient's chart at all.
     */
    public function opensPatient(int $patientId): bool
    {
        return $this->closedPatients([$patientId]) === [];
    }

    /**
     * Whether the user may see this document.
     */
    public function opensDocument(int $documentId): bool
    {
        return $this->closedDocuments([$documentId]) === [];
    }

    /**
     * Those of the patients that the user may not see: unknown, or of a squad that is not his.
     *
     * @param list<int> $patientIds
     * @return list<int>
     */
    public function closedPatients(array $patientIds): array
    {
        $squads = [];
        foreach ($this->rows('SELECT `pid`, `squad` FROM `patient_data` WHERE `pid` IN (%s)', $patientIds) as $row) {
            $squads[(int) $row['pid']] = (string) $row['squad'];
        }
        $isClosed = fn (int $pid): bool => !isset($squads[$pid])
            || ($squads[$pid] !== '' && !$this->acl->allows('squads', $squads[$pid]));
        return array_values(array_filter($patientIds, $isClosed));
    }

    /**
     * Those of the documents that are in a category which the user may not see. Without a category nothing is closed,
     * as in OpenEMR.
     *
     * @param list<int> $documentIds
     * @return list<int>
     */
    public function closedDocuments(array $documentIds): array
    {
        $closed = [];
        $rows = $this->rows(
            'SELECT `d`.`id`, `c`.`aco_spec` FROM `documents` AS `d` '
            . 'LEFT JOIN `categories_to_documents` AS `cd` ON `cd`.`document_id` = `d`.`id` '
            . 'LEFT JOIN `categories` AS `c` ON `c`.`id` = `cd`.`category_id` WHERE `d`.`id` IN (%s)',
            $documentIds,
        );
        $known = [];
        foreach ($rows as $row) {
            $known[] = (int) $row['id'];
            if (!$this->allowsSpec((string) ($row['aco_spec'] ?? ''))) {
                $closed[] = (int) $row['id'];
            }
        }
        return array_values(array_unique([...$closed, ...array_diff($documentIds, $known)]));
    }

    /**
     * A category's rule is "section|object", or nothing.
     */
    private function allowsSpec(string $spec): bool
    {
        if ($spec === '') {
            return true;
        }
        [$section, $object] = explode('|', $spec) + ['', ''];
        return $this->acl->allows($section, $object);
    }

    /**
     * @param string $statement with %s for the list of numbers
     * @param list<int> $ids
     * @return list<array<string, mixed>>
     */
    private function rows(string $statement, array $ids): array
    {
        if ($ids === []) {
            return [];
        }
        try {
            $marks = implode(', ', array_fill(0, count($ids), '?'));
            return QueryUtils::fetchRecords(sprintf($statement, $marks), $ids, true);
        } catch (Throwable $failure) {
            error_log('oe-module-arbiter-fhir: restrictions of charts cannot be read: ' . get_class($failure));
            return [];
        }
    }
}
