// Whether a tag may charge at a charger (D-OCPP-3, OCPP 1.6 §4.1, §4.8).
import type { TokenType } from './tag.fields.ts'

/** What OCPP 2.0.1 tells of a tag beside its standing; stations of 1.6 know none of it. */
export type TokenFacts = {
  tokenType: TokenType
  /** From -9 to 9; 0 is that of most. */
  chargingPriority: number
  /** The EVSEs at which the tag is valid, as '1, 2'; empty: all. */
  evses: string
}
export const PLAIN_CARD: TokenFacts = { tokenType: 'ISO14443', chargingPriority: 0, evses: '' }

/** `chargingPriority` and `evseId` as IdTokenInfo has them; left out where they say nothing. */
export const tokenLimits = ({ chargingPriority, evses }: TokenFacts) => ({
  ...(chargingPriority !== 0 && { chargingPriority }),
  ...(evses !== '' && { evseId: evses.split(',').map(Number) as [number, ...number[]] }),
})

/** The standing of a tag towards one charger. */
export type TagStanding = {
  ocppTagPk: number
  parentIdTag: string | null
  expiresAt: Date | null
  maxActiveTransactions: number
  isDriverDisabled: boolean
  /** Accepted sessions of the tag that run now, anywhere; counted only for a tag with a limit. */
  activeSessions: number
  /** Attached to some chargers: valid only on those. */
  isAttached: boolean
  isAttachedHere: boolean
  /** The charger stands in the tag's team or below it. */
  isOfTeamHere: boolean
  /** Limited to EVSEs of which the station of OCPP 2.0.1 has none, or to others than the one asked about. */
  isOtherEvse: boolean
  /**
   * A wallet or prepaid card with too little for a session (D-WAL-4), or a session whose payment is spent or given
   * back, at a charger that is not free.
   */
  isTooLow: boolean
}
/** A tag for a local list: a station of OCPP 1.6 is given each as a plain card. */
export type ListableTag = TagStanding & TokenFacts & { idTag: string }
export type AuthorizationStatus = 'Accepted' | 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx'
export type IdTagInfo = { status: AuthorizationStatus; parentIdTag?: string; expiryDate?: string }

/** The answer to a tag at an instant; `undefined` is a tag nobody knows. */
export function authorise(tag: TagStanding | undefined, now: Date): IdTagInfo {
  if (!tag || tag.isOtherEvse || !(tag.isAttached ? tag.isAttachedHere : tag.isOfTeamHere)) return { status: 'Invalid' }
  const info = {
    ...(tag.parentIdTag !== null && { parentIdTag: tag.parentIdTag }),
    ...(tag.expiresAt && { expiryDate: tag.expiresAt.toISOString() }),
  }
  if (tag.expiresAt && tag.expiresAt <= now) return { status: 'Expired', ...info }
  if (tag.maxActiveTransactions === 0 || tag.isDriverDisabled || tag.isTooLow) return { status: 'Blocked', ...info }
  if (tag.maxActiveTransactions > 0 && tag.activeSessions >= tag.maxActiveTransactions)
    return { status: 'ConcurrentTx', ...info }
  return { status: 'Accepted', ...info }
}

/** At a station that a person has taken out of service, a tag that would be accepted is blocked (D-LIVE-3). */
export const closed = (info: IdTagInfo, isClosed: boolean): IdTagInfo =>
  isClosed && info.status === 'Accepted' ? { ...info, status: 'Blocked' } : info

export const OTHER_EVSE = 'This tag is valid at other EVSEs only'
const REFUSALS: Record<Exclude<AuthorizationStatus, 'Accepted'>, string> = {
  Invalid: 'This tag is not valid on this charge point',
  Blocked: 'This tag is blocked',
  Expired: 'This tag has expired',
  ConcurrentTx: 'This tag has as many sessions running as it may have',
}
/** Why a session cannot be started with the tag, in words; undefined when it can. `undefined` is a tag nobody knows. */
export function startRefusal(tag: TagStanding | undefined, now: Date): string | undefined {
  if (!tag) return 'This tag is unknown'
  const { status } = authorise(tag, now)
  if (tag.isOtherEvse) return OTHER_EVSE
  if (status === 'Blocked' && tag.isTooLow) return 'The balance of this tag is too low to start a session'
  return status === 'Accepted' ? undefined : REFUSALS[status]
}
