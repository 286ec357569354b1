<?php

/**
 * Puts names beside the numbers in an answer of the service: `by_name` beside who decided, and, for the site's queue,
 * `patient_name` beside whose it is. Numbers stay; where no name is known, or may be shown, nothing is added.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

use OpenEMR\Modules\ArbiterFhir\Host\Names;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarReply;
use stdClass;

final class NamedRows
{
    private const USER = '/\Ausers:([1-9][0-9]{0,9})\z/';

    public function __construct(private readonly Names $names)
    {
    }

    /**
     * The answer with names; the very same one where there are none.
     *
     * @param bool $ofPatients whether patients are named too; on the page of one patient everybody knows whose it is
     */
    public function with(SidecarReply $reply, bool $ofPatients): SidecarReply
    {
        // Objects stay objects: an empty one must not come back as a list.
        $body = json_decode($reply->body);
        if (!$reply->isFine() || !$body instanceof stdClass) {
            return $reply;
        }
        $found = self::objects($body);
        $users = $this->names->ofUsers(self::numbers($found, self::userOf(...)));
        $patients = $ofPatients ? $this->names->ofPatients(self::numbers($found, self::patientOf(...))) : [];
        if ($users === [] && $patients === []) {
            return $reply;
        }
        foreach ($found as $object) {
            $user = $users[self::userOf($object) ?? 0] ?? null;
            if ($user !== null) {
                $object->by_name = $user;
            }
            $patient = $patients[self::patientOf($object) ?? 0] ?? null;
            if ($patient !== null) {
                $object->patient_name = $patient;
            }
        }
        $text = json_encode($body, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION
            | JSON_INVALID_UTF8_SUBSTITUTE);
        return new SidecarReply($reply->status, $reply->headers, (string) $text);
    }

    /**
     * Every object in a value, itself included.
     *
     * @return list<stdClass>
     */
    private static function objects(mixed $value): array
    {
        $found = $value instanceof stdClass ? [$value] : [];
        foreach ($value instanceof stdClass || is_array($value) ? (array) $value : [] as $part) {
            array_push($found, ...self::objects($part));
        }
        return $found;
    }

    /**
     * @param list<stdClass> $objects
     * @param callable(stdClass): (int|null) $read
     * @return list<int>
     */
    private static function numbers(array $objects, callable $read): array
    {
        $numbers = array_filter(array_map($read, $objects), static fn (?int $number): bool => $number !== null);
        return array_values(array_unique($numbers));
    }

    private static function userOf(stdClass $object): ?int
    {
        $by = $object->by ?? null;
        return is_string($by) && preg_match(self::USER, $by, $found) === 1 ? (int) $found[1] : null;
    }

    private static function patientOf(stdClass $object): ?int
    {
        $patient = $object->patient_id ?? null;
        return is_int($patient) && $patient > 0 ? $patient : null;
    }
}
