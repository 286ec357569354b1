<?php

/**
 * The two classes of OpenEMR's document tree that its event names.
 */

declare(strict_types=1);

class HTML_TreeNode
{
    /** @var string */
    public $text;
    public $link;

    public function __construct($options = [], $events = [])
    {
        $this->text = $options['text'] ?? '';
        $this->link = $options['link'] ?? '';
    }
}

class CategoryTree
{
}
