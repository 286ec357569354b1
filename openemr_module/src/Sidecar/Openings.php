<?php

/**
 * What OpenEMR opens to a user within a chart, as a token says it: categories of documents, and parts of the chart that
 * have a right of their own.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Sidecar;

final class Openings
{
    /**
     * @param list<array{int, int}> $categories runs of the numbers of document categories; there are no other documents
     * @param list<string> $parts words of the agreed list (`Charts::PARTS`); there is nothing of other parts
     */
    public function __construct(public readonly array $categories, public readonly array $parts)
    {
    }

    public static function none(): self
    {
        return new self([], []);
    }
}
