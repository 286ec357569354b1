<?php

/** When a session was used last: the time of a file named after it. */

declare(strict_types=1);

namespace OpenEMR\Common\Session;

class SessionTracker
{
    public static function isSessionExpired(): bool
    {
        clearstatcache();
        $used = is_file(self::file()) ? filemtime(self::file()) : 0;
        return time() - $used > (int) ($GLOBALS['timeout'] ?? 7200);
    }

    public static function updateSessionExpiration(): void
    {
        touch(self::file());
    }

    private static function file(): string
    {
        $session = preg_replace('/[^0-9a-f]/', '', (string) ($GLOBALS['arbiter_kernel_session_uuid'] ?? ''));
        return getenv('ARBITER_KERNEL_ROOT') . "/sessions/used-$session";
    }
}
