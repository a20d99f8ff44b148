// Compares the stored state of chargers with tempers, after all operations, with the chargers themselves: their
// connectors, their configuration, their sessions and bills.
import type { Acks } from './kills-acks.ts'
import { brokenInvariants } from './kills-check.ts'
import type { TemperedCharger } from './tempers-charger.ts'
import type { Operators } from './tempers-operators.ts'

export type Ask = { ask: <R extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<R[]> }
type Kept = {
  key: string
  value: string | null
  state: string | null
  readAt: string | null
  wanted: { value: string | null; outcome: string } | null
}

export async function statesOf(
  db: Ask,
  api: Operators,
  chargers: readonly TemperedCharger[],
  acks: Acks,
): Promise<string[]> {
  const wrong = await connectors(db, chargers)
  wrong.push(...(await sessions(db, chargers, acks)), ...(await configuration(db, api, chargers)))
  await db.ask('select renew_stale_figures()')
  const broken = await brokenInvariants(db as never)
  if (broken.length > 0) wrong.push(...broken, `hours ${JSON.stringify(await db.ask(HOURS))}`)
  return wrong
}

/** The sessions of hours whose figures may be wrong. */
const HOURS = `select u.*, (select json_agg(t.*) from (select transaction_id, chargepoint_id, started_at, start_told_at,
    stopped_at, energy_wh, charged_paise, in_review, is_dismissed, stop_reason from transaction t
    where t.team_id = u.team_id and t.started_at >= u.hour and t.started_at < u.hour + interval '1 hour') t) as of,
    f.* from usage_hour u cross join lateral (select count(*) as n, count(*) filter (where stopped_at is not null and not in_review) as fin,
    sum(energy_wh) filter (where stopped_at is not null and not in_review) as wh,
    sum(charged_paise) filter (where stopped_at is not null and not in_review) as paise from transaction t
    where t.team_id = u.team_id and t.started_at >= u.hour and t.started_at < u.hour + interval '1 hour') f
  where (f.n, f.fin, coalesce(f.wh, 0), coalesce(f.paise, 0)) is distinct from (u.sessions, u.finished, u.energy_wh, u.charged_paise)`

/** The status of each connector is the one that the charger told last; statuses are written a moment after they came. */
async function connectors(db: Ask, chargers: readonly TemperedCharger[]): Promise<string[]> {
  const until = performance.now() + 5000
  for (;;) {
    const wrong = await connectorsNow(db, chargers)
    if (wrong.length === 0 || performance.now() > until) return wrong
    await new Promise(ok => setTimeout(ok, 100))
  }
}
async function connectorsNow(db: Ask, chargers: readonly TemperedCharger[]): Promise<string[]> {
  const rows = await db.ask<{ identity: string; n: number; status: string | null }>(
    'select c.chargepoint_id as identity, n.connector_id as n, n.status from connector n join charger c using (chargepoint_pk)',
  )
  return chargers.flatMap(({ sim, journal }) =>
    rows
      .filter(r => r.identity === sim.identity)
      .flatMap(r => {
        const told = sim.station.connectors[r.n]?.told.split(' ')[0]
        return told === '' || told === r.status
          ? []
          : [
              `${sim.identity} connector ${r.n} is ${r.status}, and told ${told}: ${journal.statuses.filter(x => x.startsWith(`${r.n} `)).slice(-6)}`,
            ]
      }),
  )
}

type Row = { id: number; identity: string; connectorId: number; from: string; to: string | null; inReview: boolean }
/** Each session that was confirmed is there once, with its readings, and ended by its own stop. */
async function sessions(db: Ask, chargers: readonly TemperedCharger[], acks: Acks): Promise<string[]> {
  const rows =
    await db.ask<Row>(`select transaction_id as id, chargepoint_id as identity, connector_id as "connectorId",
    meter_start_wh as from, meter_stop_wh as to, in_review as "inReview" from transaction`)
  const byId = new Map(rows.map(r => [r.id, r]))
  const wrong: string[] = []
  for (const s of acks.starts) {
    const r = byId.get(s.transactionId)
    if (r?.identity !== s.identity || r.connectorId !== s.connectorId || Number(r.from) !== s.meterStart)
      wrong.push(`start ${s.transactionId} of ${s.identity} was confirmed and is not stored so`)
  }
  const stops = new Map(acks.stops.map(s => [s.transactionId, s]))
  const own = new Set(chargers.map(c => c.sim.identity))
  for (const r of rows.filter(x => own.has(x.identity))) {
    const s = stops.get(r.id)
    if (!s || r.to === null || Number(r.to) !== s.meterStop)
      wrong.push(`session ${r.id} of ${r.identity} ends at ${r.to}, told was ${s?.meterStop}`)
  }
  return wrong
}

/** Read once more through an operation, the Config tab is the charger's configuration; what it calls the same, is. */
async function configuration(db: Ask, api: Operators, chargers: readonly TemperedCharger[]): Promise<string[]> {
  const teams = await db.ask<{ identity: string; teamId: number }>(
    'select chargepoint_id as identity, team_id as "teamId" from charger',
  )
  const wrong: string[] = []
  for (const c of chargers) {
    const { identity, station } = c.sim
    const teamId = teams.find(t => t.identity === identity)?.teamId
    const tab = async () =>
      (await api.call<{ data: { keys: Kept[] } }>(0, 'GET', `team/${teamId}/charger/${identity}/config`)).body.data.keys
    const since = c.journal.boots.at(-1) ?? 0
    for (const k of await tab())
      if (k.state === 'same' && Date.parse(k.readAt ?? '') > since && station.configuration.text(k.key) !== k.value)
        wrong.push(
          `${identity} ${k.key} is kept as ${k.value}, which is the same as was set, and is ${station.configuration.text(k.key)}`,
        )
    if (!(await readAll(api, identity))) wrong.push(`${identity} does not tell its configuration`)
    for (const k of await tab()) {
      const is = station.configuration.text(k.key)
      const isTold = station.configuration.report([k.key]).configurationKey.length > 0
      if (isTold && k.key !== 'AuthorizationKey' && k.value !== is)
        wrong.push(`${identity} ${k.key} is kept as ${k.value}, and is ${is}`)
    }
    wrong.push(...lastTaken(c, await tab()))
  }
  return wrong
}

/** Reads all keys of a charger; it may just install a firmware and restart, so it is asked again. */
async function readAll(api: Operators, identity: string): Promise<boolean> {
  const operation = 'GetConfiguration'
  for (let tries = 0; tries < 20; tries++) {
    const s = await api.send(0, identity, { operation, action: operation, parameters: {}, expected: {} })
    let t = await api.read(s)
    for (; t?.status !== 'COMPLETED'; t = await api.read(s)) await new Promise(ok => setTimeout(ok, 50))
    if (t.state === 'done') return true
    await new Promise(ok => setTimeout(ok, 500))
  }
  return false
}

/**
 * The values that the portal may show as set: the last accepted value, and later values whose answers may have been
 * lost.
 */
function lastTaken({ journal, sim }: TemperedCharger, tab: readonly Kept[]): string[] {
  const last = new Map<string, Set<string>>()
  for (const r of journal.calls) {
    if (r.action !== 'ChangeConfiguration') continue
    const [a] = r.answers.filter(x => x.frame[0] === 3)
    const status = (a?.frame[2] as { status?: string } | null | undefined)?.status
    if (!a || (status !== 'Accepted' && status !== 'RebootRequired')) continue
    const closedAt = journal.sockets[r.socket]?.to ?? Number.POSITIVE_INFINITY
    const isSure = !a.lost && a.socket === r.socket && a.at - r.at < 19_000 && closedAt - a.at > 500
    const key = String(r.payload.key)
    last.set(key, new Set([...(isSure ? [] : (last.get(key) ?? [])), String(r.payload.value)]))
  }
  return tab.flatMap(({ key, wanted }) => {
    const values = last.get(key)
    const isTaken = wanted?.outcome === 'Accepted' || wanted?.outcome === 'RebootRequired'
    return values && isTaken && !values.has(wanted.value ?? '')
      ? [`${sim.identity} ${key} was set to ${[...values].join(' or ')} last, and the tab says ${wanted.value}`]
      : []
  })
}
