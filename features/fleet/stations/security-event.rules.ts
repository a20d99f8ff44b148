// Security events of chargers: which the standard calls critical, and for how long they ask for attention (S-SECURITY).

/** The critical ones of "Improved security for OCPP 1.6-J" (the security white paper, edition 2, table of security events). */
export const CRITICAL_EVENTS: readonly string[] = [
  'FirmwareUpdated',
  'SettingSystemTime',
  'StartupOfTheDevice',
  'ResetOrReboot',
  'SecurityLogWasCleared',
  'MemoryExhaustion',
  'TamperDetectionActivated',
]
/** Each start of a charger sends one of these; its starts are counted by themselves (MANY_BOOTS). */
const OF_EACH_START: readonly string[] = ['StartupOfTheDevice', 'ResetOrReboot']
/** Critical events that somebody should look at. */
export const ALARMING_EVENTS: readonly string[] = CRITICAL_EVENTS.filter(e => !OF_EACH_START.includes(e))
/** They ask for attention for so many days. */
export const ALARM_DAYS = 7
