<?php

/**
 * OpenEMR's translation and escaping, with plain fall-backs where the functions are not loaded (API requests, tests).
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Host;

final class Words
{
    /**
     * An English phrase in the user's language.
     *
     * OpenEMR's `xl` writes a backtick for every apostrophe and quotation mark, for pages that put texts into scripts
     * by hand. Here every text is escaped where it is put in, so the marks are made whole again.
     */
    public static function translated(string $english): string
    {
        if (!function_exists('xl')) {
            return $english;
        }
        $translated = xl($english);
        if (!is_string($translated) || $translated === strtr($english, ['"' => '`', "'" => '`'])) {
            return $english;
        }
        return str_replace('`', "'", $translated);
    }

    /**
     * Text made safe for the inside of an element.
     */
    public static function text(string $value): string
    {
        $safe = function_exists('text') ? text($value) : null;
        return is_string($safe) ? $safe : htmlspecialchars($value, ENT_NOQUOTES);
    }

    /**
     * Text made safe for a quoted attribute.
     */
    public static function attribute(string $value): string
    {
        $safe = function_exists('attr') ? attr($value) : null;
        return is_string($safe) ? $safe : htmlspecialchars($value, ENT_QUOTES);
    }
}
