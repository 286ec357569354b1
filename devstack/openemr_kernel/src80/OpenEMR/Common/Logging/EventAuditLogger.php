<?php

/** OpenEMR's log, as 8.0 reaches it; the stand-in keeps its entries in memory. */

declare(strict_types=1);

namespace OpenEMR\Common\Logging;

class EventAuditLogger
{
    private static ?self $instance = null;

    /** @var list<array{string, string, string, int, string, int|null}> */
    public array $entries = [];

    /**
     * @return self
     */
    public static function getInstance()
    {
        return self::$instance ??= new self();
    }

    public function newEvent(
        $event,
        $user,
        $groupname,
        $success,
        $comments = '',
        $patient_id = null,
        $log_from = 'open-emr',
        $menu_item = 'dashboard',
        $ccda_doc_id = 0
    ) {
        $this->entries[] = [$event, $user, $groupname, $success, $comments, $patient_id];
    }
}
