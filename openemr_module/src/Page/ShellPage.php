<?php

/**
 * The page that the panel's script fills: settings in one attribute, one script, one style sheet, a strict policy.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Page;

use OpenEMR\Modules\ArbiterFhir\Api\Access;
use OpenEMR\Modules\ArbiterFhir\Api\Action;
use OpenEMR\Modules\ArbiterFhir\Host\Csrf;
use OpenEMR\Modules\ArbiterFhir\Host\GlobalsAdapter;
use OpenEMR\Modules\ArbiterFhir\Host\Words;

final class ShellPage
{
    public function __construct(
        private readonly string $moduleFolder,
        private readonly GlobalsAdapter $globals,
        private readonly Csrf $csrf,
        private readonly Access $access,
        private readonly Categories $categories,
    ) {
    }

    /**
     * Headers of the page: no script but its own, no frame but OpenEMR's, nothing kept.
     *
     * @return array<string, string>
     */
    public static function headers(string $nonce): array
    {
        $policy = [
            "default-src 'none'",
            // Not 'self': what people upload is served from there, too.
            "script-src 'nonce-$nonce'",
            "style-src 'self' 'nonce-$nonce'",
            "img-src 'self' blob:",
            "connect-src 'self'",
            "font-src 'self'",
            "frame-ancestors 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        ];
        return [
            'Content-Type' => 'text/html; charset=utf-8',
            'Content-Security-Policy' => implode('; ', $policy),
            'Cache-Control' => 'no-store',
            'X-Content-Type-Options' => 'nosniff',
            'Referrer-Policy' => 'no-referrer',
        ];
    }

    /**
     * The page's HTML.
     *
     * @param int|null $patientId the open patient; null on the site's pages
     */
    public function html(Mode $mode, ?int $patientId, string $nonce): string
    {
        $config = Words::attribute(json_encode(
            $this->config($mode, $patientId, $nonce),
            JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE,
        ));
        $theme = $this->theme();
        $sheet = Words::attribute($this->globals->text('css_header'));
        $script = $this->file('public/assets/panel.js');
        $themeLink = $sheet === '' ? '' : "<link rel=\"stylesheet\" href=\"$sheet\">\n";
        return "<!DOCTYPE html>\n<html lang=\"en\"" . ($theme === '' ? '' : " data-theme=\"$theme\"")
            . ($this->isMirrored() ? ' dir="rtl"' : '') . ">\n<head>\n"
            . "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            . '<title>' . Words::text(Words::translated($mode->title())) . "</title>\n$themeLink"
            . '<link rel="icon" href="' . $this->file('public/icon.svg') . "\">\n"
            . '<link rel="stylesheet" href="' . $this->file('public/shell.css') . "\">\n"
            . '<link rel="stylesheet" href="' . $this->file('public/assets/panel.css') . "\">\n</head>\n<body>\n"
            . "<div id=\"arbiter-panel\" data-config=\"$config\"></div>\n"
            . "<noscript>" . Words::text(Words::translated('This page needs JavaScript.')) . "</noscript>\n"
            . '<script nonce="' . Words::attribute($nonce) . "\" src=\"$script\"></script>\n"
            . "</body>\n</html>\n";
    }

    /**
     * The page's settings.
     *
     * @return array<string, mixed>
     */
    public function config(Mode $mode, ?int $patientId, string $nonce): array
    {
        $root = $this->globals->webRoot();
        return [
            'mode' => $mode->value,
            'api' => $this->url('public/api.php'),
            'pid' => $patientId,
            'csrf' => $this->csrf->token(),
            'nonce' => $nonce,
            'permissions' => $this->permissions(),
            'strings' => (object) $this->strings(),
            'links' => [
                'document' => "$root/controller.php?document&view&patient_id={patient_id}&doc_id={document_id}",
                'chart' => "$root/interface/patient_file/summary/demographics.php?set_pid={patient_id}",
            ],
            'theme' => $this->theme(),
        ] + ($mode === Mode::Admin ? ['categories' => $this->categories->named()] : []);
    }

    /**
     * @return list<string>
     */
    private function permissions(): array
    {
        $offered = [
            'query' => Action::Ask,
            'ingest' => Action::Retry,
            'review' => Action::Decide,
            'admin' => Action::Status,
        ];
        return array_keys(array_filter($offered, fn (Action $action): bool => $this->access->offers($action)));
    }

    /**
     * The panel's texts in the user's language.
     *
     * @return array<string, string>
     */
    private function strings(): array
    {
        $file = $this->moduleFolder . '/public/assets/strings.json';
        $english = is_readable($file) ? json_decode((string) file_get_contents($file), true) : null;
        $texts = [];
        foreach (is_array($english) ? $english : [] as $name => $text) {
            if (is_string($text)) {
                $texts[(string) $name] = Words::translated($text);
            }
        }
        return $texts;
    }

    /**
     * OpenEMR's dark themes say so in their names; every other theme is light.
     */
    private function theme(): string
    {
        $sheet = basename(explode('?', $this->globals->text('css_header'))[0]);
        return match (true) {
            $sheet === '' => '',
            preg_match('/dark|solar/', $sheet) === 1 => 'dark',
            default => 'light',
        };
    }

    /**
     * Whether the user's language runs from right to left: OpenEMR then takes the theme's twin.
     */
    private function isMirrored(): bool
    {
        return str_starts_with(basename($this->globals->text('css_header')), 'rtl_');
    }

    /**
     * A file's address, with its content's mark so that an upgrade reaches every browser.
     */
    private function file(string $path): string
    {
        $file = "{$this->moduleFolder}/$path";
        $mark = is_readable($file) ? substr((string) hash_file('sha256', $file), 0, 12) : '0';
        return Words::attribute($this->url($path) . "?v=$mark");
    }

    private function url(string $path): string
    {
        return ModuleAddress::of($this->globals, $path);
    }
}
