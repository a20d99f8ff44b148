// Which keys and values a template may have (CAMP-08): each problem with the place of its key and the field.
import { isAccessKey, isReadOnlyKey, knownKey } from '#control/charger-config/config-keys.contract.ts'
import { valueProblem } from '#control/remote-operations/configuration-keys.contract.ts'
import { isCredentialKey } from '#control/remote-operations/credential-key.words.ts'
import { LONGEST_KEY, LONGEST_VALUE } from './settings-template.words.ts'

export type TemplateKey = { key: string; level: 'Required' | 'Wished' | 'Never touched'; value: string | null }
export type KeyProblem = { at: number; field: 'key' | 'level' | 'value'; text: string }

export const DECIDES_SIGN_IN =
  'This key decides how a charge point signs in, so a template may only say that it is never touched'
/** By its name: whoever makes a charge point names its keys, and a secret must never lie in the clear. */
export const MAY_BE_SECRET =
  'By its name this key may hold a secret, so its values are not kept: a template may only say that it is never touched'
/** A template keeps its values in the clear, and sends them to many. */
export const NAMES_SOMEBODY = 'An address with a user name or password is set on one charge point at a time'
export const READ_ONLY =
  'Charge points tell this key and do not let it be set, so a template may only leave it untouched'

function problemOf({ key, level, value }: TemplateKey): Omit<KeyProblem, 'at'> | undefined {
  const name = key.trim()
  if (name === '') return { field: 'key', text: 'Key is required' }
  if (name.length > LONGEST_KEY) return { field: 'key', text: `Should be ${LONGEST_KEY} characters or less` }
  if (level === 'Never touched')
    return value ? { field: 'value', text: 'A key that is never touched has no value' } : undefined
  if (isAccessKey(name)) return { field: 'key', text: DECIDES_SIGN_IN }
  if (isCredentialKey(name)) return { field: 'key', text: MAY_BE_SECRET }
  if (isReadOnlyKey(name)) return { field: 'key', text: READ_ONLY }
  // The schema of the field refuses a value that is no text; this check runs beside it.
  if (typeof (value ?? '') !== 'string') return undefined
  const typed = (value ?? '').trim()
  if (typed === '') return { field: 'value', text: 'Value is required' }
  if (typed.length > LONGEST_VALUE) return { field: 'value', text: `Should be ${LONGEST_VALUE} characters or less` }
  if (/:\/\/[^\s/?#]*@/.test(typed)) return { field: 'value', text: NAMES_SOMEBODY }
  const known = knownKey(name)
  const wrong = known && valueProblem(known, typed)
  return wrong ? { field: 'value', text: wrong } : undefined
}

/** Returns the problems of the keys of one template, at most one for each key. */
export function keyProblems(keys: readonly TemplateKey[]): KeyProblem[] {
  const seen = new Set<string>()
  return keys.flatMap((k, at) => {
    const name = k.key.trim().toLowerCase()
    const isTwice = name !== '' && seen.has(name)
    seen.add(name)
    if (isTwice) return [{ at, field: 'key' as const, text: 'This key stands in the template already' }]
    const problem = problemOf(k)
    return problem ? [{ at, ...problem }] : []
  })
}

/** The keys as they are stored: in the spelling of OCPP where it knows them, values without spaces around them. */
export const storedKeys = (keys: readonly TemplateKey[]): (TemplateKey & { spelling: string })[] =>
  keys.map(({ key, level, value }) => {
    const spelling = knownKey(key)?.name ?? key.trim()
    return {
      key: spelling.toLowerCase(),
      spelling,
      level,
      value: level === 'Never touched' ? null : (value ?? '').trim(),
    }
  })
