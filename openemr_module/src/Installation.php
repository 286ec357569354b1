<?php

/**
 * The module's own table and its scheduled task. OpenEMR 7.0 offers no upgrade to modules of this kind, so the module
 * looks after itself: each step asks first, and never changes what an administrator chose.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir;

use OpenEMR\Modules\ArbiterFhir\Host\Database;

class Installation
{
    public const TASK = 'Arbiter_FHIR_Ping';

    public function __construct(private readonly Database $database = new Database())
    {
    }

    /**
     * Makes what is missing; the same as sql/install.sql, which Manage Modules runs.
     */
    public function bringUpToDate(): void
    {
        $this->database->run(
            'CREATE TABLE IF NOT EXISTS `arbiter_fhir_module` (`name` VARCHAR(31) NOT NULL, '
            . "`value` BIGINT(20) NOT NULL DEFAULT '0', PRIMARY KEY (`name`)) ENGINE=InnoDB",
        );
        $this->database->run(
            'INSERT IGNORE INTO `arbiter_fhir_module` (`name`, `value`) '
            . "SELECT 'last_document', COALESCE(MAX(`id`), 0) FROM `documents`",
        );
        $this->database->run(
            'INSERT IGNORE INTO `background_services` (`name`, `title`, `active`, `running`, `next_run`, '
            . '`execute_interval`, `function`, `require_once`, `sort_order`) VALUES (?, ?, 1, 0, NOW(), 1, ?, ?, 90)',
            [
                self::TASK,
                'Arbiter FHIR: tell about new documents',
                'arbiter_fhir_change_ping',
                '/interface/modules/custom_modules/oe-module-arbiter-fhir/background.php',
            ],
        );
    }

    /**
     * Takes the scheduled task out.
     */
    public function unschedule(): void
    {
        $this->database->run('DELETE FROM `background_services` WHERE `name` = ?', [self::TASK]);
    }
}
