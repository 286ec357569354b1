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

    /**
     * @return array<mixed>
     */
    public function getMenu()
    {
        return $this->menu;
    }

    /**
     * @param array<mixed> $menu
     * @return void
     */
    public function setMenu(array $menu)
    {
        $this->menu = $menu;
    }
}
