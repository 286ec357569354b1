<?php

/**
 * Decides whether a request may go on: login, form token, rights, the patient on the page is the one that is open, and
 * OpenEMR's own restriction of the patient. Which documents and parts of a chart OpenEMR opens to the user goes into
 * the token: to the service there are no others, so that nobody can tell one from a number that was never given.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

use OpenEMR\Modules\ArbiterFhir\Host\Acl;
use OpenEMR\Modules\ArbiterFhir\Host\Charts;
use OpenEMR\Modules\ArbiterFhir\Host\Csrf;
use OpenEMR\Modules\ArbiterFhir\Host\SessionAdapter;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Scope;

final class Access
{
    public function __construct(
        private readonly SessionAdapter $session,
        private readonly Csrf $csrf,
        private readonly Acl $acl,
        private readonly Charts $charts,
    ) {
    }

    /**
     * Lets the request through, with the narrowest token's terms.
     *
     * A page of one patient works on that patient only, and only while he is the session's open patient: with two tabs
     * open, OpenEMR's session knows just the one opened last. A site page opens no chart; its token is for the patient
     * that the single request names, or for none where a list is asked for.
     *
     * @throws Refusal
     */
    public function permit(ApiRequest $request): Permission
    {
        $userId = $this->session->userId() ?? throw Refusal::login();
        if (!$this->csrf->accepts($request->formToken)) {
            throw Refusal::form();
        }
        $action = $request->action;
        $fromSite = $request->pid === null;
        if (!$this->hasAll($fromSite ? $action->rightsOnSitePage() : $action->rights())) {
            throw Refusal::rights();
        }
        $scopes = $this->scopesFor($action);
        if ($fromSite && $action === Action::Retry) {
            // The service lets a token of the whole site handle one patient's job only for an administrator.
            $scopes[] = Scope::Admin;
        }
        $patientId = $this->patientOf($request);
        if ($patientId !== null && !$this->charts->opensPatient($patientId)) {
            throw Refusal::rights();
        }
        return new Permission($userId, $patientId, $scopes, $this->charts->openings());
    }

    /**
     * Whether the logged-in user could use an action at all; decides what a page offers.
     */
    public function offers(Action $action): bool
    {
        return $this->session->userId() !== null && $this->hasAll($action->rights());
    }

    private function patientOf(ApiRequest $request): ?int
    {
        $action = $request->action;
        if ($action->isAdministration()) {
            return null;
        }
        if ($request->pid !== null) {
            if ($request->pid !== $this->session->patientId()) {
                throw Refusal::otherPatient();
            }
            return $request->pid;
        }
        if (!$action->worksWithoutOpenChart()) {
            throw Refusal::request('The request names no patient.');
        }
        $mayNameNone = $action === Action::Reviews || $action === Action::Retry;
        return $mayNameNone && !isset($request->fields['patient_id']) ? null : $request->namedPatient();
    }

    /**
     * @return list<Scope>
     */
    private function scopesFor(Action $action): array
    {
        $reviews = $action->gainsFromReviewing() && $this->hasAll(Action::Decide->rights());
        return $reviews ? [...$action->scopes(), Scope::Review] : $action->scopes();
    }

    /**
     * @param list<array{string, string, string}> $rights
     */
    private function hasAll(array $rights): bool
    {
        foreach ($rights as [$section, $object, $kind]) {
            if (!$this->acl->allows($section, $object, $kind)) {
                return false;
            }
        }
        return true;
    }
}
