<?php

/** Sections and settings of the configuration page. */

declare(strict_types=1);

namespace OpenEMR\Services\Globals;

use Exception;

class GlobalsService
{
    public function __construct(
        private $GLOBALS_METADATA,
        private $USER_SPECIFIC_GLOBALS,
        private $USER_SPECIFIC_TABS,
    ) {
    }

    public function createSection($section, $beforeSection = false)
    {
        if (isset($this->GLOBALS_METADATA[$section])) {
            throw new Exception('Section already exists and cannot be created');
        }
        $names = array_keys($this->GLOBALS_METADATA);
        $place = $beforeSection === false ? false : array_search($beforeSection, $names, true);
        $place = $place === false ? count($names) : $place;
        $this->GLOBALS_METADATA = array_slice($this->GLOBALS_METADATA, 0, $place, true) + [$section => []]
            + array_slice($this->GLOBALS_METADATA, $place, null, true);
    }

    public function appendToSection($section, $key, GlobalSetting $global)
    {
        $this->GLOBALS_METADATA[$section][$key] = $global->format();
        if ($global->isUserSetting()) {
            $this->USER_SPECIFIC_GLOBALS[] = $key;
        }
    }

    public function getGlobalsMetadata()
    {
        return $this->GLOBALS_METADATA;
    }
}
