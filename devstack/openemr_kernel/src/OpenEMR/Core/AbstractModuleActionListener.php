<?php

/** What Manage Modules calls in a module (7.0.3 and newer). */

declare(strict_types=1);

namespace OpenEMR\Core;

abstract class AbstractModuleActionListener
{
    abstract public function moduleManagerAction($methodName, $modId, string $currentActionStatus = 'Success'): string;

    abstract protected static function getModuleNamespace(): string;

    abstract protected static function initListenerSelf();
}
