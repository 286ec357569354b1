<?php

/**
 * The module's section on OpenEMR's configuration page.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Listening;

use OpenEMR\Events\Globals\GlobalsInitializedEvent;
use OpenEMR\Modules\ArbiterFhir\Host\Words;
use OpenEMR\Modules\ArbiterFhir\Sidecar\Settings;
use OpenEMR\Services\Globals\GlobalSetting;

final class SettingsSection
{
    public const NAME = 'Arbiter FHIR';

    public function add(GlobalsInitializedEvent $event): void
    {
        $service = $event->getGlobalsService();
        $section = Words::translated(self::NAME);
        $service->createSection($section, 'Portal');
        foreach (self::fields() as $name => [$label, $type, $default, $description]) {
            $service->appendToSection($section, $name, new GlobalSetting(
                Words::translated($label),
                $type,
                $default,
                Words::translated($description),
                false,
            ));
        }
    }

    /**
     * @return array<string, array{string, string, string, string}> label, type, default, description by name
     */
    private static function fields(): array
    {
        [, $connect] = Settings::CONNECT_BOUNDS;
        [, $answer] = Settings::ANSWER_BOUNDS;
        return [
            Settings::URL => [
                'Service address',
                GlobalSetting::DATA_TYPE_TEXT,
                '',
                'https://host:port of the Arbiter FHIR service; http:// for this same machine only.',
            ],
            Settings::SECRET => [
                'Service secret',
                GlobalSetting::DATA_TYPE_ENCRYPTED,
                '',
                '64 hexadecimal digits, as "arbiter-fhir module-secret" prints them. Stored encrypted.',
            ],
            Settings::CA_FILE => [
                'Certificate authority file',
                GlobalSetting::DATA_TYPE_TEXT,
                '',
                'Path of a PEM file, if the service has a certificate of your own authority. Empty: the system\'s.',
            ],
            Settings::CONNECT_SECONDS => [
                'Seconds to connect',
                GlobalSetting::DATA_TYPE_NUMBER,
                (string) $connect,
                'How long a connection may take (1 to 30). The document tree and notices of uploads wait no longer.',
            ],
            Settings::ANSWER_SECONDS => [
                'Seconds to answer',
                GlobalSetting::DATA_TYPE_NUMBER,
                (string) $answer,
                'How long an answer may take (5 to 300).',
            ],
            Settings::HIDE_CARD => [
                'Hide the card on the dashboard',
                GlobalSetting::DATA_TYPE_BOOL,
                '0',
                'The panel stays reachable from the patient\'s menu.',
            ],
            Settings::HIDE_BADGES => [
                'Hide the marks in the document tree',
                GlobalSetting::DATA_TYPE_BOOL,
                '0',
                'With marks, the tree asks the service once each time it is shown.',
            ],
        ];
    }
}
