<?php

/**
 * OpenEMR's restrictions of single patients and documents, which its own pages ask for one by one: a patient's squad,
 * and the access rule of each category of documents. Opening a refused chart still makes it the session's patient, so
 * the session alone proves nothing. Whatever cannot be found out is refused.
 *
 * The service knows which categories a document is in and applies what is said here to all that it reads.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

use OpenEMR\Modules\ArbiterFhir\Sidecar\Openings;
use Throwable;

class Charts
{
    /** Stands for documents in no category, which nothing closes. */
    public const NO_CATEGORY = 0;

    /** The service takes no token with more; what is beyond counts as closed. */
    public const MOST_RUNS = 250;

    /**
     * Parts of a chart that OpenEMR opens by a right of their own: the word of the token, and the right. Everything
     * else of a chart is opened by patients/med.
     */
    public const PARTS = [
        'results' => ['patients', 'lab'],
        'prescriptions' => ['patients', 'rx'],
        'demographics' => ['patients', 'demo'],
    ];

    public function __construct(private readonly Acl $acl, private readonly Database $database = new Database())
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
     * Those of the patients that the user may not see: unknown, or of a squad that is not his.
     *
     * @param list<int> $patientIds
     * @return list<int>
     */
    public function closedPatients(array $patientIds): array
    {
        $squads = [];
        $marks = implode(', ', array_fill(0, count($patientIds), '?'));
        $rows = $patientIds === []
            ? []
            : $this->rows("SELECT `pid`, `squad` FROM `patient_data` WHERE `pid` IN ($marks)", $patientIds);
        foreach ($rows as $row) {
            $squads[(int) $row['pid']] = (string) $row['squad'];
        }
        $isClosed = fn (int $pid): bool => !isset($squads[$pid])
            || ($squads[$pid] !== '' && !$this->acl->allows('squads', $squads[$pid]));
        return array_values(array_filter($patientIds, $isClosed));
    }

    /**
     * What is open to the user within any chart.
     */
    public function openings(): Openings
    {
        $parts = array_filter(self::PARTS, fn (array $right): bool => $this->acl->allows(...$right));
        return new Openings($this->openCategories(), array_keys($parts));
    }

    /**
     * The categories whose documents the user may see, as runs of numbers: the first and the last of each. Whoever has
     * no right to documents has none.
     *
     * @return list<array{int, int}>
     */
    public function openCategories(): array
    {
        $categories = $this->acl->allows('patients', 'docs')
            ? $this->rows('SELECT `id`, `aco_spec` FROM `categories` ORDER BY `id`')
            : [];
        if ($categories === []) {
            return [];
        }
        $allowed = [];
        $runs = [[self::NO_CATEGORY, self::NO_CATEGORY]];
        foreach ($categories as $row) {
            $spec = (string) ($row['aco_spec'] ?? '');
            if (!($allowed[$spec] ??= $this->allowsSpec($spec))) {
                continue;
            }
            $id = (int) $row['id'];
            $last = array_key_last($runs);
            if ($runs[$last][1] === $id - 1) {
                $runs[$last][1] = $id;
            } else {
                $runs[] = [$id, $id];
            }
        }
        return array_slice($runs, 0, self::MOST_RUNS);
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
     * @param list<int> $values
     * @return list<array<string, scalar|null>>
     */
    private function rows(string $statement, array $values = []): array
    {
        try {
            return $this->database->rows($statement, $values);
        } catch (Throwable $failure) {
            error_log('oe-module-arbiter-fhir: restrictions of charts cannot be read: ' . get_class($failure));
            return [];
        }
    }
}
