// Helpers that tests of the wire share: chargers and tags beside those of the world, messages with their times.
import { sql } from 'kysely'
import * as chargers from '#fleet/chargers/charger-write.store.ts'
import * as connectors from '#fleet/stations/connector.store.ts'
import * as tags from '#fleet/tags/tag.store.ts'
import type { TestApp } from './app.ts'
import { TestCharger } from './charger.ts'
import { moment } from './moment.ts'

let count = 0
/** A text that no other test of the run has used. */
export const unique = (prefix: string): string => `${prefix}-${++count}`

/** A charger of operator one since yesterday, with its price on every connector; answers its key and its identity. */
export async function newCharger(
  t: TestApp,
  options: Partial<chargers.NewCharger> & { kw?: number | null; connectorCount?: number } = {},
): Promise<{ pk: number; id: string }> {
  const { kw = 60, connectorCount = 2, ...rest } = options
  const id = options.chargepointId ?? unique('CP')
  const connectors = Array.from({ length: connectorCount }, (_, i) => ({
    connectorId: i + 1,
    ...(kw !== null && { kw }),
    priceGroupId: t.world.priceGroupId,
  }))
  const pk = await chargers.create(t.db, {
    teamId: t.world.one.teamId,
    chargepointId: id,
    chargepointName: id,
    registrationStatus: 'Accepted',
    state: 'Karnataka',
    connectors,
    createdAt: new Date(moment.anHourAgo - 86_400_000),
    ...rest,
  })
  return { pk, id }
}

/** Gives all connectors of a charger another price group, null for none, from before the sessions that tests begin. */
export const priceCharger = (t: TestApp, pk: number, priceGroupId: number | null): Promise<void> =>
  connectors.setPriceGroup(t.db, pk, priceGroupId, new Date(moment.anHourAgo - 60_000))

/** A tag of operator one, valid without limit unless told otherwise; answers its text. */
export async function newTag(t: TestApp, options: Partial<tags.NewTag> = {}): Promise<string> {
  const idTag = options.idTag ?? unique('TAG')
  await tags.create(t.db, { teamId: t.world.one.companyId, maxActiveTransactions: -1, ...options, idTag })
  return idTag
}

/** Connects a new charger that accepts every call, boots it, and returns it with its key and identity. */
export async function bootedCharger(
  t: TestApp,
  ws: string,
  options: Parameters<typeof newCharger>[1] = {},
): Promise<TestCharger & { pk: number; id: string }> {
  const known = await newCharger(t, options)
  const c = await TestCharger.open(ws, known.id)
  c.onCall = () => ({ status: 'Accepted' })
  await c.boot()
  return Object.assign(c, known)
}

/** An hour ago, and so many minutes on; the same text every time. */
export const at = (minutes: number): string => new Date(moment.anHourAgo + minutes * 60_000).toISOString()

export const energy = (timestamp: string, wh: number, ...more: object[]) => ({
  timestamp,
  sampledValue: [{ value: String(wh) }, ...more],
})

/** StartTransaction on connector 1 unless told otherwise; its transactionId and the status of its tag. */
export async function start(
  c: TestCharger,
  idTag: string,
  more: object = {},
): Promise<{ transactionId: number; status: string }> {
  const r = await c.call('StartTransaction', { connectorId: 1, idTag, meterStart: 1000, timestamp: at(0), ...more })
  const { transactionId, idTagInfo } = r as { transactionId: number; idTagInfo: { status: string } }
  return { transactionId, status: idTagInfo.status }
}
export const stop = (c: TestCharger, transactionId: number, more: object = {}): Promise<Record<string, unknown>> =>
  c.call('StopTransaction', { transactionId, meterStop: 11_000, timestamp: at(20), ...more })

export type SessionRow = {
  transactionId: number
  connectorId: number
  startedAt: Date
  stoppedAt: Date | null
  meterStopWh: number | null
  energyWh: number
  chargedPaise: number
  stopReason: string | null
  idTagStatus: string
  inReview: boolean
  totalPaise: number | null
  bills: number
  meters: number
}
/** Sessions of a charger with their bills, oldest first. */
export async function sessionsOf(t: TestApp, pk: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select t.transaction_id, t.connector_id, t.started_at, t.stopped_at, t.meter_stop_wh, t.energy_wh, t.charged_paise,
      t.stop_reason, t.id_tag_status, t.in_review,
      (select total_paise from current_bill b where b.transaction_id = t.transaction_id) as total_paise,
      (select count(*) from bill b where b.transaction_id = t.transaction_id) as bills,
      (select count(*) from meter_value m where m.transaction_id = t.transaction_id) as meters
    from transaction t where t.chargepoint_pk = ${pk} order by t.transaction_id`.execute(t.db)
  return rows
}
/** Returns the reviews of one charger. */
export async function reviewsOf(
  t: TestApp,
  pk: number,
): Promise<{ reason: string; transactionId: number | null; detail: unknown; decidedAt: Date | null }[]> {
  const { rows } = await sql<{ reason: string; transactionId: number | null; detail: unknown; decidedAt: Date | null }>`
    select reason, transaction_id, detail, decided_at from session_review where chargepoint_pk = ${pk} order by id`.execute(
    t.db,
  )
  return rows
}
