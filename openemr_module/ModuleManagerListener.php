<?php

/**
 * What Manage Modules calls when the module is installed, switched or upgraded (OpenEMR 7.0.3 and newer; older ones do
 * not look for it). OpenEMR wants this class here, without a namespace, under this name.
 */

declare(strict_types=1);

use OpenEMR\Core\AbstractModuleActionListener;
use OpenEMR\Modules\ArbiterFhir\Installation;

class ModuleManagerListener extends AbstractModuleActionListener
{
    /**
     * @param string $methodName the action: install, enable, disable, unregister, upgrade_sql ...
     * @param string $modId the module's number
     * @return string the given status, or what the administrator should read instead
     */
    public function moduleManagerAction($methodName, $modId, string $currentActionStatus = 'Success'): string
    {
        try {
            return match ((string) $methodName) {
                'install', 'install_sql', 'upgrade_sql', 'enable' => $this->bringUpToDate($currentActionStatus),
                'unregister' => $this->forget($currentActionStatus),
                default => $currentActionStatus,
            };
        } catch (Throwable $failure) {
            return 'Arbiter FHIR: this step failed (' . get_class($failure) . '). See the log of the web server.';
        }
    }

    public static function getModuleNamespace(): string
    {
        return 'OpenEMR\\Modules\\ArbiterFhir\\';
    }

    public static function initListenerSelf(): ModuleManagerListener
    {
        return new self();
    }

    private function bringUpToDate(string $status): string
    {
        (new Installation())->bringUpToDate();
        return $status;
    }

    /**
     * The scheduled task goes, as its file may be next; settings and memory stay for the case of a new registration.
     */
    private function forget(string $status): string
    {
        (new Installation())->unschedule();
        return $status;
    }
}
