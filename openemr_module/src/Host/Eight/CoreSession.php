<?php

/**
 * The session object of 8.1 and newer; 8.0 has its factory already, but still keeps the session in $_SESSION.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host\Eight;

use OpenEMR\Common\Session\SessionWrapperFactory;
use OpenEMR\Modules\ArbiterFhir\Host\Installed;
use Symfony\Component\HttpFoundation\Session\SessionInterface;

final class CoreSession
{
    /**
     * The logged-in session, null where this OpenEMR has none of this kind.
     */
    public static function active(): ?SessionInterface
    {
        return Installed::has(SessionWrapperFactory::class, 'getActiveSession')
            ? SessionWrapperFactory::getInstance()->getActiveSession()
            : null;
    }
}
