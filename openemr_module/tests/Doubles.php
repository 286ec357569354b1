<?php

/**
 * Stands in for the login, the rights, the form token and the service where a test is about the module's own decisions.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests;

use OpenEMR\Modules\ArbiterFhir\Api\Access;
use OpenEMR\Modules\ArbiterFhir\Host\Acl;
use OpenEMR\Modules\ArbiterFhir\Host\Charts;
use OpenEMR\Modules\ArbiterFhir\Host\Csrf;
use OpenEMR\Modules\ArbiterFhir\Host\Names;
use OpenEMR\Modules\ArbiterFhir\Host\SessionAdapter;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Openings;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;

final class Doubles
{
    public const SECRET = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
    public const FORM = 'the-form-token';
    public const CATEGORIES = [[0, 12], [14, 31]];

    public static function settings(string $url = 'http://127.0.0.1:1', int $seconds = 300): Settings
    {
        return new Settings($url, self::SECRET, '', 30, $seconds);
    }

    /**
     * @param list<string> $rights section/object or section/object:kind
     */
    public static function access(
        ?int $userId,
        ?int $openPatient,
        array $rights,
        ?Charts $charts = null,
    ): Access {
        $session = self::session($userId, $openPatient);
        $csrf = new class ($session) extends Csrf {
            public function accepts(mixed $token): bool
            {
                return $token === Doubles::FORM;
            }
        };
        $acl = new class ($rights) extends Acl {
            /**
             * @param list<string> $granted
             */
            public function __construct(private readonly array $granted)
            {
            }

            public function allows(string $section, string $object, string $kind = ''): bool
            {
                return in_array($kind === '' ? "$section/$object" : "$section/$object:$kind", $this->granted, true);
            }
        };
        return new Access($session, $csrf, $acl, $charts ?? self::charts());
    }

    /**
     * Charts that are open but for the given ones, each but for some categories of documents and prescriptions.
     *
     * @param list<int> $closedPatients
     */
    public static function charts(array $closedPatients = []): Charts
    {
        return new class ($closedPatients) extends Charts {
            /**
             * @param list<int> $patients
             */
            public function __construct(private readonly array $patients)
            {
            }

            public function closedPatients(array $patientIds): array
            {
                return array_values(array_intersect($patientIds, $this->patients));
            }

            public function openings(): Openings
            {
                return new Openings(Doubles::CATEGORIES, ['results', 'demographics']);
            }
        };
    }

    /**
     * @param array<int, string> $users
     * @param array<int, string> $patients
     */
    public static function names(array $users, array $patients): Names
    {
        return new class ($users, $patients) extends Names {
            /**
             * @param array<int, string> $users
             * @param array<int, string> $patients
             */
            public function __construct(private readonly array $users, private readonly array $patients)
            {
            }

            public function ofUsers(array $userIds): array
            {
                return array_intersect_key($this->users, array_flip($userIds));
            }

            public function ofPatients(array $patientIds): array
            {
                return array_intersect_key($this->patients, array_flip($patientIds));
            }
        };
    }

    public static function session(?int $userId, ?int $openPatient): SessionAdapter
    {
        return new class ($userId, $openPatient) extends SessionAdapter {
            public function __construct(private readonly ?int $user, private readonly ?int $patient)
            {
            }

            protected function value(string $name): mixed
            {
                return match ($name) {
                    'authUserID' => $this->user,
                    'pid' => $this->patient,
                    'site_id' => 'default',
                    default => null,
                };
            }
        };
    }
}
