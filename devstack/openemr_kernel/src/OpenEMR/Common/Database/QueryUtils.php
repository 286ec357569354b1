<?php

/** OpenEMR's way to its database, over PDO. */

declare(strict_types=1);

namespace OpenEMR\Common\Database;

use PDO;
use PDOStatement;
use RuntimeException;

class QueryUtils
{
    private static ?PDO $connection = null;

    public static function fetchRecords($sqlStatement, $binds = [], $noLog = false)
    {
        return self::sqlStatementThrowException($sqlStatement, $binds, $noLog)->fetchAll(PDO::FETCH_ASSOC);
    }

    public static function fetchRecordsNoLog($sqlStatement, $binds)
    {
        return self::fetchRecords($sqlStatement, $binds, true);
    }

    public static function fetchSingleValue($sqlStatement, $column, $binds = [])
    {
        return self::fetchRecords($sqlStatement, $binds)[0][$column] ?? null;
    }

    public static function sqlStatementThrowException($statement, $binds, $noLog = false)
    {
        $prepared = self::connection()->prepare($statement);
        if (!$prepared instanceof PDOStatement || !$prepared->execute(array_values($binds ?: []))) {
            throw new RuntimeException('Failed to execute statement.');
        }
        return $prepared;
    }

    public static function sqlInsert($statement, $binds = [])
    {
        self::sqlStatementThrowException($statement, $binds);
        return self::connection()->lastInsertId();
    }

    private static function connection(): PDO
    {
        if (self::$connection === null) {
            self::$connection = new PDO(
                (string) getenv('ARBITER_KERNEL_DSN'),
                (string) getenv('ARBITER_KERNEL_DB_USER'),
                (string) getenv('ARBITER_KERNEL_DB_PASSWORD'),
                [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_STRINGIFY_FETCHES => true],
            );
            self::$connection->exec("SET sql_mode = ''");
        }
        return self::$connection;
    }
}
