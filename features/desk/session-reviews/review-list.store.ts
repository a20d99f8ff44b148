// The list of sessions to review: each with its certain figures, the charger's report, and the result if nobody
// decides. The last plausible reading was kept when the session ended, so no meter value is read here.

import { billables } from '#charging/billing/billable.store.ts'
import { inKwh, newFacts } from '#charging/billing/session-bill.rules.ts'
import { contradictionText } from '#charging/sessions/contradiction.rules.ts'
import { openReviews, type Review } from '#charging/sessions/review.store.ts'
import { readSessions } from '#charging/sessions/session-read.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Scope } from '#platform/access/scope.ts'
import type { SessionReview } from './session-review.contract.ts'
import { isEnergyUnknown, kwhEndOf, lacksStopRegister, namedText, proposalOf } from './session-review.rules.ts'

/** The scope's waiting reviews, oldest first. */
export const listReviews = async (
  services: Pick<Services, 'db' | 'platform' | 'timeZone'>,
  scope: Scope,
): Promise<SessionReview[]> => waiting(services, await openReviews(services.db, scope))

/** Reviews, with the result if nobody decides. */
export async function waiting(
  services: Pick<Services, 'db' | 'platform' | 'timeZone'>,
  reviews: readonly (Review | undefined)[],
): Promise<SessionReview[]> {
  const { db, platform, timeZone } = services
  const list = reviews.filter(r => r !== undefined)
  const found = await billables(
    db,
    list.flatMap(r => r.transactionId ?? []),
    timeZone,
  )
  // Sessions that ended before the product kept the last reading with a session, and those of which it must be known whether there
  // was a reading at all.
  const lacking = new Set(
    list.flatMap(r => (r.transactionId !== null && lacksStopRegister(r.reason) ? [r.transactionId] : [])),
  )
  const unread = found
    .filter(b => b.readingWh === null || (lacking.has(b.transactionId) && b.readingWh <= b.meterStartWh))
    .map(b => b.transactionId)
  const read = unread.length > 0 ? await readSessions(db, unread, { platform, archive: undefined, timeZone }) : []
  const sessions = new Map(
    [...found.map(b => ({ ...newFacts(b, [], platform), lastWh: b.readingWh ?? b.meterStartWh })), ...read].flatMap(
      s => (s ? [[s.transactionId, s] as const] : []),
    ),
  )
  return list.map(r => {
    const s = r.transactionId === null ? undefined : sessions.get(r.transactionId)
    const isUnknown = s !== undefined && isEnergyUnknown(r.reason, s)
    return {
      id: r.id,
      reason: r.reason,
      why: r.misfit?.text ?? (isUnknown ? UNKNOWN_ENERGY : (contradictionText(r.detail, timeZone) ?? namedOf(r))),
      transactionId: r.transactionId,
      chargepoint_id: r.chargepointId ?? '',
      connectorId: r.connectorId,
      evseId: r.evseId,
      evseConnectorId: r.evseConnectorId,
      tag: r.tag,
      starttime: s?.startedAt.toISOString() ?? null,
      stoptime: s?.stoppedAt?.toISOString() ?? isoOf(r.stopAt),
      told_starttime: s?.startToldAt.toISOString() ?? null,
      told_stoptime: s ? (s.stopToldAt?.toISOString() ?? null) : isoOf(r.stopAt),
      start_meter_value: s?.meterStartWh ?? null,
      stop_meter_value: r.stopWh,
      proposal: proposalOf(r.reason, s),
      in_kwh: r.misfit?.looksLikeKwh && s ? kwhEndOf(r.reason, inKwh(s)) : null,
      createdAt: r.createdAt.toISOString(),
    }
  })
}
const namedOf = ({ transactionId, detail }: Review): string | null =>
  transactionId === null ? namedText(detail) : null
const UNKNOWN_ENERGY = 'The charger told no register from which the energy follows: a person decides it'
const isoOf = (text: string | null): string | null => {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
