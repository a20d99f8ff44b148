// The addresses of firmware files: the general one that operations name, and the one of a single charger (CAMP-01).

/** The path at which a charge point fetches a file; the secret of one operation and the name of the file follow. */
export const FIRMWARE_DOOR = '/public/firmware'
/** The path by which operations name a file of the portal. */
const FIRMWARE_FILE = '/public/firmware-file'

/** The general address of a file. An operation with this location is sent an address for one charge point. */
export const operationUrlOf = (base: string, firmwareId: number): string => `${base}${FIRMWARE_FILE}/${firmwareId}`
/** The file that a location names; undefined: a location elsewhere. */
export function firmwareIn(location: string, base: string): number | undefined {
  const stem = `${base}${FIRMWARE_FILE}/`.toLowerCase()
  const typed = location.trim().toLowerCase()
  const id = typed.startsWith(stem) ? typed.slice(stem.length).replace(/\/+$/, '') : ''
  return /^\d{1,9}$/.test(id) ? Number(id) : undefined
}

/** A name for a path: letters, digits, dot, dash and underscore; chargers know few others. */
export const pathName = (fileName: string): string =>
  fileName
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[._]+/, '')
    .slice(-80) || 'firmware.bin'

/** The address of one operation: what follows the secret is for people and chargers that look at endings. */
export const linkUrlOf = (base: string, secret: string, fileName: string): string =>
  `${base}${FIRMWARE_DOOR}/${secret}/${pathName(fileName)}`
