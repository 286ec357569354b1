<?php

/**
 * The stand-in's `interface/globals.php`: what a module's page finds when it has included the real one.
 */

declare(strict_types=1);

require_once getenv('ARBITER_KERNEL_FOLDER') . '/src/autoload.php';

use OpenEMR\Common\Database\QueryUtils;
use OpenEMR\Common\Session\KernelSession;
use OpenEMR\Common\Session\SessionTracker;
use OpenEMR\Common\Session\SessionWrapperFactory;
use OpenEMR\Core\Kernel;
use OpenEMR\Core\ModulesClassLoader;

$arbiterGeneration = (int) getenv('ARBITER_KERNEL_GENERATION');
KernelClasses::begin((string) getenv('ARBITER_KERNEL_FOLDER'), $arbiterGeneration);

session_save_path(getenv('ARBITER_KERNEL_ROOT') . '/sessions');
session_name('OpenEMR');
session_start(['read_and_close' => true, 'use_strict_mode' => true, 'cookie_samesite' => 'Strict']);
$arbiterSession = $_SESSION;

// As in OpenEMR: where no patient is open yet, one named in the address or the form becomes the session's patient.
$arbiterNamed = $_GET['pid'] ?? $_POST['pid'] ?? null;
if (!empty($arbiterNamed) && empty($arbiterSession['pid'])) {
    session_start();
    $_SESSION['pid'] = $arbiterNamed;
    session_write_close();
    $arbiterSession = $_SESSION;
}
// A task on the command line has no login; OpenEMR's scheduler names its site instead.
$arbiterSession['site_id'] ??= $_GET['site'] ?? null;
$_SESSION = $arbiterSession;
if ($arbiterGeneration === 8) {
    $_SESSION = [];
    SessionWrapperFactory::getInstance()->setActiveSession(new KernelSession($arbiterSession));
}

$GLOBALS['webroot'] = $GLOBALS['web_root'] = '';
$GLOBALS['fileroot'] = getenv('ARBITER_KERNEL_ROOT') . '/web';
$GLOBALS['kernel'] = new Kernel();
$arbiterRows = QueryUtils::fetchRecordsNoLog('SELECT gl_name, gl_value FROM globals ORDER BY gl_index DESC', []);
foreach ($arbiterRows as $row) {
    $GLOBALS[$row['gl_name']] = $row['gl_value'];
}
$theme = $arbiterSession['theme'] ?? 'light';
$GLOBALS['arbiter_kernel_rights'] = $arbiterSession['rights'] ?? [];
$GLOBALS['arbiter_kernel_language'] = $arbiterSession['language'] ?? '';
// As in OpenEMR: every theme has a twin for languages that run from right to left.
$arbiterTwin = $GLOBALS['arbiter_kernel_language'] === 'mirrored' ? 'rtl_' : '';
$GLOBALS['css_header'] = "/public/themes/{$arbiterTwin}style_$theme.css?v=1";

$GLOBALS['arbiter_kernel_session_uuid'] = $arbiterSession['session_database_uuid'] ?? '';
// As in 7.0: a request that is not to reset the time is not asked for it either.
$arbiterIsLate = empty($_REQUEST['skip_timeout_reset']) && SessionTracker::isSessionExpired();
if (empty($ignoreAuth) && (empty($arbiterSession['authUserID']) || $arbiterIsLate)) {
    echo "<script>window.top.location.href = '/interface/login.php?error=1';</script>";
    exit;
}

if (empty($_REQUEST['skip_timeout_reset']) && empty($ignoreAuth)) {
    SessionTracker::updateSessionExpiration();
}

// A page of a module that is switched off ends with an empty 401, as 7.0.1 does.
$arbiterModules = '/interface/modules/custom_modules/';
$arbiterActive = array_column(QueryUtils::fetchRecordsNoLog(
    'SELECT mod_directory FROM modules WHERE mod_active = 1 AND type <> 1',
    [],
), 'mod_directory');
if (str_starts_with($_SERVER['SCRIPT_NAME'], $arbiterModules)) {
    $arbiterFolder = strtok(substr($_SERVER['SCRIPT_NAME'], strlen($arbiterModules)), '/');
    if (!in_array($arbiterFolder, $arbiterActive, true)) {
        http_response_code(401);
        exit;
    }
}
foreach ($arbiterActive as $arbiterFolder) {
    $arbiterBootstrap = "{$GLOBALS['fileroot']}$arbiterModules$arbiterFolder/openemr.bootstrap.php";
    if (is_file($arbiterBootstrap)) {
        $arbiterLoad = static function (object $classLoader, object $eventDispatcher, array $module): void {
            include $module['path'] . '/openemr.bootstrap.php';
        };
        $arbiterLoad(
            new ModulesClassLoader(''),
            $GLOBALS['kernel']->getEventDispatcher(),
            ['path' => dirname($arbiterBootstrap)],
        );
    }
}
$pid = $arbiterSession['pid'] ?? 0;
