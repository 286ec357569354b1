<?php

/**
 * The stand-in's main menu: with what modules hang into it.
 */

declare(strict_types=1);

require_once __DIR__ . '/../globals.php';

use OpenEMR\Common\Acl\AclMain;
use OpenEMR\Menu\MenuEvent;

$menu = [];
foreach (['calimg' => 'Calendar', 'patimg' => 'Patient', 'modimg' => 'Modules'] as $id => $label) {
    $menu[] = (object) ['menu_id' => $id, 'label' => $label, 'children' => []];
}
$event = new MenuEvent($menu);
echo '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">'
    . '<title>OpenEMR</title></head><body><ul>';
foreach ($GLOBALS['kernel']->getEventDispatcher()->dispatch($event, MenuEvent::MENU_UPDATE)->getMenu() as $item) {
    echo '<li>' . text($item->label) . '<ul>';
    foreach ($item->children as $child) {
        if (AclMain::aclCheckCore(...$child->acl_req)) {
            echo '<li><a href="' . attr($child->url) . '">' . text($child->label) . '</a></li>';
        }
    }
    echo '</ul></li>';
}
echo '</ul></body></html>';
