<?php

/**
 * OpenEMR's globals, read the same way on 7.0 ($GLOBALS) and 8.x (OEGlobalsBag).
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

use OpenEMR\Core\OEGlobalsBag;

class GlobalsAdapter
{
    /**
     * The value of one global, null where there is none.
     *
     * A setting has no row, hence no global, until an administrator saves the configuration page for the first time.
     * 7.0.4 has the bag, but fills another one than it hands out, and $GLOBALS beside it.
     */
    public function get(string $name): mixed
    {
        if (class_exists(OEGlobalsBag::class)) {
            $bag = OEGlobalsBag::getInstance();
            if ($bag->has($name)) {
                return $bag->get($name);
            }
        }
        return $GLOBALS[$name] ?? null;
    }

    /**
     * The value as trimmed text; anything that is not a scalar is empty.
     */
    public function text(string $name): string
    {
        $value = $this->get($name);
        return is_scalar($value) ? trim((string) $value) : '';
    }

    /**
     * What stands before `/interface` in every URL of this OpenEMR: empty, or `/openemr`.
     */
    public function webRoot(): string
    {
        return rtrim($this->text('webroot') !== '' ? $this->text('webroot') : $this->text('web_root'), '/');
    }
}
