// Words and limits of firmware files that the server and the browser share.
import { formatBytes } from '@wattdesk/base/text'

export const SOURCES = ['Upload', 'Address'] as const
export const MOST_BYTES = 500 * 1024 ** 2
export const TOO_LARGE = `A firmware file should be ${formatBytes(MOST_BYTES)} or less`
export const BROKEN_OFF = 'The upload broke off: nothing was kept'
/** OCPP 1.6 sends no longer address with SignedUpdateFirmware. */
export const MOST_ADDRESS = 512
/** OCPP 1.6 has no longer version, vendor and model (section 6.1), and no longer signature and certificate (white paper). */
export const MOST_VERSION = 50
export const MOST_MODEL = 20
export const MOST_SIGNATURE = 800
export const MOST_CERTIFICATE = 5500
export const MOST_NOTES = 5000
/** Firmware files of a company. */
export const MOST_FILES = 500

/** `Maker One 2.1.0` */
export const firmwareName = (f: { vendor: string; model: string; version: string }): string =>
  `${f.vendor} ${f.model} ${f.version}`

/** Whether a version that a charger tells is the version of a file. */
export const isSameVersion = (told: string | null | undefined, version: string): boolean =>
  (told ?? '').trim().toLowerCase() === version.trim().toLowerCase()
