// The words of a bulk action on charge points: its heading, the meaning of an answer, its progress (D-BULK-1,
// D-BULK-3).

import { type BulkAction, MOST_CHOSEN, TOO_MANY } from './bulk-action.contract.ts'
import type { BulkKind } from './bulk-action-body.contract.ts'

/** The name of each kind on screen; an operation keeps its own name. */
const KIND_WORDS: Readonly<Record<BulkKind, string>> = {
  Reset: 'Reset',
  ChangeConfiguration: 'ChangeConfiguration',
  UpdateFirmware: 'UpdateFirmware',
  PriceGroup: 'Price group',
  ChargingSite: 'Charging site',
  PushSettings: 'Settings',
}
const isKind = (kind: string): kind is BulkKind => Object.hasOwn(KIND_WORDS, kind)
export const kindWords = (kind: string): string => (isKind(kind) ? KIND_WORDS[kind] : kind)

/** '1,234 charge points' */
export const pointsText = (n: number): string => `${n.toLocaleString('en-IN')} charge ${n === 1 ? 'point' : 'points'}`
/** 'Reset of 120 charge points' */
export const headingOf = ({ kind, total }: Pick<BulkAction, 'kind' | 'total'>): string =>
  `${kindWords(kind)} of ${pointsText(total)}`

/** The change to each charge point in words: 'HARD', 'HeartBeatInterval = 300', 'Night, connector 2'. */
export function detailOf({ kind, parameters: p, named }: Pick<BulkAction, 'kind' | 'parameters' | 'named'>): string {
  switch (kind) {
    case 'Reset':
      return String(p.resetType)
    case 'ChangeConfiguration':
      return `${String(p.keyType === 'Predefined' ? p.confKey : p.customConfKey)} = ${String(p.customConfValue)}`
    case 'UpdateFirmware':
      return String(p.location)
    case 'PriceGroup':
      return `${named ?? 'A price group that was deleted'}, ${p.connectorId === null ? 'every connector' : `connector ${String(p.connectorId)}`}`
    case 'ChargingSite':
      return p.chargingSiteId === null ? 'At no site' : (named ?? 'A site that was deleted')
    case 'PushSettings':
      return p.which === 'Wished too' ? 'Those that differ, the wished ones too' : 'Those that differ'
    default:
      return ''
  }
}

/** The number of items that have ended. */
export const endedItemCount = ({ counts: c }: Pick<BulkAction, 'counts'>): number => c.Done + c.Failed + c.Skipped
export const isRunning = ({ endedAt }: Pick<BulkAction, 'endedAt'>): boolean => endedAt === null

/** The answer to a firmware update only confirms that the request was received. */
export const RECEIVED = 'Request received. How it goes shows at the charge point.'

/** Outcomes of an item, besides those of the single action itself. */
export const CHARGER_DELETED = 'The charge point was deleted'
export const NO_RIGHT = 'You have no right to do this on this charge point'
export const CANCELLED = 'Cancelled before it began'
export const FAULT = 'Something went wrong on the server. Nothing was done.'
export const CHANGED = 'Changed'
/** `evse`: how the charge point names the connector, where by its EVSE. */
export const changedText = (evse: string | null): string => (evse === null ? CHANGED : `${CHANGED}: ${evse}`)
export const SAME = 'It was so already'

const counted = (n: number): string => n.toLocaleString('en-IN')
/** Nothing of a charger differs any more. */
export const AS_WANTED = 'Its settings are as they should be'
/** Another action sends settings to the charger now: nothing is sent twice. */
export const OTHERS_PUSH = 'Another action is setting its keys now'

export type KeyResult = { key: string; value: string; result: string }
const KEY_WORDS: Readonly<Record<string, string>> = { RebootRequired: 'Reboot needed', NotSupported: 'Unknown key' }
/** The answer of a charger to one key in a word or two. */
export const keyResultOf = ({ response, error }: { response: string | null; error: string | null }): string => {
  const answer = response ?? error ?? 'Accepted'
  return KEY_WORDS[answer] ?? answer
}
/** True where the charger has taken the value. */
export const isTaken = (result: string): boolean => result === 'Accepted' || result === KEY_WORDS.RebootRequired
/** `HeartbeatInterval: Accepted. LightIntensity: Rejected` */
export const keysText = (results: readonly KeyResult[]): string =>
  results.map(r => `${r.key}: ${r.result.replace(/\.$/, '')}`).join('. ')

/** Why a bulk action on `count` charge points is not begun, where the user confirmed `confirmed`. */
export function refusalOf(count: number, confirmed: number): { status: 409 | 422; text: string } | undefined {
  if (count === 0) return { status: 422, text: 'None of the chosen charge points exists any more' }
  if (count > MOST_CHOSEN) return { status: 422, text: TOO_MANY }
  // Fewer do no harm; more were never agreed to.
  if (count <= confirmed) return undefined
  return { status: 409, text: `${pointsText(count)} match now, ${counted(confirmed)} did when you were asked` }
}

type Known = { count: number; leftOut: number; offline: number; charging: number }
/** Warnings before a bulk action, in sentences. */
export function foreknown(kind: BulkKind, { count, leftOut, offline, charging }: Known): string[] {
  const isOperation = kind !== 'PriceGroup' && kind !== 'ChargingSite'
  const are = (n: number) => (n === 1 ? 'is' : 'are')
  const have = (n: number) => (n === 1 ? 'has' : 'have')
  return [
    ...(count === 0 ? ['None of the chosen charge points exists any more, or you may change none of them.'] : []),
    ...(leftOut > 0 && count > 0
      ? [`${pointsText(leftOut)} ${are(leftOut)} left out: not there any more, or not yours to change.`]
      : []),
    ...(isOperation && offline > 0 ? [`${counted(offline)} ${are(offline)} offline: nothing can be sent there.`] : []),
    ...(kind === 'Reset' && charging > 0
      ? [`${counted(charging)} ${have(charging)} a running session, which the reset ends.`]
      : []),
  ]
}
