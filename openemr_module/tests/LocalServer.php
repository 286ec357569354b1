<?php

/**
 * The misbehaving service of server/server.php, as a process of its own.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests;

use RuntimeException;

final class LocalServer
{
    /** @var resource */
    private $process;

    /** @var array<int, resource> */
    private array $pipes = [];

    public readonly string $url;

    public function __construct()
    {
        $process = proc_open(
            [PHP_BINARY, __DIR__ . '/server/server.php'],
            [0 => ['pipe', 'r'], 1 => ['pipe', 'w']],
            $this->pipes,
        );
        if (!is_resource($process)) {
            throw new RuntimeException('the local server did not start');
        }
        $this->process = $process;
        $this->url = 'http://127.0.0.1:' . trim((string) fgets($this->pipes[1]));
    }

    /**
     * What it was asked, in order.
     *
     * @return list<array{method: string, path: string, head: string, body: string}>
     */
    public function requests(): array
    {
        return json_decode((string) file_get_contents("{$this->url}/requests"), true, 16, JSON_THROW_ON_ERROR);
    }

    public function stop(): void
    {
        array_map(fclose(...), $this->pipes);
        proc_close($this->process);
    }
}
