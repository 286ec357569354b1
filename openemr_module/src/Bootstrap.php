<?php

/**
 * Hangs the module into OpenEMR's events. Nothing is read, asked or decrypted before an event needs it.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir;

use Closure;
use OpenEMR\Events\Core\TwigEnvironmentEvent;
use OpenEMR\Events\Globals\GlobalsInitializedEvent;
use OpenEMR\Events\Patient\Summary\Card\SectionEvent;
use OpenEMR\Events\PatientDocuments\PatientDocumentStoreOffsite;
use OpenEMR\Events\PatientDocuments\PatientDocumentTreeViewFilterEvent;
use OpenEMR\Menu\MenuEvent;
use OpenEMR\Menu\PatientMenuEvent;
use OpenEMR\Modules\ArbiterFhir\Listening\DashboardCard;
use OpenEMR\Modules\ArbiterFhir\Listening\DocumentTreeBadge;
use OpenEMR\Modules\ArbiterFhir\Listening\MenuItems;
use OpenEMR\Modules\ArbiterFhir\Listening\Quiet;
use OpenEMR\Modules\ArbiterFhir\Listening\SettingsSection;
use OpenEMR\Modules\ArbiterFhir\Listening\UploadWatch;
use Symfony\Component\EventDispatcher\EventDispatcherInterface;

final class Bootstrap
{
    public function __construct(private readonly EventDispatcherInterface $dispatcher)
    {
    }

    /**
     * Registers every listener that this version of OpenEMR has an event for.
     */
    public function subscribe(): void
    {
        $card = new DashboardCard();
        $menu = new MenuItems();
        $watch = new UploadWatch();
        $this->listen(GlobalsInitializedEvent::EVENT_HANDLE, (new SettingsSection())->add(...));
        $this->listen(TwigEnvironmentEvent::EVENT_CREATED, $card->addTemplates(...));
        $this->listen(SectionEvent::EVENT_HANDLE, $card->addToSection(...));
        $this->listen(MenuEvent::MENU_UPDATE, $menu->addToMain(...));
        $this->listen(PatientMenuEvent::MENU_UPDATE, $menu->addToPatient(...));
        $this->listen(PatientDocumentTreeViewFilterEvent::EVENT_NAME, (new DocumentTreeBadge())->decorate(...));
        // Since 7.0.2.
        if (class_exists(PatientDocumentStoreOffsite::class)) {
            $this->listen(PatientDocumentStoreOffsite::REMOTE_STORAGE_LOCATION, $watch->expect(...));
        }
        $watch->watchRequest($_SERVER, $_GET);
    }

    /**
     * @template T of object
     * @param Closure(T): void $listener
     */
    private function listen(string $event, Closure $listener): void
    {
        $this->dispatcher->addListener($event, (new Quiet($listener))->hear(...));
    }
}
