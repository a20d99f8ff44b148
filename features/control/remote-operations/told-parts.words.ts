// What a station of OCPP 2.0.1 tells in parts after it has accepted an operation.

/** The messages whose parts are kept with the task that asked for them. */
export const PARTS_ACTIONS = [
  'NotifyReport',
  'NotifyMonitoringReport',
  'ReportChargingProfiles',
  'NotifyDisplayMessages',
  'NotifyCustomerInformation',
] as const
export type PartsAction = (typeof PARTS_ACTIONS)[number]

/** True for messages that tell personal data: their content is shown on request alone, and each reading is noted. */
export const isPersonal = (action: PartsAction): boolean => action === 'NotifyCustomerInformation'

/** How long parts are kept: personal data shorter than all else. */
export const PARTS_KEPT_DAYS = 90
export const PERSONAL_KEPT_DAYS = 30
