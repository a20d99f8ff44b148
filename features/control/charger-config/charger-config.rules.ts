// Which parts of a charger's configuration are kept, and how a reported value compares with the value set (S-CONFIG).
import { storable } from '@wattdesk/base/text'
import { isCredentialKey } from '#control/remote-operations/credential-key.words.ts'
import { requestOf } from '#control/remote-operations/operation-request.rules.ts'
import { changeConfiguration } from '#control/remote-operations/operations/configuration.contract.ts'
import type { Parameters } from '#control/remote-operations/operations/operations.contract.ts'
import { type Ending, endingOf, fateOf, type Outcome } from '#control/remote-operations/remote-operation.rules.ts'
import { withoutSecrets } from '#control/remote-operations/without-secrets.rules.ts'
import type { WISH_STATES } from './charger-config.contract.ts'

const MOST_KEYS = 1000
/** 50 in OCPP 1.6; a variable of 2.0.1 is named with its component, EVSE and instances. */
const LONGEST_KEY = 300
/** Keys compare without regard to case (OCPP 1.6 §9); small letters may be longer than capitals. */
export const sameKey = (key: string): string => kept(key.trim().toLowerCase(), LONGEST_KEY)

/** The standard allows 500; chargers tell longer lists. */
const LONGEST_VALUE = 2000

/** Returns the text as the database takes it, cut at `most` characters. */
const kept = (text: string, most: number): string => storable(text.slice(0, most))

export type ReportedKey = { key: string; spelling: string; value: string | null; isReadOnly: boolean }
type Entry = { key?: unknown; value?: unknown; readonly?: unknown }

/**
 * Returns the keys in an answer to GetConfiguration, even where one or two values do not fit the schema. Values of
 * secret keys are left out; `secrets` are blacked out wherever they stand.
 */
export function reportedKeys(answer: unknown, secrets: readonly string[] = []): ReportedKey[] {
  const { configurationKey } = (withoutSecrets(answer, secrets) ?? {}) as { configurationKey?: unknown }
  if (!Array.isArray(configurationKey)) return []
  const told = new Map<string, ReportedKey>()
  for (const entry of configurationKey.slice(0, MOST_KEYS) as (Entry | null)[]) {
    const spelling = typeof entry?.key === 'string' ? kept(entry.key.trim(), LONGEST_KEY) : ''
    if (spelling === '') continue
    const value = isCredentialKey(spelling) ? null : textOf(entry?.value)
    told.set(sameKey(spelling), { key: sameKey(spelling), spelling, value, isReadOnly: entry?.readonly === true })
  }
  return [...told.values()]
}
const textOf = (value: unknown): string | null =>
  ['string', 'number', 'boolean'].includes(typeof value) ? kept(String(value), LONGEST_VALUE) : null

/** Returns the keys that the answer says the charger does not have. */
export function unknownIn(answer: unknown): string[] {
  const { unknownKey } = (answer ?? {}) as { unknownKey?: unknown }
  return Array.isArray(unknownKey) ? unknownKey.filter(k => typeof k === 'string').map(sameKey) : []
}

/** Returns the payload of an answer that its validator refused; undefined where none can be read. */
export function payloadIn(raw: string): unknown {
  try {
    return (JSON.parse(raw) as unknown[])[2]
  } catch {
    return undefined
  }
}

/** `isSame`: the reported value means the same, which the database judges (`same_setting`). */
export type RequestedValue = { value: string | null; outcome: string; endedAt: Date; isSame: boolean }
/** Returns how the reported value compares with the value set; null where there is nothing to compare. */
export function stateOf(
  wish: RequestedValue | undefined,
  told: { readAt: Date } | undefined,
  lastBootAt: Date | null,
): (typeof WISH_STATES)[number] | null {
  if (!wish || wish.value === null || !told) return null
  const waits = wish.outcome === 'RebootRequired'
  if (waits && (lastBootAt === null || lastBootAt < wish.endedAt)) return 'restart'
  if (told.readAt < wish.endedAt) return 'unread'
  return wish.isSame ? 'same' : 'differs'
}

/**
 * Returns the part of an attempt to set a value that is kept: whether the charger took the value, or may have taken it,
 * and its answer in a word. Undefined where the charger was not asked.
 */
export function attemptOf(outcome: Outcome): { isTaken: boolean; outcome: string } | undefined {
  const isTaken = fateOf(outcome) !== 'refused'
  switch (outcome.kind) {
    case 'result':
      return { isTaken, outcome: 'status' in outcome.payload ? String(outcome.payload.status) : 'Accepted' }
    case 'error':
      return { isTaken, outcome: outcome.code }
    case 'timeout':
      return outcome.sent ? { isTaken, outcome: 'Timeout' } : undefined
    case 'closed':
    case 'unreachable':
      return outcome.sent ? { isTaken, outcome: 'Connection lost' } : undefined
    case 'bad-result':
      return { isTaken, outcome: 'No valid answer' }
    default:
      return undefined
  }
}

/** After these answers it is known whether the charger has the value; after any other answer the key has to be read. */
export const KNOWN_ANSWERS = ['Accepted', 'RebootRequired'] as const

export type LostChange = { key: string; value: string }
/**
 * Returns what a stored ChangeConfiguration asked for; undefined where reading cannot tell its fate: of a secret key,
 * and of one by which the charger signs in, since more hangs on the answer than its value.
 */
export function lostChangeOf(parameters: unknown): LostChange | undefined {
  const p = parameters as Parameters<'ChangeConfiguration'>
  if (changeConfiguration.accessChange?.(p)) return undefined
  const request = requestOf({ chargerId: '', remoteOperationType: 'ChangeConfiguration', parameters: p }, 0)
  const { key, value } = request.payload as LostChange
  return isCredentialKey(key) ? undefined : { key, value }
}

/** The value that a charger reported for a key; `isSame`: the value equals the one that was sent. */
export type ToldValue = { value: string | null; isSame: boolean }
/** Returns how a lost change ends, by the value that the charger reports; `isUnknown`: the charger does not have the key. */
export function lostEndingOf(told: ToldValue | undefined, isUnknown: boolean): { ending: Ending; outcome: Outcome } {
  const answer = isUnknown ? 'NotSupported' : told?.isSame ? 'Accepted' : undefined
  if (answer !== undefined) {
    const outcome = { kind: 'result', payload: { status: answer } } as const
    return { ending: { ...endingOf(outcome), details: null }, outcome }
  }
  const value = told?.value == null ? 'not told' : told.value.slice(0, 100)
  return {
    ending: { state: 'timeout', response: null, error: `${UNHEARD}, and the value is ${value}`, details: null },
    outcome: { kind: 'timeout', sent: true },
  }
}
export const UNHEARD = 'The server stopped before the answer'
