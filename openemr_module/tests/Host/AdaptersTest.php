<?php

/**
 * The adapters against the stand-in of the generation that is loaded; `scripts/test` runs them with both.
 *
 * @group generations
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Host;

use OpenEMR\Common\Crypto\KernelSeal;
use OpenEMR\Common\Logging\EventAuditLogger;
use OpenEMR\Common\Session\KernelSession;
use OpenEMR\Common\Session\SessionWrapperFactory;
use OpenEMR\Modules\ArbiterFhir\Host\Acl;
use OpenEMR\Modules\ArbiterFhir\Host\AuditLog;
use OpenEMR\Modules\ArbiterFhir\Host\Crypto;
use OpenEMR\Modules\ArbiterFhir\Host\Csrf;
use OpenEMR\Modules\ArbiterFhir\Host\GlobalsAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\SessionAdapter;
use PHPUnit\Framework\TestCase;

/**
 * @group generations
 */
final class AdaptersTest extends TestCase
{
    protected function tearDown(): void
    {
        $this->openSession([]);
        unset($GLOBALS['arbiter_kernel_rights'], $GLOBALS['arbiter_example'], $GLOBALS['webroot']);
    }

    public function testReadsTheSession(): void
    {
        $this->openSession(['authUserID' => '7', 'pid' => '4', 'site_id' => 'clinic']);
        $session = new SessionAdapter();
        self::assertSame([7, 4, 'clinic'], [$session->userId(), $session->patientId(), $session->site()]);
    }

    public function testNotesWhoDidWhat(): void
    {
        $this->openSession(['authUser' => 'drvance', 'authProvider' => 'Default']);
        $logger = method_exists(EventAuditLogger::class, 'getInstance')
            ? EventAuditLogger::getInstance()
            : EventAuditLogger::instance();
        $logger->entries = [];
        (new AuditLog(new SessionAdapter()))->note('approve fact:3', 4);
        self::assertSame([['arbiter-fhir', 'drvance', 'Default', 1, 'approve fact:3', 4]], $logger->entries);
    }

    public function testWithoutALoginThereIsNothing(): void
    {
        $this->openSession(['pid' => 0]);
        $session = new SessionAdapter();
        self::assertSame([null, null, 'default'], [$session->userId(), $session->patientId(), $session->site()]);
    }

    public function testTheFormTokenIsTheSessionsOwn(): void
    {
        $this->openSession(['csrf_private_key' => 'a key']);
        $csrf = new Csrf(new SessionAdapter());
        $token = $csrf->token();
        self::assertSame(40, strlen($token));
        self::assertTrue($csrf->accepts($token));
        foreach (['', null, false, 0, [], [$token], "$token ", substr($token, 1)] as $other) {
            self::assertFalse($csrf->accepts($other));
        }
        $this->openSession(['csrf_private_key' => 'another key']);
        self::assertFalse($csrf->accepts($token));
    }

    public function testWithoutAKeyNoTokenIsAccepted(): void
    {
        $this->openSession([]);
        $csrf = new Csrf(new SessionAdapter());
        self::assertSame('', $csrf->token());
        self::assertFalse($csrf->accepts(''));
        self::assertFalse($csrf->accepts(substr(hash_hmac('sha256', 'default', ''), 0, 40)));
    }

    public function testReadsGlobals(): void
    {
        $GLOBALS['arbiter_example'] = ' x ';
        $GLOBALS['webroot'] = '/openemr/';
        $globals = new GlobalsAdapter();
        self::assertSame(['x', ''], [$globals->text('arbiter_example'), $globals->text('arbiter_missing')]);
        self::assertSame('/openemr', $globals->webRoot());
        $GLOBALS['arbiter_example'] = ['no text'];
        self::assertSame('', $globals->text('arbiter_example'));
    }

    public function testAsksForRights(): void
    {
        $GLOBALS['arbiter_kernel_rights'] = ['patients/med'];
        $acl = new Acl();
        self::assertTrue($acl->allows('patients', 'med'));
        self::assertFalse($acl->allows('patients', 'med', 'write'));
        self::assertFalse($acl->allows('admin', 'super'));
    }

    public function testOpensWhatOpenEmrSealed(): void
    {
        $crypto = new Crypto();
        self::assertSame('a secret', $crypto->open(KernelSeal::close('a secret')));
        foreach (['', 'plain', '006', '006!!!', '006' . base64_encode('too short')] as $stored) {
            self::assertSame('', $crypto->open($stored));
        }
    }

    /**
     * @dataProvider numbers
     */
    public function testOnlyAWholeNumberAboveZeroIsOne(mixed $value, ?int $number): void
    {
        self::assertSame($number, SessionAdapter::positive($value));
    }

    public static function numbers(): array
    {
        return [
            [1, 1], ['1', 1], ['999999999999999999', 999999999999999999],
            [0, null], [-1, null], ['0', null], ['01', null], ['+1', null], [' 1', null], ["1\n", null], ['1e3', null],
            ['9999999999999999999', null], [1.0, null], [true, null], [null, null], [[], null], ['', null],
        ];
    }

    /**
     * @param array<string, mixed> $values
     */
    private function openSession(array $values): void
    {
        if (class_exists(SessionWrapperFactory::class)) {
            $_SESSION = ['authUserID' => 99, 'pid' => 99, 'csrf_private_key' => 'never read on 8.x'];
            SessionWrapperFactory::getInstance()->setActiveSession(new KernelSession($values));
        } else {
            $_SESSION = $values;
        }
    }
}
