<?php

/**
 * The module's version; OpenEMR offers `sql/<from>-to-<to>_upgrade.sql` by it.
 */

$v_major = '0';
$v_minor = '1';
$v_patch = '0';
$v_tag = '';
$v_database = 1;
