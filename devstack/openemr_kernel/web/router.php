<?php

/**
 * Serves the stand-in under `php -S`. The module's built files come from where they are built, so that a fresh build
 * needs no restart; everything else is the copy in the web root.
 */

declare(strict_types=1);

$path = rawurldecode(explode('?', $_SERVER['REQUEST_URI'])[0]);
if (str_contains($path, '..') || str_contains($path, "\0")) {
    http_response_code(400);
    return true;
}
$assets = '/interface/modules/custom_modules/oe-module-arbiter-fhir/public/assets/';
if (str_starts_with($path, $assets)) {
    $file = getenv('ARBITER_KERNEL_MODULE') . '/public/assets/' . substr($path, strlen($assets));
    $types = ['js' => 'text/javascript', 'css' => 'text/css', 'json' => 'application/json'];
    $type = $types[pathinfo($file, PATHINFO_EXTENSION)] ?? null;
    if ($type === null || !is_file($file)) {
        http_response_code(404);
        return true;
    }
    header("Content-Type: $type; charset=utf-8");
    readfile($file);
    return true;
}
if (is_file($_SERVER['DOCUMENT_ROOT'] . $path)) {
    return false;
}
http_response_code($path === '/' ? 302 : 404);
if ($path === '/') {
    header('Location: /interface/login.php');
}
return true;
