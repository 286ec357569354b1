<?php

/**
 * Prints what the adapters find in the OpenEMR that is loaded. See VersionsTest.
 */

declare(strict_types=1);

use OpenEMR\Common\Crypto\KernelSeal;
use OpenEMR\Common\Logging\EventAuditLogger;
use OpenEMR\Common\Session\KernelSession;
use OpenEMR\Common\Session\SessionWrapperFactory;
use OpenEMR\Modules\ArbiterFhir\Host\AuditLog;
use OpenEMR\Modules\ArbiterFhir\Host\Crypto;
use OpenEMR\Modules\ArbiterFhir\Host\Csrf;
use OpenEMR\Modules\ArbiterFhir\Host\GlobalsAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\SessionAdapter;

$values = ['authUserID' => 7, 'authUser' => 'drvance', 'authProvider' => 'Default', 'csrf_private_key' => 'a key'];
if (method_exists(SessionWrapperFactory::class, 'setActiveSession')) {
    SessionWrapperFactory::getInstance()->setActiveSession(new KernelSession($values));
} else {
    $_SESSION = $values;
}
$GLOBALS['arbiter_example'] = 'x';
$session = new SessionAdapter();
$csrf = new Csrf($session);
(new AuditLog($session))->note('noted', 4);
$logger = method_exists(EventAuditLogger::class, 'getInstance')
    ? EventAuditLogger::getInstance()
    : EventAuditLogger::instance();
echo json_encode([
    $session->userId() . ' ' . $session->userName(),
    $csrf->token() !== '' && $csrf->accepts($csrf->token()),
    $csrf->accepts('another'),
    (new Crypto())->open(KernelSeal::close('a secret')),
    (new GlobalsAdapter())->text('arbiter_example'),
    $logger->entries[0] ?? null,
]);
