<?php

/**
 * Names of users and patients, as OpenEMR shows them. They come from OpenEMR's own tables and go to the browser alone:
 * the service knows numbers only.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

use Throwable;

class Names
{
    public function __construct(private readonly Acl $acl, private readonly Database $database = new Database())
    {
    }

    /**
     * Users by their number; those without a name by the name they log in with.
     *
     * @param list<int> $userIds
     * @return array<int, string>
     */
    public function ofUsers(array $userIds): array
    {
        $names = [];
        $statement = 'SELECT `id`, `fname`, `lname`, `username` FROM `users` WHERE `id` IN (%s)';
        foreach ($this->rows($statement, $userIds) as $row) {
            $name = self::joined(' ', $row['fname'] ?? null, $row['lname'] ?? null);
            $names[(int) $row['id']] = $name !== '' ? $name : self::joined('', $row['username'] ?? null);
        }
        return array_filter($names, static fn (string $name): bool => $name !== '');
    }

    /**
     * Patients by their number, the family name first as in OpenEMR's lists; none for whoever may not see demographics.
     *
     * @param list<int> $patientIds whose charts the user may see
     * @return array<int, string>
     */
    public function ofPatients(array $patientIds): array
    {
        if (!$this->acl->allows('patients', 'demo')) {
            return [];
        }
        $names = [];
        $statement = 'SELECT `pid`, `fname`, `lname` FROM `patient_data` WHERE `pid` IN (%s)';
        foreach ($this->rows($statement, $patientIds) as $row) {
            $names[(int) $row['pid']] = self::joined(', ', $row['lname'] ?? null, $row['fname'] ?? null);
        }
        return array_filter($names, static fn (string $name): bool => $name !== '');
    }

    private static function joined(string $between, mixed ...$parts): string
    {
        $words = array_map(static fn (mixed $part): string => is_string($part) ? trim($part) : '', $parts);
        return implode($between, array_filter($words, static fn (string $word): bool => $word !== ''));
    }

    /**
     * A name that cannot be read is no reason to show nothing: numbers are shown then.
     *
     * @param string $statement with %s for the list of numbers
     * @param list<int> $ids
     * @return list<array<string, scalar|null>>
     */
    private function rows(string $statement, array $ids): array
    {
        if ($ids === []) {
            return [];
        }
        try {
            return $this->database->rows(sprintf($statement, implode(', ', array_fill(0, count($ids), '?'))), $ids);
        } catch (Throwable $failure) {
            error_log('oe-module-arbiter-fhir: names cannot be read: ' . get_class($failure));
            return [];
        }
    }
}
