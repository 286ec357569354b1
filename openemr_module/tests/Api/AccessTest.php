<?php

/**
 * Every action against every way to be refused, and against the narrowest rights that let it through.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Api;

use OpenEMR\Modules\ArbiterFhir\Api\Action;
use OpenEMR\Modules\ArbiterFhir\Api\ApiRequest;
use OpenEMR\Modules\ArbiterFhir\Api\Permission;
use OpenEMR\Modules\ArbiterFhir\Api\Refusal;
use OpenEMR\Modules\ArbiterFhir\Tests\Doubles;
use PHPUnit\Framework\TestCase;

final class AccessTest extends TestCase
{
    private const OPEN = 4;

    /**
     * Action, rights it needs, scopes of its token.
     */
    private const TABLE = [
        ['overview', ['patients/med'], ['query']],
        ['examples', ['patients/med'], ['query']],
        ['ask', ['patients/med'], ['query']],
        ['documents', ['patients/med', 'patients/docs'], ['query']],
        ['retry', ['patients/med', 'patients/docs'], ['ingest']],
        ['source', ['patients/med', 'patients/docs'], ['query']],
        ['page', ['patients/med', 'patients/docs'], ['query']],
        ['reviews', ['patients/med', 'patients/docs', ...self::COMPARED], ['review']],
        ['decide', ['patients/med:write', 'patients/docs', ...self::COMPARED], ['review']],
        ['accept_all', ['patients/med:write', 'patients/docs', ...self::COMPARED], ['review']],
        ['status', ['admin/super'], ['admin']],
        ['check', ['admin/super'], ['admin']],
        ['mappings_get', ['admin/super'], ['admin']],
        ['mappings_put', ['admin/super'], ['admin']],
        ['automation_get', ['admin/super'], ['admin']],
        ['automation_put', ['admin/super'], ['admin']],
        ['automation_preview', ['admin/super'], ['admin']],
    ];

    /**
     * OpenEMR's groups as it sets them up (Installer.class.php), with what the module lets each do; and others that
     * sites make. Nobody is let do here what OpenEMR would not let them do there: read the chart (patients/med), open
     * documents (patients/docs), change the chart (patients/med, write), run the site (admin/super).
     */
    private const ROLES = [
        'front office' => [['patients/appt', 'patients/demo'], []],
        'accounting' => [['acct/bill', 'acct/rep', 'patients/appt', 'patients/demo'], []],
        'scanning clerk' => [['patients/docs', 'patients/docs:write', 'patients/demo'], []],
        'reader without results' => [
            ['patients/demo', 'patients/med', 'patients/med:write', 'patients/docs', 'patients/rx'],
            [...self::ASKS, 'documents', 'retry', 'source', 'page'],
        ],
        'charts without papers' => [['patients/med', 'patients/demo', 'patients/lab'], self::ASKS],
        'clinician' => [
            ['patients/demo', 'patients/med', 'patients/med:addonly', 'patients/docs', 'patients/rx', 'patients/lab'],
            [...self::ASKS, ...self::LOOKS],
        ],
        'physician' => [
            ['patients/demo', 'patients/med', 'patients/med:write', 'patients/docs', 'patients/rx', 'patients/lab'],
            [...self::ASKS, ...self::LOOKS, 'decide', 'accept_all'],
        ],
        'practice administrator' => [['admin/practice', 'admin/users', 'admin/acl', 'patients/demo'], []],
        'administrator' => [self::EVERYTHING, null],
    ];
    private const ASKS = ['overview', 'examples', 'ask'];
    private const LOOKS = ['documents', 'retry', 'source', 'page', 'reviews'];

    private const COMPARED = ['patients/demo', 'patients/lab', 'patients/rx'];

    private const EVERYTHING = [
        ...self::COMPARED,
        'patients/med', 'patients/med:write', 'patients/docs', 'patients/docs:write', 'patients/sign', 'admin/super',
    ];

    public function testTheTableKnowsEveryAction(): void
    {
        $known = array_column(self::TABLE, 0);
        $there = array_map(static fn (Action $action): string => $action->value, Action::cases());
        self::assertSame($there, $known);
    }

    /**
     * @dataProvider roles
     * @param list<string> $rights
     * @param list<string>|null $may all actions where null
     */
    public function testARoleIsLetDoWhatOpenEmrLetsItDo(array $rights, ?array $may): void
    {
        $let = [];
        foreach (Action::cases() as $action) {
            try {
                $this->permit($action->value, $action->isAdministration() ? null : self::OPEN, $rights);
                $let[] = $action->value;
            } catch (Refusal $refusal) {
                self::assertSame('E_MODULE_RIGHTS', $refusal->refusalCode);
            }
        }
        self::assertEqualsCanonicalizing($may ?? array_column(self::TABLE, 0), $let);
    }

    public static function roles(): array
    {
        return self::ROLES;
    }

    /**
     * @dataProvider actions
     * @param list<string> $rights
     * @param list<string> $scopes
     */
    public function testWithItsRightsItPasses(string $action, array $rights, array $scopes): void
    {
        $permission = $this->permit($action, $this->isSite($action) ? null : self::OPEN, $rights);
        self::assertSame(7, $permission->userId);
        self::assertSame($this->isSite($action) ? null : self::OPEN, $permission->patientId);
        self::assertSame($scopes, array_column($permission->scopes, 'value'));
    }

    /**
     * @dataProvider actions
     * @param list<string> $rights
     */
    public function testWithoutOneOfItsRightsItDoesNot(string $action, array $rights): void
    {
        foreach ($rights as $missing) {
            $others = array_values(array_diff(self::EVERYTHING, [$missing]));
            $this->assertRefused('E_MODULE_RIGHTS', fn () => $this->permit($action, self::OPEN, $others));
        }
        $this->assertRefused('E_MODULE_RIGHTS', fn () => $this->permit($action, self::OPEN, []));
    }

    /**
     * @dataProvider actions
     */
    public function testNobodyLoggedIn(string $action): void
    {
        $this->assertRefused('E_MODULE_LOGIN', fn () => $this->permit($action, self::OPEN, self::EVERYTHING, null));
    }

    /**
     * @dataProvider actions
     */
    public function testAWrongFormToken(string $action): void
    {
        foreach (['', 'another'] as $token) {
            $this->assertRefused(
                'E_MODULE_FORM',
                fn () => $this->permit($action, self::OPEN, self::EVERYTHING, 7, [], $token),
            );
        }
    }

    /**
     * @dataProvider actions
     */
    public function testAnotherPatientThanTheOpenOne(string $action): void
    {
        if ($this->isSite($action)) {
            self::assertNull($this->permit($action, 5, self::EVERYTHING)->patientId, 'no patient gets into its token');
            return;
        }
        $refused = fn () => $this->permit($action, 5, self::EVERYTHING, 7, ['patient_id' => self::OPEN]);
        $this->assertRefused('E_MODULE_OTHER_PATIENT', $refused);
    }

    /**
     * @dataProvider actions
     */
    public function testAPatientInTheFieldsChangesNothingOnAPatientsPage(string $action): void
    {
        $pid = $this->isSite($action) ? null : self::OPEN;
        $permission = $this->permit($action, $pid, self::EVERYTHING, 7, ['patient_id' => 5]);
        self::assertSame($pid, $permission->patientId);
    }

    /**
     * @dataProvider onSitePages
     */
    public function testOnASitePageTheTokenIsForTheNamedPatient(string $action): void
    {
        $permission = $this->permit($action, null, self::EVERYTHING, 7, ['patient_id' => 5]);
        self::assertSame(5, $permission->patientId);
        foreach ([0, -1, '5;', [5], true] as $none) {
            $refused = fn () => $this->permit($action, null, self::EVERYTHING, 7, ['patient_id' => $none]);
            $this->assertRefused('E_MODULE_REQUEST', $refused);
        }
    }

    public static function onSitePages(): array
    {
        return [['reviews'], ['decide'], ['accept_all'], ['source'], ['page'], ['retry']];
    }

    /**
     * @dataProvider needAPatient
     */
    public function testWithoutAPatientMostActionsAreNothing(string $action): void
    {
        $this->assertRefused('E_MODULE_REQUEST', fn () => $this->permit($action, null, self::EVERYTHING));
    }

    public static function needAPatient(): array
    {
        return [['overview'], ['examples'], ['ask'], ['documents'], ['decide'], ['accept_all'], ['source'], ['page']];
    }

    /**
     * @dataProvider actions
     */
    public function testAChartThatIsClosedToTheUser(string $action): void
    {
        if ($this->isSite($action)) {
            self::assertTrue(true, 'is about no patient');
            return;
        }
        $request = new ApiRequest(Action::from($action), self::OPEN, Doubles::FORM, []);
        $access = Doubles::access(7, self::OPEN, self::EVERYTHING, Doubles::charts([self::OPEN]));
        $this->assertRefused('E_MODULE_RIGHTS', fn () => $access->permit($request));
    }

    /**
     * @dataProvider actions
     */
    public function testTheTokenNamesTheCategoriesThatAreOpen(string $action): void
    {
        $pid = $this->isSite($action) ? null : self::OPEN;
        self::assertSame(Doubles::CATEGORIES, $this->permit($action, $pid, self::EVERYTHING)->openings->categories);
    }

    public function testTheSitesQueueNeedsNoPatient(): void
    {
        $rights = ['patients/med', 'patients/docs', ...self::COMPARED];
        self::assertNull($this->permit('reviews', null, $rights)->patientId);
    }

    public function testTheSitesFailuresAreTheAdministrators(): void
    {
        $this->assertRefused(
            'E_MODULE_RIGHTS',
            fn () => $this->permit('retry', null, ['patients/med', 'patients/docs', 'patients/med:write']),
        );
        $permission = $this->permit('retry', null, ['admin/super']);
        self::assertNull($permission->patientId);
        self::assertSame(['ingest', 'admin'], array_column($permission->scopes, 'value'));
    }

    public function testWhoReviewsSeesSourcesThatWait(): void
    {
        $rights = ['patients/med', 'patients/med:write', 'patients/docs', ...self::COMPARED];
        foreach (['source', 'page'] as $action) {
            $scopes = $this->permit($action, self::OPEN, $rights)->scopes;
            self::assertSame(['query', 'review'], array_column($scopes, 'value'));
        }
    }

    public static function actions(): array
    {
        return array_combine(array_column(self::TABLE, 0), self::TABLE);
    }

    private function isSite(string $action): bool
    {
        return Action::from($action)->isAdministration();
    }

    /**
     * @param list<string> $rights
     * @param array<string, mixed> $fields
     */
    private function permit(
        string $action,
        ?int $pid,
        array $rights,
        ?int $user = 7,
        array $fields = [],
        string $token = Doubles::FORM,
    ): Permission {
        $request = new ApiRequest(Action::from($action), $pid, $token, $fields);
        return Doubles::access($user, self::OPEN, $rights)->permit($request);
    }

    private function assertRefused(string $code, callable $permit): void
    {
        try {
            $permit();
            self::fail("not refused with $code");
        } catch (Refusal $refusal) {
            self::assertSame($code, $refusal->refusalCode);
        }
    }
}
