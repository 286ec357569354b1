<?php

/** A menu has been read from its file: listeners change it. */

declare(strict_types=1);

namespace OpenEMR\Menu;

use Symfony\Contracts\EventDispatcher\Event;

class PatientMenuEvent extends Event
{
    const MENU_UPDATE = 'patient.menu.update';
    const MENU_RESTRICT = 'patient.menu.restrict';

    public function __construct(private $menu = [])
    {
    }

    public function getMenu()
    {
        return $this->menu;
    }

    public function setMenu(array $menu)
    {
        $this->menu = $menu;
    }
}
