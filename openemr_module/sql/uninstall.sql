-- For an administrator who removes the module for good; OpenEMR does not run it by itself.
DELETE FROM `background_services` WHERE `name` = 'Arbiter_FHIR_Ping';
DELETE FROM `globals` WHERE `gl_name` LIKE 'arbiter\_fhir\_%';
DROP TABLE IF EXISTS `arbiter_fhir_module`;
