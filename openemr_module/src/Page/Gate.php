<?php

/**
 * Builds the module's pages and endpoint from OpenEMR's parts, and keeps OpenEMR's own output out of the way.
 *
 * `interface/globals.php` ends a request in its own ways when nobody is logged in or the module is off: a script page,
 * a redirect, an empty 401, an exception. An endpoint that promises JSON turns all of them into its own answer.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Page;

use OpenEMR\Modules\ArbiterFhir\Api\Access;
use OpenEMR\Modules\ArbiterFhir\Api\Action;
use OpenEMR\Modules\ArbiterFhir\Api\ApiController;
use OpenEMR\Modules\ArbiterFhir\Api\BrowserOutput;
use OpenEMR\Modules\ArbiterFhir\Api\ClosedRows;
use OpenEMR\Modules\ArbiterFhir\Api\NamedRows;
use OpenEMR\Modules\ArbiterFhir\Host\Acl;
use OpenEMR\Modules\ArbiterFhir\Host\AuditLog;
use OpenEMR\Modules\ArbiterFhir\Host\Charts;
use OpenEMR\Modules\ArbiterFhir\Host\Crypto;
use OpenEMR\Modules\ArbiterFhir\Host\Csrf;
use OpenEMR\Modules\ArbiterFhir\Host\GlobalsAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\Names;
use OpenEMR\Modules\ArbiterFhir\Host\SessionAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\Words;
use OpenEMR\Modules\ArbiterFhir\Installation;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarClient;
use OpenEMR\Modules\ArbiterFhir\Sidecar\TokenMinter;
use Throwable;

final class Gate
{
    private readonly GlobalsAdapter $globals;
    private readonly SessionAdapter $session;
    private readonly Csrf $csrf;
    private readonly Acl $acl;
    private readonly Charts $charts;
    private readonly Access $access;

    public function __construct()
    {
        $this->globals = new GlobalsAdapter();
        $this->session = new SessionAdapter();
        $this->csrf = new Csrf($this->session);
        $this->acl = new Acl();
        $this->charts = new Charts($this->acl);
        $this->access = new Access($this->session, $this->csrf, $this->acl, $this->charts);
    }

    /**
     * The endpoint.
     */
    public function api(): ApiController
    {
        $settings = Settings::fromGlobals($this->globals, new Crypto());
        return new ApiController(
            $this->access,
            $settings,
            new SidecarClient($settings),
            new TokenMinter($settings->secret, $this->session->site()),
            new BrowserOutput(),
            new AuditLog($this->session),
            new ClosedRows($this->charts),
            new NamedRows(new Names($this->acl)),
        );
    }

    /**
     * Shows a page, or says in a sentence why not.
     *
     * @param mixed $wantedPid what the address names, for the page of one patient
     */
    public function show(Mode $mode, mixed $wantedPid = null): void
    {
        $nonce = bin2hex(random_bytes(16));
        [$status, $sentence] = $this->hindrance($mode, $wantedPid);
        http_response_code($status);
        foreach (ShellPage::headers($nonce) as $name => $value) {
            header("$name: $value", true);
        }
        if ($sentence !== '') {
            echo '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>'
                . Words::text(Words::translated($mode->title())) . '</title></head><body><p role="alert">'
                . Words::text(Words::translated($sentence)) . '</p></body></html>';
            return;
        }
        if ($mode === Mode::Admin) {
            $this->bringUpToDate();
        }
        $page = new ShellPage(dirname(__DIR__, 2), $this->globals, $this->csrf, $this->access, new Categories());
        echo $page->html($mode, $mode === Mode::Patient ? $this->session->patientId() : null, $nonce);
    }

    /**
     * After an upgrade of the files the first look of an administrator completes it; a failure there must not cost him
     * the page that could tell him why.
     */
    private function bringUpToDate(): void
    {
        try {
            (new Installation())->bringUpToDate();
        } catch (Throwable $failure) {
            error_log('oe-module-arbiter-fhir: the tables are not up to date: ' . get_class($failure));
        }
    }

    /**
     * @return array{int, string} status, and a sentence unless the page may be shown
     */
    private function hindrance(Mode $mode, mixed $wantedPid): array
    {
        $needed = match ($mode) {
            Mode::Patient => Action::Ask,
            Mode::Queue => Action::Reviews,
            Mode::Admin => Action::Status,
        };
        if (!$this->access->offers($needed)) {
            return [403, 'Your user may not open this page. Ask your administrator for the permission.'];
        }
        if ($mode !== Mode::Patient) {
            return [200, ''];
        }
        $open = $this->session->patientId();
        if ($open === null) {
            return [409, 'No patient is open. Open a patient first.'];
        }
        if ($wantedPid !== null && SessionAdapter::positive($wantedPid) !== $open) {
            return [409, 'Another patient has been opened in this session. Open this patient again first.'];
        }
        if (!$this->charts->opensPatient($open)) {
            return [403, 'Your user may not open this page. Ask your administrator for the permission.'];
        }
        return [200, ''];
    }
}
