// One transaction with its bill: the bill as written, or for a running session the bill as of its last reading.

import { billReply } from '#charging/billing/bill-reply.rules.ts'
import { billRow } from '#charging/billing/bill-row.rules.ts'
import { billOf, droppedOf, type SessionFacts } from '#charging/billing/session-bill.rules.ts'
import { metersOf } from '#charging/metering/meter.store.ts'
import { readSessions } from '#charging/sessions/session-read.store.ts'
import { sessionSeconds } from '#fleet/stations/session-length.rules.ts'
import { missingOf, seqNosText, type TransactionStep } from '#fleet/stations/station-transaction.rules.ts'
import { stationTransactionOf } from '#fleet/stations/station-transaction.store.ts'
import type { Services } from '#office/installation/services.ts'
import { ArchiveAway } from '#platform/archive/archive.ts'
import type { Scope } from '#platform/db/scope.ts'
import { ocmfOf, signedValuesOf } from './signed-values.rules.ts'
import type { StationEvent, TransactionDetail } from './transaction.contract.ts'
import { transactionById } from './transaction.store.ts'

type Needed = Pick<Services, 'db' | 'now' | 'platform' | 'archive' | 'timeZone'>

/** undefined outside the scope. */
export async function detailOf(services: Needed, scope: Scope, id: number): Promise<TransactionDetail | undefined> {
  const { db, timeZone } = services
  const t = await transactionById(db, scope, id, services.now())
  if (!t) return undefined
  const { session, isRead } = await readSession(services, id)
  if (!session) return undefined
  const told = await stationTransactionOf(db, id)
  const isRunning = t.stoppedAt === null
  return {
    ...t.row,
    ...t.further,
    stationTransactionId: told?.id ?? null,
    idTokenType: told?.idTokenType ?? null,
    missingEvents: told ? seqNosText(missingOf(told.seen)) : null,
    stationEvents: told?.steps.map(eventOf) ?? null,
    durationSeconds: sessionSeconds(t.startedAt, t.stoppedAt ?? services.now()),
    samples: isRead ? session.readings.length : null,
    signedValues: isRead ? session.signedValues : null,
    ocmfValues: isRead ? await ocmfCount(services, session) : null,
    droppedSamples: isRead
      ? droppedOf(
          session,
          t.stoppedAt ?? session.lastAt,
          isRunning ? session.lastWh : (session.meterStopWh ?? session.lastWh),
          isRunning,
        )
      : null,
    bill: t.bill
      ? billReply(t.bill, t.snapshot, false, { zone: timeZone, at: t.startedAt })
      : t.stoppedAt
        ? null
        : billSoFar(session, services),
  }
}

const eventOf = ({ seqNo, at, eventType, trigger, chargingState, stoppedReason }: TransactionStep): StationEvent => ({
  seqNo,
  at,
  eventType,
  triggerReason: trigger,
  chargingState: chargingState ?? null,
  stoppedReason: stoppedReason ?? null,
})

/** The session, without its readings (`isRead` false) while the archive that holds them is away: the bill needs none of them. */
async function readSession(services: Needed, id: number) {
  try {
    const [session] = await readSessions(services.db, [id], services)
    return { session, isRead: true }
  } catch (error) {
    if (!(error instanceof ArchiveAway)) throw error
    const [session] = await readSessions(services.db, [id], services, new Set([id]))
    return { session, isRead: false }
  }
}

/** How many of the signed values are in OCMF. The values are read again, for the few sessions that have any. */
async function ocmfCount({ db, archive }: Needed, session: SessionFacts): Promise<number> {
  if (session.signedValues === 0) return 0
  return signedValuesOf(await metersOf(db, [session], archive)).filter(v => ocmfOf(v) !== undefined).length
}

/** The bill of a running session up to its last reading; null without a price. */
function billSoFar(session: SessionFacts, { timeZone }: Needed) {
  const bill = billOf(session, session.lastAt, session.lastWh, { isRunning: true })
  if (!bill) return null
  const row = billRow(bill, session)
  const stored = { ...row, version: 0, billedAt: null } as unknown as Parameters<typeof billReply>[0]
  return billReply(stored, session.snapshot, true, { zone: timeZone, at: session.startedAt })
}
