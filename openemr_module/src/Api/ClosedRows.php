<?php

/**
 * Takes out of a list of the whole site what is of a patient whom the user may not see in OpenEMR.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

use OpenEMR\Modules\ArbiterFhir\Host\Charts;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarReply;
use stdClass;

final class ClosedRows
{
    public function __construct(private readonly Charts $charts)
    {
    }

    /**
     * The answer without closed rows; the very same one where there are none.
     *
     * @param string $list the list's name in the answer
     */
    public function without(SidecarReply $reply, string $list): SidecarReply
    {
        // Objects stay objects: an empty one must not come back as a list.
        $body = json_decode($reply->body);
        $rows = $body instanceof stdClass ? ($body->$list ?? null) : null;
        if (!$reply->isFine() || !is_array($rows)) {
            return $reply;
        }
        $patients = $this->charts->closedPatients(self::numbers($rows, 'patient_id'));
        $open = array_values(array_filter(
            $rows,
            static fn (mixed $row): bool => $row instanceof stdClass
                && !in_array($row->patient_id ?? null, $patients, true),
        ));
        if (count($open) === count($rows)) {
            return $reply;
        }
        $body->$list = $open;
        $text = json_encode($body, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION);
        return new SidecarReply($reply->status, $reply->headers, (string) $text);
    }

    /**
     * @param array<mixed> $rows
     * @return list<int>
     */
    private static function numbers(array $rows, string $name): array
    {
        $numbers = [];
        foreach ($rows as $row) {
            if ($row instanceof stdClass && is_int($row->$name ?? null)) {
                $numbers[] = $row->$name;
            }
        }
        return array_values(array_unique($numbers));
    }
}
