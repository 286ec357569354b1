<?php

/**
 * Where the module's files are in the web site.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Page;

use OpenEMR\Modules\ArbiterFhir\Host\GlobalsAdapter;

final class ModuleAddress
{
    public const FOLDER = '/interface/modules/custom_modules/oe-module-arbiter-fhir';

    /**
     * The address of a file, from the host's root.
     */
    public static function of(GlobalsAdapter $globals, string $path): string
    {
        return $globals->webRoot() . self::FOLDER . "/$path";
    }
}
