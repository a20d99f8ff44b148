// The present trouble of a charger, in a word by which the list is filtered (S-ATTENTION).

/**
 * The first that fits is taken, in this order: offline and refused at its last attempt to connect, offline together with other
 * chargers of its site, offline, faulted as a whole or at every connector, out of service by the charger's own report for another
 * reason, in service with a faulted connector. A charger has at most one trouble. It has none where it is switched off, not
 * accepted or never booted, or where a person has set maintenance.
 */
export const TROUBLES = [
  'Connection refused',
  'Site down',
  'Offline',
  'Out of service by a fault',
  'Out of service',
  'Connector faulted',
] as const
export type Trouble = (typeof TROUBLES)[number]

/** Chargers of the same site that go offline within this time have a common cause. */
export const TOGETHER_SEC = 60
/** For how many days unexpected values (D-OCPP-7) count after the last of them came. */
export const UNEXPECTED_DAYS = 7
/** A charger that connects this often in a day keeps losing its connection. */
export const MANY_CONNECTS = 10
/** A charger that connects this often hardly serves anybody. */
export const TOO_MANY_CONNECTS = 50
/** More starts in a day than a person would cause. */
export const MANY_BOOTS = 5
/** Firmware updates that failed (OCPP 1.6 §7.25, and its security extension). */
export const FAILED_UPDATES: readonly string[] = [
  'DownloadFailed',
  'InstallationFailed',
  'InstallVerificationFailed',
  'InvalidSignature',
  'RevokedCertificate',
  'InvalidCertificate',
]
