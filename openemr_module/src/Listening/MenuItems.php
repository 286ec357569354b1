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
    /** OpenEMR's name of the Modules menu in its standard roles. */
    private const MODULES_MENU = 'modimg';

    public function addToMain(MenuEvent $event): void
    {
        $entries = [
            $this->entry('arbiter_fhir_review', 'Review of documents', 'public/review.php', ['patients', 'med']),
            $this->entry('arbiter_fhir_admin', 'Arbiter FHIR', 'public/admin.php', ['admin', 'super']),
        ];
        $menu = $event->getMenu();
        foreach ($menu as $item) {
            if (($item->menu_id ?? null) === self::MODULES_MENU) {
                $item->children = [...($item->children ?? []), ...$entries];
                break;
            }
        }
        $event->setMenu($menu);
    }

    public function addToPatient(PatientMenuEvent $event): void
    {
        $entry = $this->entry('arbiter_fhir_panel', 'Clinical documents', 'public/panel.php', ['patients', 'med']);
        $entry->url = (new GlobalsAdapter())->webRoot() . $entry->url . '?pid=';
        $entry->target = 'main';
        $entry->on_click = 'top.restoreSession()';
        $entry->pid = 'true';
        $event->setMenu([...$event->getMenu(), $entry]);
    }

    /**
     * @param array{string, string} $right
     */
    private function entry(string $id, string $label, string $page, array $right): stdClass
    {
        $entry = new stdClass();
        $entry->requirement = 0;
        $entry->target = 'arbiter_fhir';
        $entry->menu_id = $id;
        $entry->label = Words::translated($label);
        $entry->url = ModuleAddress::FOLDER . "/$page";
        $entry->children = [];
        $entry->acl_req = $right;
        $entry->global_req = [];
        return $entry;
    }
}
