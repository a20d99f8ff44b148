// What is wrong with a charger now, in a word that its list is filtered by (S-ATTENTION).

/**
 * In the order in which the first that fits is taken: offline together with others of its site, offline, in maintenance by
 * the charger's own word, in service with a faulted connector. A charger has at most one. None where it is switched off,
 * not accepted, was never booted, or is in maintenance that a person set.
 */
export const TROUBLES = ['Site down', 'Offline', 'Out of service', 'Connector faulted'] as const
export type Trouble = (typeof TROUBLES)[number]

/** Chargers of one site that go offline so close to each other went for one reason. */
export const TOGETHER_SEC = 60
/** Unexpected values (D-OCPP-7) count for so many days after they came last. */
export const UNEXPECTED_DAYS = 7
/** A charger that connects so often on one day loses its connection again and again. */
export const MANY_CONNECTS = 10
/** One that connects so often hardly serves. */
export const TOO_MANY_CONNECTS = 50
/** Starts on one day that no longer are one person's doing. */
export const MANY_BOOTS = 5
/** Firmware updates that came to nothing (OCPP 1.6 §7.25, and its security extension). */
export const FAILED_UPDATES: readonly string[] = [
  'DownloadFailed',
  'InstallationFailed',
  'InstallVerificationFailed',
  'InvalidSignature',
  'RevokedCertificate',
  'InvalidCertificate',
]
