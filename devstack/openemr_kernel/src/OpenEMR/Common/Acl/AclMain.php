<?php

/** Rights of the test login: "section/object" to see, "section/object:kind" for more, "super" for everything. */

declare(strict_types=1);

namespace OpenEMR\Common\Acl;

class AclMain
{
    public static function aclCheckCore($section, $value, $user = '', $return_value = ''): bool
    {
        $granted = $GLOBALS['arbiter_kernel_rights'] ?? [];
        if (in_array('super', $granted, true)) {
            return true;
        }
        $kinds = is_array($return_value) ? $return_value : [$return_value];
        foreach ($kinds as $kind) {
            $sees = $kind === '' || $kind === 'view';
            $wanted = $sees ? ["$section/$value", "$section/$value:write"] : ["$section/$value:$kind"];
            if (array_intersect($wanted, $granted) !== []) {
                return true;
            }
        }
        return false;
    }

    public static function aclCheckAcoSpec($aco_spec, $user = '', $return_value = '')
    {
        [$section, $value] = explode('|', (string) $aco_spec) + ['', ''];
        return $section === '' || self::aclCheckCore($section, $value, $user, $return_value);
    }
}
