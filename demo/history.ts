// The past of the demo network: sessions as simulated chargers would have sent them, message by message through the
// handlers that serve real chargers, with the clock standing at each message's own instant. Nothing is invented beside
// them: authorisation, prices, bills, hourly figures and reviews are what those handlers make of it.
import { sql } from 'kysely'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { forgetBills } from '#charging/billing/bill-reset.store.ts'
import { forgetMeters } from '#charging/metering/meter-reset.store.ts'
import { sessionHandlers } from '#charging/sessions/session.ocpp.ts'
import { forgetSessions } from '#charging/sessions/session-reset.store.ts'
import { forgetTasks } from '#control/remote-operations/task-reset.store.ts'
import { keepPaces } from '#desk/attention/charger-pace.commands.ts'
import { saveFrames } from '#fleet/charger-logs/frame.store.ts'
import { forgetFrames } from '#fleet/charger-logs/frame-reset.store.ts'
import * as chargers from '#fleet/stations/charger.store.ts'
import { forgetConnections } from '#fleet/stations/connection-reset.store.ts'
import { keepUptime } from '#fleet/uptime/uptime.commands.ts'
import { startAnew } from '#fleet/uptime/uptime-mark.store.ts'
import { forgetPostings } from '#money/ledger/ledger-reset.store.ts'
import { forgetSandbox } from '#money/payment-provider/sandbox-reset.store.ts'
import { forgetRefunds } from '#money/refunds/refund-reset.store.ts'
import { makeAllParts } from '#office/installation/parts.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Db } from '#platform/db/db.ts'
import { forgetPayments } from '#settlement/payments/payment-reset.store.ts'
import { forgetPaySessions } from '#settlement/scan-and-pay/pay-session-reset.store.ts'
import { FrameLog } from './frame-log.ts'
import { Line, Meeting } from './line.ts'
import { pastServices } from './past.ts'
import { giveBackRests } from './payments.ts'
import type { DemoCharger } from './places.ts'
import { planOf, type Visit } from './plan.ts'
import { homesOf } from './purses.ts'
import { type PlannedStatus, tellStates } from './states.ts'
import { pursesOf, refill } from './wallets.ts'

/** Rounds before which the planner learns what the tables hold by now: its plans were made while they were empty. */
const ANALYSE_AT: readonly number[] = [3, 10, 25, 60, 120]

/** The result of a seeded past: the energy registers by charger, connector 1 first. */
export type Registers = Record<string, number[]>

/** Makes the last `days` of these chargers, which must exist and have no past yet. Answers their registers. */
export async function seedHistory(services: Services, list: readonly DemoCharger[], days: number): Promise<Registers> {
  const to = services.now().getTime()
  await makeAllParts(services.db, new Date(to - (days + 5) * 86_400_000))
  const past = pastServices(services)
  const ids = list.map(c => c.id)
  const known = new Map((await chargers.byIdentities(services.db, ids)).map(s => [s.id, s]))
  const sessions = sessionHandlers(past, { isSimulated: true })
  const isFine = isOfLate(to)
  const all = list.map(charger => {
    const stored = known.get(charger.id)
    if (!stored) throw new Error(`The demo charger ${charger.id} does not exist`)
    const plan = planOf(charger, { to, days, timeZone: services.timeZone })
    const log = new FrameLog({
      pk: stored.pk,
      from: plan.loggedFrom,
      name: charger.id.toLowerCase(),
      protocol: charger.protocol,
    })
    return { charger, stored, plan, told: [] as PlannedStatus[], log }
  })
  const spots = all.flatMap(({ charger, stored, plan, told, log }) =>
    charger.connectorTypes.map((_, i) => {
      const connectorId = i + 1
      const visits = plan.visits.filter(v => v.connectorId === connectorId)
      return { charger, stored, companyId: stored.companyId, connectorId, visits, told, log, isFine }
    }),
  )
  const homes = homesOf(spots, await pursesOf(services.db))
  const lines = spots.map((spot, n) => {
    const purse = homes[n]
    const payments = paymentsOf(spot.charger, to)
    if (!purse) return new Line(past, sessions, { ...spot, payments })
    const fill = (at: Date) => refill(services.db, purse, n, at)
    return new Line(past, sessions, { ...spot, payments, purse: { idTag: purse.idTag, fill } })
  })
  await Promise.all(cohorts(lines).map((cohort, i) => serveAll(services, cohort, i === 0)))
  await giveBackRests(past)
  await tellStates(past, all)
  await saveFrames(
    services.db,
    all.flatMap(a => a.log.frames).sort((a, b) => a.at.getTime() - b.at.getTime()),
  )
  await keepUptime(services)
  await keepPaces(services)
  return Object.fromEntries(ids.map(id => [id, lines.filter(l => l.charger.id === id).map(l => l.registerWh)]))
}

/** The sessions of these last days are told in full; those of before with a meter value an hour, and mostly unasked. */
const FINE_DAYS = 5
const isOfLate =
  (to: number) =>
  ({ plugInAt }: Visit): boolean =>
    plugInAt > to - FINE_DAYS * 86_400_000

/** Drivers scan and pay at public chargers: in the last two weeks every seventh of them, before that every eighteenth. */
const PAID_DAYS = 14
const PAID_BEFORE_DAYS = 130
function paymentsOf({ place }: DemoCharger, to: number): (visit: Visit) => number | undefined {
  if (place.kind === 'depot' || place.kind === 'office') return () => undefined
  return ({ plugInAt, seed }) =>
    (plugInAt > to - PAID_DAYS * 86_400_000 && seed % 7 === 0) ||
    (plugInAt > to - PAID_BEFORE_DAYS * 86_400_000 && seed % 18 === 0)
      ? Math.floor(plugInAt / 60_000) % 997
      : undefined
}

/** Two halves: while the messages of one are being stored, those of the other are made. */
const cohorts = (lines: readonly Line[]): Line[][] => [0, 1].map(half => lines.filter((_, i) => i % 2 === half))

/** One car at every connector at a time, all connectors side by side: their messages share statements and commits. */
async function serveAll({ db }: Services, lines: readonly Line[], analyses: boolean): Promise<void> {
  const rounds = Math.max(0, ...lines.map(l => l.visits.length))
  for (let round = 0; round < rounds; round++) {
    if (analyses && ANALYSE_AT.includes(round)) {
      await postWaitingBills({ db })
      await sql`analyze transaction, transaction_live, session_review, usage_hour_kept, account, posting, entry`.execute(
        db,
      )
    }
    const coming = lines.filter(l => l.visits.length > round)
    const meetings = { starts: new Meeting(coming.length), stops: new Meeting(coming.length) }
    await Promise.all(coming.map(l => l.serve(round, meetings)))
  }
  await postWaitingBills({ db })
}

/** Rows left by a filling that broke off; nobody has worked with them, since the product was not up yet. */
export async function clearPast(db: Db): Promise<void> {
  await db.transaction().execute(async trx => {
    await forgetRefunds(trx)
    await forgetPayments(trx)
    await forgetPaySessions(trx)
    await forgetSandbox(trx)
    await forgetTasks(trx)
    await forgetFrames(trx)
    await forgetSessions(trx)
    await forgetMeters(trx)
    await forgetBills(trx)
    await forgetPostings(trx)
    await forgetConnections(trx)
    await startAnew(trx)
  })
}
