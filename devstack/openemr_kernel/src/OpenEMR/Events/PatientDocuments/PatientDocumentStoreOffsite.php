<?php

/** A document is about to be stored (8.x). */

declare(strict_types=1);

namespace OpenEMR\Events\PatientDocuments;

class PatientDocumentStoreOffsite
{
    const REMOTE_STORAGE_LOCATION = 'documents.remote.storage.location';

    public function __construct(private readonly mixed $data)
    {
    }

    public function getData()
    {
        return $this->data;
    }
}
