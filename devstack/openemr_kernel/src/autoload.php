<?php

/**
 * Finds the stand-in's classes: what both generations share in src/, what differs in src7/ or src8/.
 */

declare(strict_types=1);

final class KernelClasses
{
    /** @var array<string, list<string>> folders by namespace prefix */
    private static array $folders = [];

    public static function begin(string $kernelFolder, int $generation): void
    {
        self::add('OpenEMR\\', "$kernelFolder/src$generation/OpenEMR");
        self::add('OpenEMR\\', "$kernelFolder/src/OpenEMR");
        self::add('Symfony\\', "$kernelFolder/src/Symfony");
        spl_autoload_register(self::load(...));
        require_once "$kernelFolder/src/functions.php";
        require_once "$kernelFolder/src/tree.php";
    }

    public static function add(string $prefix, string $folder): void
    {
        self::$folders[$prefix][] = rtrim($folder, '/');
    }

    public static function knows(string $prefix): bool
    {
        return isset(self::$folders[$prefix]);
    }

    private static function load(string $class): void
    {
        foreach (self::$folders as $prefix => $folders) {
            if (!str_starts_with($class, $prefix)) {
                continue;
            }
            foreach ($folders as $folder) {
                $file = $folder . '/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
                if (is_file($file)) {
                    require_once $file;
                    return;
                }
            }
        }
    }
}
