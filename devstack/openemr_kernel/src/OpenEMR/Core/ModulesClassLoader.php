<?php

/** Lets a module register its namespace. */

declare(strict_types=1);

namespace OpenEMR\Core;

use KernelClasses;

class ModulesClassLoader
{
    public function __construct($webRootPath)
    {
    }

    public function registerNamespaceIfNotExists($namespace, $paths)
    {
        if (KernelClasses::knows($namespace)) {
            return false;
        }
        KernelClasses::add($namespace, $paths);
        return true;
    }
}
