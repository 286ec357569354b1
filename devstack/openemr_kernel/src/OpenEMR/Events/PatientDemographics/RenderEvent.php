<?php

/** The dashboard before cards: places where a listener prints. */

declare(strict_types=1);

namespace OpenEMR\Events\PatientDemographics;

use Symfony\Contracts\EventDispatcher\Event;

class RenderEvent extends Event
{
    const EVENT_SECTION_LIST_RENDER_BEFORE = 'patientDemographics.render.section.before';
    const EVENT_SECTION_LIST_RENDER_AFTER = 'patientDemographics.render.section.after';
    const EVENT_RENDER_POST_PAGELOAD = 'patientDemographics.render.post_page_load';

    public function __construct(private $pid)
    {
    }

    public function getPid()
    {
        return $this->pid;
    }
}
