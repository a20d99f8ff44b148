// The severities of events of stations of OCPP 2.0.1.

/** 0 to 3: something is dangerous, broken or failing; the others inform (OCPP 2.0.1, SeverityEnum). */
export const GRAVEST = 3
export const SEVERITIES = [
  'Danger',
  'Hardware failure',
  'System failure',
  'Critical',
  'Error',
  'Alert',
  'Warning',
  'Notice',
  'Informational',
  'Debug',
] as const
