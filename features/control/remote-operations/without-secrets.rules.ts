// Messages as kept outside the log of frames: the same values without keys and passwords (packages/ocpp redact).
import { blackOut, redact } from '@wattdesk/ocpp/redact'

/** Returns a value as it may be kept; `secrets` are blacked out wherever they stand in it. */
export const withoutSecrets = <T>(value: T, secrets: readonly string[] = []): T =>
  eachText(JSON.parse(redact(JSON.stringify(value ?? null))), text => blackOut(text, secrets)) as T

/**
 * Returns the parameters of an operation as they may be kept and shown. A field that names a configuration key is kept,
 * although its own name ends like the name of a secret.
 */
export function keptParameters(parameters: object, secrets: readonly string[] = []): Record<string, unknown> {
  const names = Object.entries(parameters).filter(([name]) => name === 'confKey' || name === 'customConfKey')
  return { ...withoutSecrets(parameters, secrets), ...Object.fromEntries(names) }
}

/** Returns the value with every text in it changed, at any depth; names stay. */
function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(v => eachText(v, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, eachText(v, change)]))
}
