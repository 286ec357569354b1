-- The module's own memory: one row a name. Holds numbers only, nothing of a patient.
#IfNotTable arbiter_fhir_module
CREATE TABLE `arbiter_fhir_module` (
  `name` VARCHAR(31) NOT NULL,
  `value` BIGINT(20) NOT NULL DEFAULT '0',
  PRIMARY KEY (`name`)
) ENGINE=InnoDB;
INSERT INTO `arbiter_fhir_module` (`name`, `value`) SELECT 'last_document', COALESCE(MAX(`id`), 0) FROM `documents`;
#EndIf

-- Scheduled once; an administrator's later choice (active, interval) is never touched again.
#IfNotRow background_services name Arbiter_FHIR_Ping
INSERT INTO `background_services` (`name`, `title`, `active`, `running`, `next_run`, `execute_interval`, `function`, `require_once`, `sort_order`) VALUES ('Arbiter_FHIR_Ping', 'Arbiter FHIR: tell about new documents', 1, 0, NOW(), 1, 'arbiter_fhir_change_ping', '/interface/modules/custom_modules/oe-module-arbiter-fhir/background.php', 90);
#EndIf
