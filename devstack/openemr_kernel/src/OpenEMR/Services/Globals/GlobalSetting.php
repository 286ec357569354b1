<?php

/** One setting of the configuration page. */

declare(strict_types=1);

namespace OpenEMR\Services\Globals;

class GlobalSetting
{
    const DATA_TYPE_BOOL = "bool";
    const DATA_TYPE_ENCRYPTED = "encrypted";
    const DATA_TYPE_NUMBER = "num";
    const DATA_TYPE_TEXT = "text";

    public function __construct(
        protected $label,
        protected $dataType,
        protected $default,
        protected $description,
        protected $isUserSetting = false,
    ) {
    }

    public function format()
    {
        return [$this->label, $this->dataType, $this->default, $this->description];
    }

    public function isUserSetting()
    {
        return $this->isUserSetting;
    }
}
