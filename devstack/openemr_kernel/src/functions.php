<?php

/**
 * OpenEMR's global functions that the module uses.
 */

declare(strict_types=1);

/**
 * Translates. The stand-in knows three languages beside English, each of them English made visible: `marked` in
 * brackets, to see what is translated; `long` with the long words of German; `mirrored` behind a Hebrew word, in a
 * theme that runs from right to left. Quotation marks become backticks, as in OpenEMR.
 */
function xl($constant, $mode = 'r', $prepend = '', $append = '')
{
    $translated = match ($GLOBALS['arbiter_kernel_language'] ?? '') {
        'marked' => "[$constant]",
        // Words in braces are places to be filled in.
        'long' => preg_replace(
            ['/(?<![{\w])([A-Za-z]{4,6})\b/', '/(?<![{\w])([A-Za-z]{7,})\b/'],
            ['$1en', '$1sverfahren'],
            (string) $constant,
        ),
        'mirrored' => "\u{5DE}\u{5E1}\u{5DE}\u{5DA} $constant",
        default => (string) $constant,
    };
    return $prepend . strtr($translated, ['"' => '`', "'" => '`']) . $append;
}

function text($text)
{
    return htmlspecialchars((string) $text, ENT_NOQUOTES);
}

function attr($text)
{
    return htmlspecialchars((string) $text, ENT_QUOTES);
}

function xlt($key)
{
    return text(xl($key));
}

function xla($key)
{
    return attr(xl($key));
}

function js_escape($text)
{
    return json_encode($text, JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT);
}

function errorLogEscape($text)
{
    return preg_replace('/[^ -~]/', ' ', (string) $text);
}
