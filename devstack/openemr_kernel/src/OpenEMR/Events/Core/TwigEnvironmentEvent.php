<?php

/** A Twig environment has been made: modules add their folders. */

declare(strict_types=1);

namespace OpenEMR\Events\Core;

use Twig\Environment;

class TwigEnvironmentEvent
{
    const EVENT_CREATED = 'core.twig.environment.create';

    public function __construct(private Environment $environment)
    {
    }

    public function getTwigEnvironment(): Environment
    {
        return $this->environment;
    }
}
