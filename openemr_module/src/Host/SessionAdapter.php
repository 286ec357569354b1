<?php

/**
 * The logged-in session, read the same way on 7.0 ($_SESSION) and 8.1+ (Symfony session). Never written.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

use Symfony\Component\HttpFoundation\Session\SessionInterface;

class SessionAdapter
{
    /**
     * The user's number in `users`, null while nobody is logged in.
     */
    public function userId(): ?int
    {
        return self::positive($this->value('authUserID'));
    }

    /**
     * The user's login name, as OpenEMR's log tells it.
     */
    public function userName(): string
    {
        $name = $this->value('authUser');
        return is_string($name) ? $name : '';
    }

    /**
     * The group that the user logged in with.
     */
    public function groupName(): string
    {
        $name = $this->value('authProvider');
        return is_string($name) ? $name : '';
    }

    /**
     * The patient whose chart is open in this session, null while none is.
     */
    public function patientId(): ?int
    {
        return self::positive($this->value('pid'));
    }

    /**
     * The site's name; every site has its own database and its own secret.
     */
    public function site(): string
    {
        $site = $this->value('site_id');
        return is_string($site) && $site !== '' ? $site : 'default';
    }

    /**
     * The session as the CSRF functions of 8.1+ want it handed over; null on older versions.
     */
    public function symfonySession(): ?SessionInterface
    {
        return Eight\CoreSession::active();
    }

    /**
     * A whole number above zero, written without sign, blank or leading zero; anything else is null.
     */
    public static function positive(mixed $value): ?int
    {
        if (is_int($value)) {
            return $value > 0 ? $value : null;
        }
        if (is_string($value) && preg_match('/\A[1-9][0-9]{0,17}\z/', $value) === 1) {
            return (int) $value;
        }
        return null;
    }

    protected function value(string $name): mixed
    {
        $session = $this->symfonySession();
        if ($session !== null) {
            return $session->get($name);
        }
        return $_SESSION[$name] ?? null;
    }
}
