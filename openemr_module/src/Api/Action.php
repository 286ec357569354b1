<?php

/**
 * Everything that a page may ask of `public/api.php`, with the rights it takes in OpenEMR and at the service.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Api;

use OpenEMR\Modules\ArbiterFhir\Sidecar\Scope;

enum Action: string
{
    case Overview = 'overview';
    case Examples = 'examples';
    case Ask = 'ask';
    case Documents = 'documents';
    case Retry = 'retry';
    case Source = 'source';
    case Page = 'page';
    case Reviews = 'reviews';
    case Decide = 'decide';
    case AcceptAll = 'accept_all';
    case Status = 'status';
    case Check = 'check';
    case MappingsGet = 'mappings_get';
    case MappingsPut = 'mappings_put';
    case AutomationGet = 'automation_get';
    case AutomationPut = 'automation_put';
    case AutomationPreview = 'automation_preview';

    /** Whoever reviews sees identities, results and lists of the chart beside what a document says. */
    private const COMPARED = [['patients', 'demo', ''], ['patients', 'lab', ''], ['patients', 'rx', '']];

    /**
     * Whether it belongs to the site as a whole and to its administrators.
     */
    public function isAdministration(): bool
    {
        return match ($this) {
            self::Status, self::Check, self::MappingsGet, self::MappingsPut,
            self::AutomationGet, self::AutomationPut, self::AutomationPreview => true,
            default => false,
        };
    }

    /**
     * Whether it may also come from the site's review queue, where no chart is open.
     */
    public function worksWithoutOpenChart(): bool
    {
        return match ($this) {
            self::Reviews, self::Decide, self::AcceptAll, self::Source, self::Page, self::Retry => true,
            default => $this->isAdministration(),
        };
    }

    /**
     * The rights it takes, all of them: section, object, kind (empty is: see).
     *
     * @return list<array{string, string, string}>
     */
    public function rights(): array
    {
        if ($this->isAdministration()) {
            return [['admin', 'super', '']];
        }
        return match ($this) {
            self::Overview, self::Examples, self::Ask => [['patients', 'med', '']],
            self::Reviews => [['patients', 'med', ''], ['patients', 'docs', ''], ...self::COMPARED],
            // A decision writes into the chart, or takes out of it.
            self::Decide, self::AcceptAll => [
                ['patients', 'med', 'write'],
                ['patients', 'docs', ''],
                ...self::COMPARED,
            ],
            default => [['patients', 'med', ''], ['patients', 'docs', '']],
        };
    }

    /**
     * The rights it takes on a page of the whole site. The site's failures, hence their retrying, are its
     * administrator's.
     *
     * @return list<array{string, string, string}>
     */
    public function rightsOnSitePage(): array
    {
        return $this === self::Retry ? [['admin', 'super', '']] : $this->rights();
    }

    /**
     * What its token permits at the service, and no more.
     *
     * @return list<Scope>
     */
    public function scopes(): array
    {
        if ($this->isAdministration()) {
            return [Scope::Admin];
        }
        return match ($this) {
            self::Retry => [Scope::Ingest],
            self::Reviews, self::Decide, self::AcceptAll => [Scope::Review],
            default => [Scope::Query],
        };
    }

    /**
     * What a page's source may see more of: someone who reviews opens a source that still waits for a review, too.
     */
    public function gainsFromReviewing(): bool
    {
        return $this === self::Source || $this === self::Page;
    }
}
