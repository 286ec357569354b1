<?php

/**
 * A service that misbehaves on request: a plain socket server whose answers depend on the path. Prints its port,
 * remembers the requests (`GET /requests`), ends with its standard input.
 */

declare(strict_types=1);

$server = stream_socket_server('tcp://127.0.0.1:0');
echo substr(strrchr(stream_socket_get_name($server, false), ':'), 1), "\n";
$requests = [];
$held = [];
while (true) {
    $ready = [$server, STDIN];
    $none = null;
    stream_select($ready, $none, $none, null);
    if (in_array(STDIN, $ready, true)) {
        exit;
    }
    $client = stream_socket_accept($server);
    if (stream_socket_recvfrom($client, 1, STREAM_PEEK) === "\x16") {
        fwrite($client, "this is no TLS\r\n");
        fclose($client);
        continue;
    }
    $head = '';
    while (!str_contains($head, "\r\n\r\n") && ($line = fgets($client)) !== false) {
        $head .= $line;
    }
    preg_match('/^Content-Length: (\d+)/mi', $head, $length);
    $body = isset($length[1]) && $length[1] > 0 ? stream_get_contents($client, (int) $length[1]) : '';
    [$method, $path] = explode(' ', $head) + ['', ''];
    if ($path !== '/requests') {
        $requests[] = ['method' => $method, 'path' => $path, 'head' => $head, 'body' => $body];
    }
    $json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    $stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n";
    $plain = static fn (string $status, string $text, string $type = 'application/json'): string
        => "HTTP/1.1 $status\r\nContent-Type: $type\r\nContent-Length: " . strlen($text) . "\r\n\r\n$text";
    $answers = [
        '/requests' => $plain('200 OK', json_encode($requests)),
        '/echo' => $plain('200 OK', json_encode(['method' => $method, 'body' => $body])),
        '/broken' => $plain('500 Internal Server Error', '<html>no JSON</html>', 'text/html'),
        '/problem' => $plain('404 Not Found', '{"code":"E_REQUEST_NOT_FOUND","detail":"No such thing."}'),
        '/truncated' => $json . "Content-Length: 500\r\n\r\n{\"half\":",
        '/empty' => '',
        '/redirect' => "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
        '/stream' => $stream . "event: routed\ndata: {}\n\nevent: done\ndata: {\"text\":\"42\"}\n\n",
        '/stream/cut' => $stream . "event: routed\ndata: {}\n\neve",
        '/stream/short' => "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 900\r\n\r\nevent: ro",
        '/stream/refused' => $plain('403 Forbidden', '{"code":"E_REQUEST_FORBIDDEN","detail":"No."}'),
        '/meta/health/livez' => $plain('200 OK', '{"status":"alive"}'),
    ];
    if ($path === '/silent' || $path === '/stream/silent') {
        fwrite($client, $path === '/silent' ? '' : $stream . "event: routed\ndata: {}\n\n");
        $held[] = $client; // never answered, never closed
        continue;
    }
    if ($path === '/huge') {
        fwrite($client, $json . "Connection: close\r\n\r\n");
        $piece = str_repeat('x', 1 << 20);
        for ($written = 1; $written > 0;) {
            $written = (int) @fwrite($client, $piece);
        }
    } elseif (preg_match('#^/v1/patients/(\d+)/documents$#', $path) === 1) {
        fwrite($client, $plain('200 OK', json_encode(['documents' => [
            ['document_id' => 7, 'state' => 'read', 'facts' => ['review' => 2]],
            ['document_id' => 8, 'state' => 'failed', 'facts' => ['review' => 0]],
        ]])));
    } elseif ($path === '/v1/documents/changed') {
        $gone = json_decode($body, true)['document_id'] === 11;
        $refusal = '{"code":"E_REQUEST_NOT_FOUND"}';
        fwrite($client, $gone ? $plain('404 Not Found', $refusal) : $plain('202 Accepted', '{}'));
    } else {
        fwrite($client, $answers[$path] ?? $plain('200 OK', '{"ok":true}'));
    }
    fclose($client);
}
