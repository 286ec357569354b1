<?php

/**
 * What OpenEMR closes to a user: charts by squad, documents by category. Nothing is open that cannot be found out.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Host;

use OpenEMR\Modules\ArbiterFhir\Host\Acl;
use OpenEMR\Modules\ArbiterFhir\Host\Charts;
use OpenEMR\Modules\ArbiterFhir\Host\Database;
use PHPUnit\Framework\TestCase;

final class ChartsTest extends TestCase
{
    private const DOCUMENTS = 'patients/docs';

    /**
     * @dataProvider categories
     * @param list<string> $rights
     * @param array<int, string|null> $rules category to its access rule
     * @param list<array{int, int}> $open
     */
    public function testTheOpenCategoriesAreThoseWhoseRuleTheUserMeets(array $rights, array $rules, array $open): void
    {
        $rows = [];
        foreach ($rules as $id => $spec) {
            $rows[] = ['id' => (string) $id, 'aco_spec' => $spec];
        }
        self::assertSame($open, $this->charts($rights, $rows)->openCategories());
    }

    public static function categories(): array
    {
        $usual = [1 => 'patients|docs', 2 => 'patients|docs', 3 => 'patients|demo', 4 => 'patients|docs'];
        return [
            'all' => [[self::DOCUMENTS, 'patients/demo'], $usual, [[0, 4]]],
            'one is closed' => [[self::DOCUMENTS], $usual, [[0, 2], [4, 4]]],
            'the first is closed' => [[self::DOCUMENTS], [1 => 'admin|super', 2 => 'patients|docs'], [[0, 0], [2, 2]]],
            'no rule closes nothing' => [[self::DOCUMENTS], [1 => '', 2 => null], [[0, 2]]],
            'a rule of another form' => [[self::DOCUMENTS], [1 => 'patients', 2 => '|', 3 => 'a|b|c'], [[0, 0]]],
            'numbers that were never given are not among them' => [
                [self::DOCUMENTS],
                [1 => 'patients|docs', 5 => 'patients|docs', 6 => 'patients|docs'],
                [[0, 1], [5, 6]],
            ],
            'without the right to documents none is open' => [['patients/demo'], $usual, []],
            'nothing was found out' => [[self::DOCUMENTS], [], []],
        ];
    }

    public function testPartsOfTheChartAreOpenByTheirOwnRights(): void
    {
        $parts = fn (array $rights): array => $this->charts($rights, [])->openings()->parts;
        self::assertSame([], $parts(['patients/med', self::DOCUMENTS]));
        self::assertSame(['results'], $parts(['patients/lab']));
        self::assertSame(['prescriptions', 'demographics'], $parts(['patients/rx', 'patients/demo']));
        self::assertSame(array_keys(Charts::PARTS), $parts(['patients/lab', 'patients/rx', 'patients/demo']));
    }

    public function testTheServiceIsToldOfNoMoreThanItTakes(): void
    {
        $rows = [];
        for ($id = 1; $id <= 2000; $id++) {
            $rows[] = ['id' => $id, 'aco_spec' => $id % 2 === 0 ? 'patients|docs' : 'admin|super'];
        }
        $open = $this->charts([self::DOCUMENTS], $rows)->openCategories();
        self::assertCount(Charts::MOST_RUNS, $open);
        self::assertSame([[0, 0], [2, 2]], array_slice($open, 0, 2));
    }

    public function testAChartIsClosedThatIsUnknownOrOfAnotherSquad(): void
    {
        $rows = [['pid' => '4', 'squad' => ''], ['pid' => '5', 'squad' => 'north'], ['pid' => '6', 'squad' => 'south']];
        $charts = $this->charts(['squads/north'], $rows);
        self::assertSame([6, 7], $charts->closedPatients([4, 5, 6, 7]));
        self::assertTrue($charts->opensPatient(5));
        self::assertFalse($charts->opensPatient(7));
        self::assertSame([], $charts->closedPatients([]));
    }

    /**
     * @param list<string> $rights
     * @param list<array<string, scalar|null>> $rows what the database answers
     */
    private function charts(array $rights, array $rows): Charts
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
             * @param list<array<string, scalar|null>> $answer
             */
            public function __construct(private readonly array $answer)
            {
            }

            public function rows(string $statement, array $values = []): array
            {
                return $this->answer;
            }
        };
        return new Charts($acl, $database);
    }
}
