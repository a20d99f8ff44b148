// The choices that the fields of remote operations offer (D-OPS-2, OCPP 1.6 §7, security white paper §5).
export const AVAILABILITY_TYPES = ['INOPERATIVE', 'OPERATIVE'] as const
export const RESET_TYPES = ['HARD', 'SOFT'] as const
export const KEY_TYPES = ['Predefined', 'Custom'] as const
export const TRIGGER_MESSAGES = [
  'BootNotification',
  'DiagnosticsStatusNotification',
  'FirmwareStatusNotification',
  'Heartbeat',
  'MeterValues',
  'StatusNotification',
] as const
export const EXTENDED_TRIGGER_MESSAGES = [
  'BootNotification',
  'LogStatusNotification',
  'FirmwareStatusNotification',
  'Heartbeat',
  'MeterValues',
  'SignChargePointCertificate',
  'StatusNotification',
] as const
export const PROFILE_PURPOSES = ['ChargePointMaxProfile', 'TxDefaultProfile', 'TxProfile'] as const
export const RATE_UNITS = ['W', 'A'] as const
export const LIST_UPDATE_TYPES = ['Full', 'Differential'] as const
/** The tags on a local list: all that are valid on the charge point, the named tags, or none. */
export const LIST_CONTENTS = ['ValidTags', 'ChosenTags', 'NoTags'] as const
export const AUTHORIZATION_STATUSES = ['Accepted', 'Blocked', 'Expired', 'Invalid', 'ConcurrentTx'] as const
export const LOG_TYPES = ['DiagnosticsLog', 'SecurityLog'] as const
export const CERTIFICATE_USES = ['CentralSystemRootCertificate', 'ManufacturerRootCertificate'] as const
export const HASH_ALGORITHMS = ['SHA256', 'SHA384', 'SHA512'] as const
