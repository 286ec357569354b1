<?php

/**
 * OpenEMR's access control for the logged-in user.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

use OpenEMR\Common\Acl\AclMain;
use Throwable;

class Acl
{
    /**
     * Whether the user may see (`$kind` empty) or change (`write`) what section and object name.
     *
     * A super user passes always; that is OpenEMR's own rule. A failing check is a "no".
     */
    public function allows(string $section, string $object, string $kind = ''): bool
    {
        try {
            return (bool) AclMain::aclCheckCore($section, $object, '', $kind);
        } catch (Throwable) {
            return false;
        }
    }
}
