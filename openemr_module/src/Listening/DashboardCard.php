<?php

/**
 * The card on the patient's dashboard: counts, and the way into the panel.
 *
 * The card itself asks nothing: its script fetches the counts when the chart is on the screen, so that a slow or dead
 * service costs the chart no time.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Listening;

use OpenEMR\Events\Core\TwigEnvironmentEvent;
use OpenEMR\Events\Patient\Summary\Card\CardModel;
use OpenEMR\Events\Patient\Summary\Card\SectionEvent;
use OpenEMR\Modules\ArbiterFhir\Host\Csrf;
use OpenEMR\Modules\ArbiterFhir\Host\GlobalsAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\SessionAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\Words;
use OpenEMR\Modules\ArbiterFhir\Page\ModuleAddress;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use Twig\Loader\FilesystemLoader;

final class DashboardCard
{
    public const IDENTIFIER = 'arbiter_fhir';
    public const TEMPLATE = 'arbiter_fhir/card.html.twig';

    private const SECTION = 'secondary';

    public function addTemplates(TwigEnvironmentEvent $event): void
    {
        $loader = $event->getTwigEnvironment()->getLoader();
        if ($loader instanceof FilesystemLoader) {
            $loader->addPath(dirname(__DIR__, 2) . '/templates');
        }
    }

    public function addToSection(SectionEvent $event): void
    {
        $hasPatient = (new SessionAdapter())->patientId() !== null;
        if ($event->getSection() !== self::SECTION || !$hasPatient || $this->isHidden()) {
            return;
        }
        $event->addCard(new CardModel([
            'acl' => ['patients', 'med'],
            'initiallyCollapsed' => false,
            'add' => false,
            'edit' => false,
            'collapse' => true,
            'templateFile' => self::TEMPLATE,
            'identifier' => self::IDENTIFIER,
            'title' => Words::translated('Clinical documents'),
            'templateVariables' => ['arbiter_fhir_body' => $this->body()],
        ]), 0);
    }

    /**
     * The card's inside. Everything that its script says is in its attributes, translated and escaped here.
     */
    private function body(): string
    {
        $globals = new GlobalsAdapter();
        $session = new SessionAdapter();
        $pid = (string) $session->patientId();
        $data = [
            'api' => ModuleAddress::of($globals, 'public/api.php'),
            'pid' => $pid,
            'csrf' => (new Csrf($session))->token(),
            'read' => Words::translated('Documents read'),
            'waiting' => Words::translated('Waiting'),
            'failed' => Words::translated('Failed'),
            'review' => Words::translated('To review'),
            'silent' => Words::translated('The document service does not answer. The chart is not affected.'),
        ];
        $attributes = '';
        foreach ($data as $name => $value) {
            $attributes .= " data-$name=\"" . Words::attribute($value) . '"';
        }
        $panel = ModuleAddress::of($globals, 'public/panel.php') . '?pid=' . rawurlencode($pid);
        return "<div class=\"arbiter-fhir-card px-2 pb-2\"$attributes>"
            . '<p class="mb-2" role="status">' . Words::text(Words::translated('Loading')) . ' …</p>'
            . '<a class="btn btn-primary btn-sm" href="' . Words::attribute($panel) . '">'
            . Words::text(Words::translated('Ask, and look at sources')) . '</a></div>'
            . '<script src="' . Words::attribute(ModuleAddress::of($globals, 'public/card.js')) . '" defer></script>';
    }

    private function isHidden(): bool
    {
        return (new GlobalsAdapter())->text(Settings::HIDE_CARD) === '1';
    }
}
