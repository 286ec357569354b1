<?php

/** One document of the tree is about to be shown. */

declare(strict_types=1);

namespace OpenEMR\Events\PatientDocuments;

use HTML_TreeNode;

class PatientDocumentTreeViewFilterEvent
{
    const EVENT_NAME = "patient.document.tree.view.filter";

    private $htmlTreeNode;
    private $documentId;
    private $documentName;
    private $pid;

    public function getHtmlTreeNode(): HTML_TreeNode
    {
        return $this->htmlTreeNode;
    }

    public function setHtmlTreeNode(HTML_TreeNode $htmlTreeNode): PatientDocumentTreeViewFilterEvent
    {
        $this->htmlTreeNode = $htmlTreeNode;
        return $this;
    }

    public function getPid()
    {
        return $this->pid;
    }

    public function setPid($pid)
    {
        $this->pid = $pid;
        return $this;
    }

    public function getDocumentId()
    {
        return $this->documentId;
    }

    public function setDocumentId($documentId)
    {
        $this->documentId = $documentId;
        return $this;
    }

    public function getDocumentName()
    {
        return $this->documentName;
    }

    public function setDocumentName($documentName)
    {
        $this->documentName = $documentName;
        return $this;
    }
}
