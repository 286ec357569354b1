<?php

/**
 * OpenEMR's global functions that the module uses.
 */

declare(strict_types=1);

/**
 * Translates. The stand-in knows one language beside English: `marked`, English in brackets, to see what is translated.
 * Quotation marks become backticks, as in OpenEMR.
 */
function xl($constant, $mode = 'r', $prepend = '', $append = '')
{
    $marked = ($GLOBALS['arbiter_kernel_language'] ?? '') === 'marked';
    return $prepend . strtr($marked ? "[$constant]" : (string) $constant, ['"' => '`', "'" => '`']) . $append;
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
