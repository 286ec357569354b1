<?php

/**
 * What the module hangs into OpenEMR's events.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Listening;

use HTML_TreeNode;
use OpenEMR\Common\Crypto\KernelSeal;
use OpenEMR\Common\Session\KernelSession;
use OpenEMR\Common\Session\SessionWrapperFactory;
use OpenEMR\Core\ModulesClassLoader;
use OpenEMR\Events\Globals\GlobalsInitializedEvent;
use OpenEMR\Events\Patient\Summary\Card\SectionEvent;
use OpenEMR\Events\PatientDocuments\PatientDocumentTreeViewFilterEvent;
use OpenEMR\Menu\MenuEvent;
use OpenEMR\Menu\PatientMenuEvent;
use OpenEMR\Modules\ArbiterFhir\Bootstrap;
use OpenEMR\Modules\ArbiterFhir\Listening\DashboardCard;
use OpenEMR\Modules\ArbiterFhir\Listening\DocumentTreeBadge;
use OpenEMR\Modules\ArbiterFhir\Listening\UploadWatch;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Modules\ArbiterFhir\Tests\Doubles;
use OpenEMR\Modules\ArbiterFhir\Tests\LocalServer;
use OpenEMR\Services\Globals\GlobalsService;
use PHPUnit\Framework\TestCase;
use Symfony\Component\EventDispatcher\EventDispatcher;
use Throwable;

/**
 * @group generations
 */
final class ListenersTest extends TestCase
{
    private EventDispatcher $dispatcher;
    private string $log;

    protected function setUp(): void
    {
        $session = ['authUserID' => 7, 'pid' => 4, 'site_id' => 'default', 'csrf_private_key' => 'a key'];
        if (class_exists(SessionWrapperFactory::class)) {
            SessionWrapperFactory::getInstance()->setActiveSession(new KernelSession($session));
        } else {
            $_SESSION = $session;
        }
        $GLOBALS['webroot'] = '/openemr';
        $GLOBALS['arbiter_kernel_rights'] = ['patients/med', 'patients/docs'];
        $this->log = (string) tempnam(sys_get_temp_dir(), 'arbiter');
        ini_set('error_log', $this->log);
        $this->dispatcher = new EventDispatcher();
        (new Bootstrap($this->dispatcher))->subscribe();
    }

    protected function tearDown(): void
    {
        unlink($this->log);
        foreach (array_keys($GLOBALS) as $name) {
            if (str_starts_with($name, 'arbiter_')) {
                unset($GLOBALS[$name]);
            }
        }
        unset($GLOBALS['webroot']);
    }

    public function testACardInTheSecondColumnOnly(): void
    {
        self::assertSame([], $this->cards('primary'));
        [$card] = $this->cards('secondary');
        self::assertSame(['patients', 'med'], $card->getAcl());
        self::assertFalse($card->canAdd());
        self::assertFalse($card->canEdit());
        self::assertSame(DashboardCard::TEMPLATE, $card->getTemplateFile());
        $body = $card->getTemplateVariables()['arbiter_fhir_body'];
        self::assertStringContainsString('data-pid="4"', $body);
        $page = '/openemr/interface/modules/custom_modules/oe-module-arbiter-fhir/public/panel.php?pid=4';
        self::assertStringContainsString($page, $body);
        self::assertStringNotContainsString('onclick', $body);
    }

    public function testTheCardCanBeHidden(): void
    {
        $GLOBALS[Settings::HIDE_CARD] = '1';
        self::assertSame([], $this->cards('secondary'));
    }

    public function testTextsOfTheCardAreEscaped(): void
    {
        $GLOBALS['webroot'] = '/"><script>';
        self::assertStringNotContainsString('"><script>', $this->cards('secondary')[0]
            ->getTemplateVariables()['arbiter_fhir_body']);
    }

    public function testTheQueueIsUnderPatientAndAdministrationUnderModules(): void
    {
        $menu = $this->mainMenu(['calimg' => [], 'patimg' => [1], 'modimg' => [2]]);
        self::assertSame([], $menu[0]->children);
        [$first, $review] = $menu[1]->children;
        [$second, $admin] = $menu[2]->children;
        self::assertSame([1, 2], [$first, $second]);
        self::assertSame([['patients', 'med'], ['admin', 'super']], [$review->acl_req, $admin->acl_req]);
        self::assertStringStartsWith('/interface/modules/', $review->url, 'OpenEMR puts its web root in front');
    }

    public function testMenusOfASitesOwn(): void
    {
        [$modules] = $this->mainMenu(['modimg' => []]);
        self::assertCount(2, $modules->children);
        self::assertSame([], $this->mainMenu(['calimg' => []])[0]->children);
        self::assertSame([], $this->mainMenu([]));
    }

    public function testAnEntryInThePatientsMenu(): void
    {
        [$entry] = $this->dispatcher->dispatch(new PatientMenuEvent([]), PatientMenuEvent::MENU_UPDATE)->getMenu();
        self::assertStringStartsWith('/openemr/interface/modules/', $entry->url);
        self::assertStringEndsWith('/panel.php?pid=', $entry->url);
        self::assertSame('true', $entry->pid, 'OpenEMR puts the open patient behind the address');
    }

    public function testASectionOfSettings(): void
    {
        $service = new GlobalsService(['Locale' => [], 'Portal' => [], 'PDF' => []], [], []);
        $this->dispatcher->dispatch(new GlobalsInitializedEvent($service), GlobalsInitializedEvent::EVENT_HANDLE);
        $sections = $service->getGlobalsMetadata();
        self::assertSame(['Locale', 'Arbiter FHIR', 'Portal', 'PDF'], array_keys($sections));
        self::assertSame('encrypted', $sections['Arbiter FHIR'][Settings::SECRET][1]);
        self::assertArrayHasKey(Settings::URL, $sections['Arbiter FHIR']);
        self::assertSame([], array_filter(
            $sections['Arbiter FHIR'],
            static fn (array $field): bool => count($field) !== 4 || $field[0] === '',
        ));
    }

    public function testMarksBehindDocumentsInTheTree(): void
    {
        $server = new LocalServer();
        $this->configure($server->url);
        self::assertSame('a.pdf [read, 2 to review]', $this->treeText(7, 4));
        self::assertSame('a.pdf [could not be read]', $this->treeText(8, 4));
        self::assertSame('a.pdf', $this->treeText(9, 4));
        self::assertSame('a.pdf', $this->treeText(7, 5), 'another patient than the open one');
        self::assertCount(1, $server->requests(), 'one request for a whole tree');
        $server->stop();
    }

    public function testADeadServiceLeavesTheTreeAsItIs(): void
    {
        $this->configure('http://127.0.0.1:1');
        self::assertSame('a.pdf', $this->treeText(7, 4));
    }

    public function testWithoutRightOrWithMarksHiddenNothingIsAsked(): void
    {
        $server = new LocalServer();
        $this->configure($server->url);
        $GLOBALS['arbiter_kernel_rights'] = ['patients/med'];
        self::assertSame('a.pdf', $this->treeText(7, 4));
        $GLOBALS['arbiter_kernel_rights'] = ['patients/med', 'patients/docs'];
        $GLOBALS[Settings::HIDE_BADGES] = '1';
        (new Bootstrap($this->dispatcher = new EventDispatcher()))->subscribe();
        self::assertSame('a.pdf', $this->treeText(7, 4));
        self::assertSame([], $server->requests());
        $server->stop();
    }

    public function testAMarkIsMadeOfFixedWordsAndNumbers(): void
    {
        $hostile = ['state' => '<script>', 'facts' => ['review' => '<b>9']];
        self::assertSame('', DocumentTreeBadge::markOf($hostile));
        self::assertSame('read', DocumentTreeBadge::markOf(['state' => 'read', 'facts' => ['review' => '<b>9']]));
    }

    public function testAFailingListenerReachesNobodyAndLogsNoMessage(): void
    {
        $event = new SectionEvent('secondary');
        $this->dispatcher->dispatch($event, SectionEvent::EVENT_HANDLE);
        $this->dispatcher->dispatch($event, SectionEvent::EVENT_HANDLE); // the card is there already: OpenEMR throws
        self::assertCount(1, $event->getCards());
        $logged = (string) file_get_contents($this->log);
        self::assertStringContainsString('a listener failed: DomainException', $logged);
        self::assertStringNotContainsString('there already', $logged);
    }

    /**
     * @dataProvider requests
     */
    public function testNoticesRequestsThatStoreADocument(array $server, array $query, bool $isUpload): void
    {
        self::assertSame($isUpload, UploadWatch::isUpload($server, $query));
    }

    public static function requests(): array
    {
        $post = ['REQUEST_METHOD' => 'POST'];
        $api = ['SCRIPT_NAME' => '/apis/dispatch.php'];
        return [
            [$post + ['SCRIPT_NAME' => '/openemr/library/ajax/upload.php'], ['patient_id' => '1'], true],
            [$post + ['SCRIPT_NAME' => '/controller.php'], ['document' => '', 'upload' => ''], true],
            [$post + ['SCRIPT_NAME' => '/controller.php'], ['document' => '', 'view' => ''], false],
            [$post + ['SCRIPT_NAME' => '/controller.php'], ['practice_settings' => ''], false],
            [$post + $api + ['REQUEST_URI' => '/apis/default/api/patient/4/document?path=/Lab'], [], true],
            [$post + $api + ['REQUEST_URI' => '/apis/default/api/patient/4/encounter'], [], false],
            [['REQUEST_METHOD' => 'GET', 'SCRIPT_NAME' => '/library/ajax/upload.php'], [], false],
            [[], [], false],
            [$post + ['SCRIPT_NAME' => ['x'], 'REQUEST_URI' => ['x']], [], false],
        ];
    }

    /**
     * @dataProvider changes
     */
    public function testNoticesRequestsThatChangeADocument(array $server, array $query, ?int $document): void
    {
        self::assertSame($document, UploadWatch::touchedDocument($server, $query));
    }

    public static function changes(): array
    {
        $post = ['REQUEST_METHOD' => 'POST', 'SCRIPT_NAME' => '/openemr/controller.php'];
        $delete = ['REQUEST_METHOD' => 'POST', 'SCRIPT_NAME' => '/interface/patient_file/deleter.php'];
        $move = ['document' => '', 'move' => '', 'patient_id' => '1', 'document_id' => '12', 'process' => 'true'];
        return [
            [$post, $move, 12],
            [$post, ['document' => '', 'update' => '', 'document_id' => '12'], 12],
            [$post, ['document' => '', 'view' => '', 'document_id' => '12'], null],
            [$post, ['move' => '', 'document_id' => '12'], null],
            [$post, ['document_id' => '12; DROP'] + $move, null],
            [['REQUEST_METHOD' => 'GET'] + $post, $move, null],
            [$delete, ['document' => '12'], 12],
            [$delete, ['patient' => '1'], null],
            [['REQUEST_METHOD' => 'GET'] + $delete, ['document' => '12'], null],
        ];
    }

    public function testTheBootstrapPrintsNothingAndLetsNothingEscape(): void
    {
        foreach ([null, new EventDispatcher()] as $eventDispatcher) {
            $classLoader = new ModulesClassLoader('');
            ob_start();
            try {
                include dirname(__DIR__, 2) . '/openemr.bootstrap.php';
            } catch (Throwable $escaped) {
                self::fail('escaped: ' . get_class($escaped));
            } finally {
                self::assertSame('', ob_get_clean());
            }
        }
        self::assertTrue($eventDispatcher->hasListeners(SectionEvent::EVENT_HANDLE));
        $logged = (string) file_get_contents($this->log);
        self::assertSame(1, substr_count($logged, 'could not start: UnexpectedValueException'));
    }

    public function testStartsWithoutAClassLoaderToo(): void
    {
        $kernel = dirname(__DIR__, 3) . '/devstack/openemr_kernel';
        $bootstrap = dirname(__DIR__, 2) . '/openemr.bootstrap.php';
        $script = "require '$kernel/src/autoload.php'; KernelClasses::begin('$kernel', 7); "
            . '$eventDispatcher = new Symfony\Component\EventDispatcher\EventDispatcher(); '
            . "include '$bootstrap'; "
            . 'echo (int) $eventDispatcher->hasListeners(OpenEMR\Menu\MenuEvent::MENU_UPDATE);';
        exec(escapeshellarg(PHP_BINARY) . ' -r ' . escapeshellarg($script) . ' 2>&1', $printed);
        self::assertSame(['1'], $printed);
    }

    private function configure(string $url): void
    {
        $GLOBALS[Settings::URL] = $url;
        $GLOBALS[Settings::CONNECT_SECONDS] = '30';
        $GLOBALS[Settings::SECRET] = KernelSeal::close(Doubles::SECRET);
    }

    /**
     * @param array<string, list<mixed>> $parts
     */
    private function mainMenu(array $parts): array
    {
        $menu = [];
        foreach ($parts as $id => $children) {
            $menu[] = (object) ['menu_id' => $id, 'children' => $children];
        }
        return $this->dispatcher->dispatch(new MenuEvent($menu), MenuEvent::MENU_UPDATE)->getMenu();
    }

    private function cards(string $section): array
    {
        return $this->dispatcher->dispatch(new SectionEvent($section), SectionEvent::EVENT_HANDLE)->getCards();
    }

    private function treeText(int $document, int $pid): string
    {
        $event = (new PatientDocumentTreeViewFilterEvent())->setPid($pid)->setDocumentId($document)
            ->setHtmlTreeNode(new HTML_TreeNode(['text' => 'a.pdf']));
        return $this->dispatcher->dispatch($event, PatientDocumentTreeViewFilterEvent::EVENT_NAME)
            ->getHtmlTreeNode()->text;
    }
}
