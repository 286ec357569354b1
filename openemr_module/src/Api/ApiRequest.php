<?php

/**
 * One request of a page: an action, a patient, the form token and the action's own fields. Bytes enter here.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

use JsonException;
use OpenEMR\Modules\ArbiterFhir\Host\SessionAdapter;
use OpenEMR\Modules\ArbiterFhir\Page\EndpointGuard;

final class ApiRequest
{
    /**
     * @param int|null $pid the patient on the page, null for the site's pages
     * @param array<string, mixed> $fields everything else
     */
    public function __construct(
        public readonly Action $action,
        public readonly ?int $pid,
        public readonly string $formToken,
        public readonly array $fields,
    ) {
    }

    /**
     * @param string $method the HTTP method
     * @param string $body the raw body
     * @throws Refusal
     */
    public static function read(string $method, string $body): self
    {
        if ($method !== 'POST') {
            throw new Refusal('E_MODULE_METHOD', 405, 'Only POST is answered here.');
        }
        if (strlen($body) > EndpointGuard::LARGEST_BODY) {
            throw new Refusal('E_MODULE_TOO_LARGE', 413, 'The request is too large.');
        }
        try {
            $fields = json_decode($body, true, 32, JSON_THROW_ON_ERROR);
        } catch (JsonException) {
            throw Refusal::request('The request is no JSON object.');
        }
        if (!is_array($fields) || ($fields !== [] && array_is_list($fields))) {
            throw Refusal::request('The request is no JSON object.');
        }
        $fields = self::named($fields);
        $named = $fields['action'] ?? null;
        $action = is_string($named) ? Action::tryFrom($named) : null;
        if ($action === null) {
            throw Refusal::request('The request names no known action.');
        }
        $token = $fields['csrf_token_form'] ?? '';
        $pid = self::patient($fields['pid'] ?? null);
        unset($fields['action'], $fields['csrf_token_form'], $fields['pid']);
        return new self($action, $pid, is_string($token) ? $token : '', $fields);
    }

    /**
     * The patient that a request from a site page is about.
     *
     * @throws Refusal it names none
     */
    public function namedPatient(): int
    {
        return SessionAdapter::positive($this->fields['patient_id'] ?? null)
            ?? throw Refusal::request('The request names no patient.');
    }

    /**
     * A field that must be a whole number above zero.
     *
     * @throws Refusal
     */
    public function number(string $name): int
    {
        return SessionAdapter::positive($this->fields[$name] ?? null)
            ?? throw Refusal::request("The request needs \"$name\", a whole number above zero.");
    }

    /**
     * The fields of these names that were sent.
     *
     * @param list<string> $names
     * @return array<string, mixed>
     */
    public function only(array $names): array
    {
        return array_intersect_key($this->fields, array_flip($names));
    }

    /**
     * @param array<mixed> $fields
     * @return array<string, mixed>
     */
    private static function named(array $fields): array
    {
        $named = [];
        foreach ($fields as $name => $value) {
            $named[(string) $name] = $value;
        }
        return $named;
    }

    /**
     * @throws Refusal
     */
    private static function patient(mixed $value): ?int
    {
        if ($value === null) {
            return null;
        }
        return SessionAdapter::positive($value) ?? throw Refusal::request('The patient is no number above zero.');
    }
}
