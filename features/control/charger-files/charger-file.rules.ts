// The rules for files of charge points: their addresses, their names, how far each has come (S-FILES).
import type { ChargerFile } from './charger-file.contract.ts'

/**
 * The path where charge points leave files; the secret of one request follows, then whatever the charge point appends.
 */
export const DOOR = '/public/charger-file'
/** 32 random bytes in base64url: always of one length, so that a name may follow without a slash between. */
const SECRET = /^([\w-]{43})(.*)$/s

/** Returns the general upload address. An operation with this location is sent an address for that operation alone. */
export const doorOf = (publicUrl: string): string => publicUrl + DOOR
/** True for the general address, however it was typed. */
export const isDoor = (location: string, publicUrl: string): boolean =>
  location.trim().replace(/\/+$/, '').toLowerCase() === doorOf(publicUrl).toLowerCase()

/**
 * Returns the secret in the part of an address behind `DOOR`, and the file name that a charge point appended, if any.
 */
export function addressed(rest: string): { secret: string; name: string | undefined } | undefined {
  const [, secret, appended = ''] = SECRET.exec(rest) ?? []
  return secret === undefined ? undefined : { secret, name: plainName(appended) }
}

const LONGEST_NAME = 150
/** Control characters, marks that turn the direction of a text, and characters that file systems refuse in a name. */
const NO_NAME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\:*?"<>|]+/gu
/** Returns the last part of a path as a name for people; undefined where nothing is left of it. */
export function plainName(path: string | undefined): string | undefined {
  const last = path?.split(/[/\\]/).findLast(part => part.trim() !== '')
  const name = last?.toWellFormed().replace(NO_NAME, '_').trim().replace(/^\.+/, '')
  return name ? [...name].slice(-LONGEST_NAME).join('') : undefined
}

/** Returns a name for a file to which nobody gave one. */
export const ownName = (kind: ChargerFile['kind'], chargepointId: string, at: Date): string => {
  const time = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  return plainName(`${chargepointId.replaceAll(/[/\\]/g, '_')}-${kind}-${time}.log`) ?? `${kind}.log`
}

export type FileFacts = {
  operation: string
  taskState: string
  taskDetails: unknown
  openUntil: Date
  receivedAt: Date | null
}
/** Returns how far a file has come. A charge point that names no file in its answer has none (OCPP 1.6 §5.9, O-64). */
export function stateOf(f: FileFacts, now: Date): ChargerFile['state'] {
  if (f.receivedAt) return 'received'
  if (f.taskState === 'failed') return 'refused'
  const { fileName } = (f.taskDetails ?? {}) as { fileName?: unknown }
  if (f.operation === 'GetDiagnostics' && f.taskState === 'done' && !fileName) return 'nothing'
  return f.openUntil <= now ? 'missing' : 'awaited'
}

/** Returns why a request takes no file any more; undefined where it still does. */
export function closedFor(f: Omit<FileFacts, 'operation' | 'taskDetails'>, now: Date): string | undefined {
  if (f.receivedAt) return 'The file has been received already'
  return f.taskState === 'failed' || f.openUntil <= now ? 'This address takes no files any more' : undefined
}
