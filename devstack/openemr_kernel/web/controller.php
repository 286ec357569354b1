<?php

/**
 * The stand-in's documents: `?document&list` shows the open patient's tree, `?document&view&doc_id=` one name,
 * `POST ?document&upload` only ends the request, so that what a module does behind an upload can be watched.
 */

declare(strict_types=1);

require_once __DIR__ . '/interface/globals.php';

use OpenEMR\Common\Database\QueryUtils;
use OpenEMR\Events\PatientDocuments\PatientDocumentTreeViewFilterEvent;

$wanted = isset($_GET['doc_id']) ? ' AND id = ' . (int) $_GET['doc_id'] : '';
$rows = QueryUtils::fetchRecords(
    "SELECT id, name FROM documents WHERE foreign_id = ? AND deleted = 0$wanted",
    [(int) $pid],
);
echo '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">'
    . '<title>Documents</title></head><body><ul>';
foreach ($rows as $row) {
    $event = (new PatientDocumentTreeViewFilterEvent())->setPid($pid)->setDocumentId($row['id'])
        ->setDocumentName($row['name'])
        ->setHtmlTreeNode(new HTML_TreeNode(['text' => $row['name'] . '-' . $row['id']]));
    $shown = $GLOBALS['kernel']->getEventDispatcher()
        ->dispatch($event, PatientDocumentTreeViewFilterEvent::EVENT_NAME)->getHtmlTreeNode();
    echo '<li>' . text($shown->text) . '</li>';
}
echo '</ul></body></html>';
