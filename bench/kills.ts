// `npm run bench -- kills [--minutes 10 --chargers 100 --kills 20 --ocpp both]`: chargers charge while a backend in a
// transaction, the first process of PostgreSQL, the product and both are killed in turn, each at a moment of chance. All
// must be up again by itself (the product, which a service manager would start again, is), and nothing that was confirmed
// may be lost or doubled. With --ocpp both, half of the chargers speak 2.0.1, links break and two of three chargers send
// every message of a session twice.
import { rmSync } from 'node:fs'
import { Random } from '@wattdesk/ocpp/sim/random'
import pg from 'pg'
import { openStore } from '#app/start.ts'
import { openDb } from '#platform/db/db.ts'
import { Drivers } from './kills-charger.ts'
import { billDifferences, brokenInvariants, differences } from './kills-check.ts'
import { freePort, Product } from './kills-product.ts'
import { brokenLedger } from './night-check.ts'
import { newFolder } from './stand.ts'
import { figure, median, type Section, table } from './table.ts'
import { fillWorld, PAISE_PER_KWH } from './world.ts'

const KINDS = ['a backend in a transaction', 'the postmaster', 'the product', 'both'] as const
const SESSION_SECONDS = [5, 25] as const
type Kind = (typeof KINDS)[number]

export type KillsOptions = {
  minutes: number
  chargers: number
  kills: number
  /** Half of the chargers speak 2.0.1, links break, and messages of sessions come twice. */
  both?: boolean
  sessionSeconds?: readonly [number, number]
  say?: (text: string) => void
}
type Kill = { kind: Kind; backMs: number; broken: string[] }
export type KillsResult = {
  kills: Kill[]
  /** Everything that must not be; empty when all is well. */
  wrong: string[]
  sessions: number
  /** Of stations of 2.0.1: their sessions and events, those that were told offline and those that came again. */
  of201: { sessions: number; events: number; offline: number; repeated: number }
  meters: number
  /** Links that were broken on purpose. */
  cutLinks: number
  lostLinks: number
  refusedSockets: number
  complaints: ReadonlyMap<string, number>
}

/** A database with chargers, in a fresh folder, stopped. */
async function filled(chargers: number): Promise<string> {
  const folder = newFolder()
  const { connection, embedded } = await openStore({ databaseUrl: undefined, dataFolder: folder })
  const db = openDb(connection)
  await fillWorld(db, chargers)
  await db.updateTable('charger').set({ meterIntervalSec: 5 }).execute()
  await db.destroy()
  await embedded?.stop()
  return folder
}

/**
 * Searches, inside the database and without a pause, for an active connection of the product, and ends the connection.
 */
const KILL_BACKEND = `
create or replace function pg_temp.kill_one() returns text language plpgsql as $$
declare found_pid int; found_state text; until_at timestamptz := clock_timestamp() + interval '20 s';
begin
  while clock_timestamp() < until_at loop
    perform pg_stat_clear_snapshot();
    select pid, state into found_pid, found_state from pg_stat_activity
      where pid <> pg_backend_pid() and backend_type = 'client backend' and application_name <> 'pgboss'
        and (state like 'idle in transaction%' or state = 'active') order by state desc limit 1;
    if found_pid is not null then
      perform pg_terminate_backend(found_pid);
      return found_state;
    end if;
  end loop;
  return null;
end $$`

async function killBackend(p: Product): Promise<void> {
  const client = new pg.Client(p.database)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(KILL_BACKEND)
    const { rows } = await client.query<{ state: string | null }>('select pg_temp.kill_one() as state')
    if (rows[0]?.state === null) throw new Error('No connection of the product was at work')
  } finally {
    await client.end()
  }
}

async function kill(p: Product, kind: Kind): Promise<void> {
  if (kind === 'a backend in a transaction') return killBackend(p)
  const { postmaster } = p
  if (kind === 'the postmaster' || kind === 'both') p.killPostmaster()
  // Until its servers notice, they still answer.
  if (kind === 'the postmaster') return p.otherPostmaster(postmaster)
  await p.kill()
  await p.start()
}

export async function runKills(o: KillsOptions): Promise<KillsResult> {
  const say = o.say ?? (() => undefined)
  const folder = await filled(o.chargers)
  const p = new Product(folder, await freePort())
  const sessionSeconds = o.sessionSeconds ?? SESSION_SECONDS
  const drivers = new Drivers({
    url: p.url,
    chargers: o.chargers,
    sessionSeconds,
    ...(o.both && {
      stations: Math.floor(o.chargers / 2),
      cuts: { everySeconds: (o.minutes * 60) / o.kills / 4, offlineSeconds: sessionSeconds },
      repeats: true,
    }),
  })
  const { acks, journal } = drivers
  const random = new Random(o.kills)
  const kills: Kill[] = []
  const wrong: string[] = []
  try {
    await p.start()
    drivers.start()
    const everyMs = (o.minutes * 60_000) / (o.kills + 1)
    const begunAt = performance.now()
    for (let n = 0; n < o.kills; n++) {
      const kind = KINDS[n % KINDS.length] ?? 'both'
      await new Promise(ok =>
        setTimeout(ok, Math.max(1000, begunAt + (n + random.between(0.5, 1.5)) * everyMs - performance.now())),
      )
      const { pid } = p.child ?? {}
      const from = performance.now()
      await kill(p, kind)
      await p.readyAgain()
      const backMs = performance.now() - from
      const broken = await brokenInvariants(p)
      kills.push({ kind, backMs, broken })
      if ((kind === 'the postmaster' || kind === 'a backend in a transaction') && p.child?.pid !== pid)
        wrong.push(`the product ended when ${kind} was killed`)
      wrong.push(...broken.map(text => `after ${kind} was killed: ${text}`))
      say(
        `${n + 1}/${o.kills} ${kind}: ready after ${Math.round(backMs)} ms, ${acks.starts.length + journal.sessions} sessions, ${broken.length} wrong`,
      )
    }
    await new Promise(ok => setTimeout(ok, Math.max(0, begunAt + o.minutes * 60_000 - performance.now())))
    await drivers.stop()
    wrong.push(
      ...(await journal.settle(p)),
      ...(await differences(p, acks)),
      ...(await billDifferences(p, acks, PAISE_PER_KWH)),
      ...(await brokenInvariants(p)),
      ...(await brokenLedger(p)),
    )
  } finally {
    await drivers.close()
    await p.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  wrong.push(
    ...acks.errors.map(e => `CALLERROR for ${e}`),
    ...p.unexpected.map(e => `the product ended by itself: ${e}`),
  )
  if (acks.timeouts > 0) wrong.push(`${acks.timeouts} calls without an answer on an open socket`)
  return {
    kills,
    wrong,
    sessions: acks.stops.length,
    of201: {
      sessions: journal.sessions,
      events: journal.events,
      offline: journal.offline,
      repeated: journal.repeated,
    },
    cutLinks: drivers.cutLinks,
    meters: acks.meters.length,
    lostLinks: acks.lostLinks,
    refusedSockets: acks.refusedSockets,
    complaints: p.complaints,
  }
}

/** The benchmark as a section of the results. */
export async function kills(o: KillsOptions): Promise<Section> {
  const r = await runKills({ ...o, say: text => console.log(text) })
  for (const [text, count] of r.complaints) console.log(`${count} × ${text}`)
  const rows = KINDS.map(kind => {
    const back = r.kills.filter(k => k.kind === kind).map(k => k.backMs / 1000)
    return [kind, String(back.length), figure(median(back)), figure(Math.max(...back))]
  })
  const verdict =
    r.wrong.length === 0
      ? 'Nothing confirmed was lost or doubled, no charger got a CALLERROR, and every invariant held after every kill ✓.'
      : `${r.wrong.length} things are wrong ✗: ${[...new Set(r.wrong)].slice(0, 20).join('; ')}.`
  const { sessions, events, offline, repeated } = r.of201
  const mixed = o.both
    ? ` Half of the chargers speak 2.0.1, ${r.cutLinks} links were broken for up to 25 s, and two of three chargers send every message of a session twice: ${sessions} sessions of 2.0.1 with ${figure(events)} events, ${figure(offline)} of them offline, ${figure(repeated)} repeated.`
    : ''
  return {
    title: o.both ? 'Killed in turn, stations of both protocols' : 'Killed in turn',
    text: `${o.chargers} chargers with two connectors charge for ${o.minutes} minutes in sessions of 5 to 25 s, a meter value every 5 s, while one of four things is killed (kill -9; a backend by pg_terminate_backend) every ${figure((o.minutes * 60) / (r.kills.length + 1))} s or so, ${r.kills.length} times: ${r.sessions} sessions, ${r.meters} meter values, ${r.lostLinks} calls cut off and sent again, ${r.refusedSockets} sockets refused.${mixed} After each kill the sums of the hours, the bills and the running figures are compared with the sessions in the database; at the end every confirmed message is compared with what is stored, and energy, bill and posting of every session with what its charger's registers come to. ${verdict} Seconds until \`/health/ready\` is 200 again:

${table(['killed', 'times', 'median s', 'longest s'], rows)}`,
  }
}
