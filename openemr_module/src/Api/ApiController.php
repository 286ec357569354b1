<?php

/**
 * Answers the requests of the module's pages: checks each, asks the service with a one-use token, hands the answer on.
 *
 * The browser never learns the service's address, a token or the secret. What the service says of one patient is not
 * kept here, and nothing of it is logged.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

use JsonException;
use OpenEMR\Modules\ArbiterFhir\Host\AuditLog;
use OpenEMR\Modules\ArbiterFhir\Host\SessionAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\Words;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarClient;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarFault;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarReply;
use OpenEMR\Modules\ArbiterFhir\Sidecar\TokenMinter;
use Throwable;

final class ApiController
{
    /** The widths in pixels that the service draws. */
    private const PAGE_WIDTHS = [200, 2000];

    /** Nothing of an answer may stay in a cache, be guessed to be something else, or tell an address to another site. */
    private const HEADERS = [
        'Cache-Control' => 'no-store',
        'X-Content-Type-Options' => 'nosniff',
        'Referrer-Policy' => 'no-referrer',
    ];

    public function __construct(
        private readonly Access $access,
        private readonly Settings $settings,
        private readonly SidecarClient $client,
        private readonly TokenMinter $minter,
        private readonly Output $output,
        private readonly AuditLog $log,
        private readonly ClosedRows $closed,
        private readonly NamedRows $named,
    ) {
    }

    /**
     * Answers one request; throws nothing.
     */
    public function answer(string $method, string $body): void
    {
        $request = null;
        try {
            $request = ApiRequest::read($method, $body);
            $permission = $this->access->permit($request);
            if ($this->perform($request, $permission)) {
                $this->note($request, $permission);
            }
        } catch (Refusal $refusal) {
            $this->error($refusal->status, $refusal->refusalCode, Words::translated($refusal->getMessage()));
        } catch (SidecarFault $fault) {
            $this->error($fault->status, $fault->faultCode, Words::translated($fault->getMessage()));
        } catch (Throwable $failure) {
            // Where, and of which class: a message can hold what the request held.
            $place = get_class($failure) . ' (' . basename($failure->getFile()) . ':' . $failure->getLine() . ')';
            error_log('oe-module-arbiter-fhir: ' . ($request?->action->value ?? 'a request') . " failed: $place");
            $this->error(500, 'E_MODULE_DEFECT', Words::translated('Something went wrong in this module. Try again.'));
        }
    }

    /**
     * @return bool whether the service did what it was asked
     */
    private function perform(ApiRequest $request, Permission $permission): bool
    {
        if ($request->action === Action::Check) {
            return $this->check($permission);
        }
        $problem = $this->settings->problem();
        if ($problem !== null) {
            throw Refusal::settings($problem);
        }
        return match ($request->action) {
            Action::Overview => $this->overview($permission),
            Action::Examples => $this->examples($permission),
            Action::Ask => $this->ask($request, $permission),
            Action::Documents => $this->documents($permission),
            Action::Retry => $this->retry($request, $permission),
            Action::Source => $this->source($request, $permission),
            Action::Page => $this->page($request, $permission),
            Action::Reviews => $this->reviews($request, $permission),
            Action::Decide => $this->decide($request, $permission),
            Action::AcceptAll => $this->acceptAll($request, $permission),
            Action::Status => $this->relay($permission, 'GET', '/v1/status'),
            Action::MappingsGet => $this->relay($permission, 'GET', '/v1/mappings'),
            Action::MappingsPut => $this->mappingsPut($request, $permission),
            Action::AutomationGet => $this->relay($permission, 'GET', '/v1/automation'),
            Action::AutomationPut => $this->relay($permission, 'PUT', '/v1/automation', $request->only(['rules'])),
            Action::AutomationPreview => $this->automationPreview($request, $permission),
        };
    }

    private function overview(Permission $permission): bool
    {
        return $this->relay($permission, 'GET', "/v1/patients/{$permission->patientId}/overview");
    }

    private function examples(Permission $permission): bool
    {
        return $this->relay($permission, 'GET', "/v1/patients/{$permission->patientId}/examples");
    }

    private function documents(Permission $permission): bool
    {
        return $this->relay($permission, 'GET', "/v1/patients/{$permission->patientId}/documents");
    }

    private function ask(ApiRequest $request, Permission $permission): bool
    {
        $body = ['patient_id' => $permission->patientId] + $request->only(['question', 'follows']);
        if (($request->fields['stream'] ?? true) === false) {
            return $this->relay($permission, 'POST', '/v1/queries', $body);
        }
        set_time_limit(SidecarClient::STREAM_SECONDS + 60);
        $relay = new EventRelay($this->output, self::HEADERS);
        try {
            $reply = $this->client->stream('/v1/queries/stream', $this->token($permission), $body, $relay->piece(...));
        } catch (SidecarFault $fault) {
            if (!$relay->hasBegun()) {
                throw $fault;
            }
            $relay->fail($fault->faultCode, Words::translated($fault->getMessage()));
            return false;
        }
        if ($reply !== null) {
            return $this->hand($reply);
        }
        // Where the length is not told, a stream that breaks off looks like one that ended.
        $relay->fail('E_MODULE_CUT_OFF', Words::translated(SidecarFault::CUT_OFF));
        return true;
    }

    private function retry(ApiRequest $request, Permission $permission): bool
    {
        return $this->relay($permission, 'POST', '/v1/jobs/' . $request->number('job_id') . '/retry', []);
    }

    private function source(ApiRequest $request, Permission $permission): bool
    {
        $body = ['patient_id' => $permission->patientId]
            + $request->only(['source_id', 'field_or_chunk_id', 'page']);
        $reply = $this->client->call('POST', '/v1/sources', $this->token($permission), $body);
        return $this->hand($this->named->with($reply, false));
    }

    private function page(ApiRequest $request, Permission $permission): bool
    {
        $path = "/v1/patients/{$permission->patientId}/documents/" . $request->number('document_id')
            . '/pages/' . $request->number('page');
        if (isset($request->fields['width'])) {
            [$lowest, $highest] = self::PAGE_WIDTHS;
            $path .= '?width=' . max($lowest, min($highest, $request->number('width')));
        }
        $reply = $this->client->call('GET', $path, $this->token($permission), null);
        if (!$reply->isFine()) {
            return $this->hand($reply);
        }
        if ($reply->mediaType() !== 'image/png' || !str_starts_with($reply->body, "\x89PNG\r\n\x1a\n")) {
            throw SidecarFault::notUnderstood();
        }
        $count = $reply->headers['x-page-count'] ?? '';
        $this->output->begin(200, self::HEADERS + [
            'Content-Type' => 'image/png',
            'Content-Length' => (string) strlen($reply->body),
        ] + (ctype_digit($count) ? ['X-Page-Count' => $count] : []));
        $this->output->write($reply->body);
        return true;
    }

    private function reviews(ApiRequest $request, Permission $permission): bool
    {
        $query = $permission->patientId === null ? [] : ['patient_id' => (string) $permission->patientId];
        $after = $request->fields['after'] ?? null;
        if (is_string($after) && $after !== '') {
            $query['after'] = $after;
        }
        $path = '/v1/reviews' . ($query === [] ? '' : '?' . http_build_query($query));
        $reply = $this->client->call('GET', $path, $this->token($permission), null);
        return $this->hand($this->named->with($this->closed->without($reply, 'items'), $request->pid === null));
    }

    private function decide(ApiRequest $request, Permission $permission): bool
    {
        $body = [
            'patient_id' => $permission->patientId,
            // The document on the screen; the service takes no item of another.
            'document_id' => $request->number('document_id'),
        ] + $request->only(['item', 'version', 'decision', 'reason', 'note', 'corrections']);
        $reply = $this->client->call('POST', '/v1/reviews/decisions', $this->token($permission), $body);
        return $this->hand($this->named->with($reply, $request->pid === null));
    }

    private function acceptAll(ApiRequest $request, Permission $permission): bool
    {
        $items = $request->fields['items'] ?? null;
        if (!is_array($items) || $items === []) {
            throw Refusal::request('The request has no items.');
        }
        return $this->relay($permission, 'POST', '/v1/reviews/accept-all', [
            'patient_id' => $permission->patientId,
            'document_id' => $request->number('document_id'),
            'items' => $items,
        ]);
    }

    private function mappingsPut(ApiRequest $request, Permission $permission): bool
    {
        return $this->relay($permission, 'PUT', '/v1/mappings', $request->only(['category_id', 'doc_type', 'active']));
    }

    private function automationPreview(ApiRequest $request, Permission $permission): bool
    {
        return $this->relay($permission, 'POST', '/v1/automation/preview', $request->only(['rules', 'days']));
    }

    /**
     * Says in plain words what stands between this OpenEMR and the service, the first hindrance first.
     */
    private function check(Permission $permission): bool
    {
        $findings = (new ConnectionCheck($this->settings, $this->client))->findings($this->token($permission));
        $this->begin(200, 'application/json');
        $this->output->write(self::json([
            'ok' => !in_array(false, array_column($findings, 'ok'), true),
            'findings' => $findings,
        ]));
        return true;
    }

    /**
     * Notes in OpenEMR's log what changes a chart or the site.
     */
    private function note(ApiRequest $request, Permission $permission): void
    {
        $fields = $request->fields;
        $comment = match ($request->action) {
            Action::Decide => self::word($fields, 'decision') . ' ' . self::word($fields, 'item'),
            Action::AcceptAll => 'accept-all document:' . SessionAdapter::positive($fields['document_id'] ?? null),
            Action::MappingsPut => 'document type of category:'
                . SessionAdapter::positive($fields['category_id'] ?? null),
            Action::AutomationPut => 'automation set',
            Action::Retry => 'retry job:' . SessionAdapter::positive($fields['job_id'] ?? null),
            default => null,
        };
        if ($comment !== null) {
            $this->log->note($comment, $permission->patientId);
        }
    }

    /**
     * A short word of the agreed form, which cannot hold what a person wrote.
     *
     * @param array<string, mixed> $fields
     */
    private static function word(array $fields, string $name): string
    {
        $value = $fields[$name] ?? '';
        return is_string($value) && preg_match('/\A[a-z]{1,20}(:[0-9]{1,18})?\z/', $value) === 1 ? $value : '?';
    }

    /**
     * @param array<string, mixed>|null $body
     */
    private function relay(Permission $permission, string $method, string $path, ?array $body = null): bool
    {
        return $this->hand($this->client->call($method, $path, $this->token($permission), $body));
    }

    private function token(Permission $permission): string
    {
        return $this->minter->mint(
            $permission->userId,
            $permission->patientId,
            $permission->scopes,
            $permission->openings,
        );
    }

    /**
     * Hands a whole JSON answer on, a refusal in this module's own form.
     */
    private function hand(SidecarReply $reply): bool
    {
        if ($reply->isFine()) {
            $reply->json();
            $this->begin($reply->status, 'application/json');
            $this->output->write($reply->body);
            return true;
        }
        if ($reply->status === 401) {
            // To the browser a 401 means "log in again", which would not help here.
            throw new SidecarFault(
                'E_MODULE_NOT_ACCEPTED',
                502,
                'The Arbiter FHIR service does not accept this OpenEMR: the secret, the site name or the clocks '
                . 'differ. Your administrator finds out with the connection check.',
            );
        }
        $problem = $reply->problem() ?? throw SidecarFault::notUnderstood();
        $this->error($reply->status >= 500 ? 502 : $reply->status, $problem['code'], $problem['message']);
        return false;
    }

    private function error(int $status, string $code, string $message): void
    {
        $this->begin($status, 'application/json');
        $this->output->write(self::json(['error' => ['code' => $code, 'message' => $message]]));
    }

    private function begin(int $status, string $type): void
    {
        $this->output->begin($status, self::HEADERS + ['Content-Type' => "$type; charset=utf-8"]);
    }

    /**
     * @param array<string, mixed> $value
     */
    private static function json(array $value): string
    {
        try {
            return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
        } catch (JsonException) {
            return '{"error":{"code":"E_MODULE_DEFECT","message":""}}';
        }
    }
}
