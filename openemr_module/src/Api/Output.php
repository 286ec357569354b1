<?php

/**
 * Where an answer is written to: the browser, or a test.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

interface Output
{
    /**
     * Begins the answer.
     *
     * @param array<string, string> $headers
     */
    public function begin(int $status, array $headers): void;

    /**
     * Writes bytes and hands them on at once.
     *
     * @return bool whether somebody is still there to read
     */
    public function write(string $bytes): bool;
}
