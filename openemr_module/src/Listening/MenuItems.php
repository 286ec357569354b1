<?php

/**
 * The module's entries in OpenEMR's menus.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Listening;

use OpenEMR\Menu\MenuEvent;
use OpenEMR\Menu\PatientMenuEvent;
use OpenEMR\Modules\ArbiterFhir\Host\GlobalsAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\Words;
use OpenEMR\Modules\ArbiterFhir\Page\ModuleAddress;
use stdClass;

final class MenuItems
{
    /** OpenEMR's names of its menus Patient and Modules. Modules is shown to administrators only. */
    private const PATIENT_MENU = 'patimg';
    private const MODULES_MENU = 'modimg';

    public function addToMain(MenuEvent $event): void
    {
        $menu = $event->getMenu();
        // OpenEMR puts its web root in front of these.
        $review = $this->entry(
            'arbiter_fhir_review',
            'Review of documents',
            ModuleAddress::FOLDER . '/public/review.php',
            ['patients', 'med'],
        );
        $admin = $this->entry(
            'arbiter_fhir_admin',
            'Arbiter FHIR',
            ModuleAddress::FOLDER . '/public/admin.php',
            ['admin', 'super'],
        );
        $this->append($menu, self::PATIENT_MENU, $review) || $this->append($menu, self::MODULES_MENU, $review);
        $this->append($menu, self::MODULES_MENU, $admin);
        $event->setMenu($menu);
    }

    public function addToPatient(PatientMenuEvent $event): void
    {
        $entry = $this->entry(
            'arbiter_fhir_panel',
            'Clinical documents',
            ModuleAddress::of(new GlobalsAdapter(), 'public/panel.php') . '?pid=',
            ['patients', 'med'],
        );
        $entry->target = 'main';
        $entry->on_click = 'top.restoreSession()';
        $entry->pid = 'true';
        $event->setMenu([...$event->getMenu(), $entry]);
    }

    /**
     * @param array<mixed> $menu
     * @return bool whether the menu has such a part; roles of a site's own may lack any
     */
    private function append(array $menu, string $menuId, stdClass $entry): bool
    {
        foreach ($menu as $item) {
            if ($item instanceof stdClass && ($item->menu_id ?? null) === $menuId) {
                $children = $item->children ?? [];
                $item->children = [...(is_array($children) ? $children : []), $entry];
                return true;
            }
        }
        return false;
    }

    /**
     * @param array{string, string} $right
     */
    private function entry(string $id, string $label, string $url, array $right): stdClass
    {
        $entry = new stdClass();
        $entry->requirement = 0;
        $entry->target = 'arbiter_fhir';
        $entry->menu_id = $id;
        $entry->label = Words::translated($label);
        $entry->url = $url;
        $entry->children = [];
        $entry->acl_req = $right;
        $entry->global_req = [];
        return $entry;
    }
}
