<?php

/**
 * The endpoint as a page of user 7 with all rights meets it: patient 4 is open, the chart of patient 5 is closed, and
 * the service, the browser and OpenEMR's log are played.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests;

use OpenEMR\Modules\ArbiterFhir\Api\ApiController;
use OpenEMR\Modules\ArbiterFhir\Api\ClosedRows;
use OpenEMR\Modules\ArbiterFhir\Api\NamedRows;
use OpenEMR\Modules\ArbiterFhir\Host\AuditLog;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\SidecarReply;
use OpenEMR\Modules\ArbiterFhir\Sidecar\TokenMinter;

final class PlayedEndpoint
{
    private const EVERYTHING = [
        'patients/med', 'patients/med:write', 'patients/docs', 'patients/demo', 'patients/lab', 'patients/rx',
        'admin/super',
    ];

    public readonly RecordingClient $client;
    public readonly RecordingOutput $output;

    /** @var list<array{string, int|null}> what OpenEMR's log was told: a comment, and of which patient */
    public array $notes = [];

    public function __construct()
    {
        $this->client = new RecordingClient(new SidecarReply(200, [], '{"fine":true}'));
        $this->output = new RecordingOutput();
    }

    /**
     * Sends what a page would send, with the session's form token.
     *
     * @param array<string, mixed> $request
     */
    public function ask(array $request, ?Settings $settings = null): void
    {
        $request += ['csrf_token_form' => Doubles::FORM];
        $this->controller($settings ?? Doubles::settings())->answer('POST', (string) json_encode($request));
    }

    private function controller(Settings $settings): ApiController
    {
        $minter = new TokenMinter($settings->secret, 'default');
        $access = Doubles::access(7, 4, self::EVERYTHING);
        $log = new class ($this->notes) extends AuditLog {
            /**
             * @param list<array{string, int|null}> $notes
             */
            public function __construct(private array &$notes)
            {
            }

            public function note(string $comment, ?int $patientId): void
            {
                $this->notes[] = [$comment, $patientId];
            }
        };
        $closed = new ClosedRows(Doubles::charts([5]));
        $named = new NamedRows(Doubles::names([7 => 'Dana Vance'], [4 => 'Quill, Ada', 5 => 'Brook, Ben']));
        return new ApiController($access, $settings, $this->client, $minter, $this->output, $log, $closed, $named);
    }
}
