<?php

/**
 * Whose names are shown, in which order, and what happens where there is none.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Host;

use OpenEMR\Modules\ArbiterFhir\Host\Acl;
use OpenEMR\Modules\ArbiterFhir\Host\Database;
use OpenEMR\Modules\ArbiterFhir\Host\Names;
use PHPUnit\Framework\TestCase;
use RuntimeException;

final class NamesTest extends TestCase
{
    public function testUsersAreNamedAsTheySignAndElseAsTheyLogIn(): void
    {
        $names = $this->names([], [
            ['id' => '1', 'fname' => ' Dana ', 'lname' => 'Vance', 'username' => 'drvance'],
            ['id' => '2', 'fname' => '', 'lname' => 'Ames', 'username' => 'ames'],
            ['id' => '3', 'fname' => null, 'lname' => '', 'username' => 'night-shift'],
            ['id' => '4', 'fname' => '', 'lname' => '', 'username' => ''],
        ]);
        self::assertSame(
            [1 => 'Dana Vance', 2 => 'Ames', 3 => 'night-shift'],
            $names->ofUsers([1, 2, 3, 4, 5]),
        );
    }

    public function testPatientsAreNamedFamilyFirst(): void
    {
        $rows = [
            ['pid' => '4', 'fname' => 'Ada', 'lname' => 'Quill'],
            ['pid' => '5', 'fname' => '', 'lname' => "O\u{2019}Neil <b>"],
            ['pid' => '6', 'fname' => null, 'lname' => null],
        ];
        $names = $this->names(['patients/demo'], $rows);
        self::assertSame([4 => 'Quill, Ada', 5 => "O\u{2019}Neil <b>"], $names->ofPatients([4, 5, 6]));
    }

    public function testWhoeverMayNotSeeDemographicsSeesNoPatientsName(): void
    {
        $names = $this->names(['patients/med', 'patients/docs'], [['pid' => 4, 'fname' => 'Ada', 'lname' => 'Quill']]);
        self::assertSame([], $names->ofPatients([4]));
    }

    public function testNobodyIsLookedUpForNothingAndAFailureNamesNobody(): void
    {
        $fails = $this->names(['patients/demo'], null);
        self::assertSame([[], []], [$fails->ofUsers([]), $fails->ofPatients([])]);
        $before = ini_set('error_log', '/dev/null');
        self::assertSame([[], []], [$fails->ofUsers([1]), $fails->ofPatients([4])]);
        ini_set('error_log', (string) $before);
    }

    /**
     * @param list<string> $rights
     * @param list<array<string, scalar|null>>|null $rows what the database answers; it fails where null
     */
    private function names(array $rights, ?array $rows): Names
    {
        $acl = new class ($rights) extends Acl {
            /**
             * @param list<string> $granted
             */
            public function __construct(private readonly array $granted)
            {
            }

            public function allows(string $section, string $object, string $kind = ''): bool
            {
                return in_array("$section/$object", $this->granted, true);
            }
        };
        $database = new class ($rows) extends Database {
            /**
             * @param list<array<string, scalar|null>>|null $answer
             */
            public function __construct(private readonly ?array $answer)
            {
            }

            public function rows(string $statement, array $values = []): array
            {
                return $this->answer ?? throw new RuntimeException('no database');
            }
        };
        return new Names($acl, $database);
    }
}
