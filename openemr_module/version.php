<?php

/**
 * The module's version; OpenEMR offers `sql/<from>-to-<to>_upgrade.sql` by it.
 */

$v_major = '1';
$v_minor = '0';
$v_patch = '0';
$v_tag = '';
$v_database = 1;
