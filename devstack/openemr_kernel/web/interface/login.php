<?php

/**
 * The test login: takes the user, his rights, the open patient, theme and language from the address, and asks for no
 * password. It exists in the stand-in only.
 *
 * `?user=1&rights=patients/med,patients/docs,patients/med:write&pid=4&theme=dark&language=marked&next=/...`;
 * `rights=super` passes every check; `user=0` logs out.
 */

declare(strict_types=1);

session_save_path(getenv('ARBITER_KERNEL_ROOT') . '/sessions');
session_name('OpenEMR');
session_start(['cookie_samesite' => 'Strict']);
if (isset($_GET['user'])) {
    $fresh = !isset($_GET['keep']);
    if ($fresh) {
        $_SESSION = [];
        session_regenerate_id(true);
    }
    $_SESSION['authUserID'] = (int) $_GET['user'] ?: null;
    $_SESSION['site_id'] = $_GET['site'] ?? getenv('ARBITER_KERNEL_SITE');
    $_SESSION['csrf_private_key'] ??= random_bytes(32);
    $_SESSION['session_database_uuid'] ??= bin2hex(random_bytes(8));
    touch(getenv('ARBITER_KERNEL_ROOT') . "/sessions/used-{$_SESSION['session_database_uuid']}");
    $rights = array_filter(explode(',', $_GET['rights'] ?? 'super'));
    $_SESSION['rights'] = array_values($rights);
    $_SESSION['theme'] = preg_match('/\A[a-z_]+\z/', $_GET['theme'] ?? '') === 1 ? $_GET['theme'] : 'light';
    $_SESSION['language'] = $_GET['language'] ?? '';
    $_SESSION['pid'] = isset($_GET['pid']) ? (int) $_GET['pid'] : ($_SESSION['pid'] ?? null);
    session_write_close();
    $next = $_GET['next'] ?? '';
    if (preg_match('#\A/[a-z]#', $next) === 1) {
        header("Location: $next");
        exit;
    }
    echo 'logged in';
    exit;
}
session_write_close();
echo '<!DOCTYPE html><link rel="icon" href="data:,"><title>Login</title>'
    . '<p>Not logged in. See the stand-in\'s README for the test login.</p>';
