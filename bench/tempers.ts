// `npm run bench -- tempers [--minutes 60]`: chargers of mixed temper charge, while operators send them operations at
// random through the API. Each task must end in the truth of what the charger did, which the charger wrote down.
import { rmSync, writeFileSync } from 'node:fs'
import { hash } from '@node-rs/argon2'
import { Random } from '@wattdesk/ocpp/sim/random'
import { openStore } from '#app/start.ts'
import * as tags from '#fleet/tags/tag.store.ts'
import * as teams from '#people/teams/team.store.ts'
import * as users from '#people/users/user.store.ts'
import { openDb } from '#platform/db/db.ts'
import { Acks } from './kills-acks.ts'
import { freePort, Product } from './kills-product.ts'
import { newFolder } from './stand.ts'
import { type Section, table } from './table.ts'
import { type Pace, TemperedCharger } from './tempers-charger.ts'
import { judge, type Verdict, type Word } from './tempers-check.ts'
import { Commands } from './tempers-commands.ts'
import { Operators, type Person } from './tempers-operators.ts'
import { type Ask, statesOf } from './tempers-state.ts'
import type { Temper } from './tempers-ways.ts'
import { fillWorld, identityOf, KEY, PASSWORD, tagOf, USERNAME } from './world.ts'

/** The tempers of the twenty chargers, in order. */
export const MIX: readonly (readonly Temper[])[] = [
  ['slow'],
  ['slow', 'refusing'],
  ['refusing'],
  ['refusing', 'off-enum'],
  ['forgetting'],
  ['forgetting', 'rebooting'],
  ['rebooting'],
  ['rebooting', 'slow'],
  ['off-enum'],
  ['off-enum', 'clock ahead'],
  ['clock ahead'],
  ['clock behind'],
  ['clock drifting', 'rebooting'],
  ['never starting'],
  ['never starting', 'slow'],
  ['malformed'],
  ['answering twice'],
  ['second socket'],
  ['meddling'],
  ['away'],
]
const ACCOUNTS = 3
const OF_TAGS = 400

/** A product with such chargers in it, running. */
export type Host = Ask & {
  url: string
  people: readonly Person[]
  chargers: readonly { identity: string; key: string; idTag: string }[]
  tags: readonly string[]
  profiles: readonly number[]
  /** Resolves when an accepted start without a session must be told as missing. */
  startsOver: () => Promise<void>
}
export type TempersOptions = {
  seconds: number
  everySeconds: number
  pace: Pace
  seed?: number
  say?: (text: string) => void
}
/** `unanswered`: calls of chargers that nobody answered within 30 s on an open socket. */
export type TempersResult = Verdict & { sessions: number; calls: number; unanswered: string[] }

/** Lets them charge and be commanded for so long, then compares. */
export async function disturb(host: Host, o: TempersOptions): Promise<TempersResult> {
  const { seed = 1, say = () => undefined } = o
  const random = new Random(seed)
  const api = new Operators(host.url, host.people)
  const acks = new Acks()
  const open = new Set<string>()
  const chargers = host.chargers.map(({ identity, key, idTag }, n) => {
    const tempers = MIX[n % MIX.length] ?? []
    const c = new TemperedCharger({
      url: host.url,
      identity,
      key,
      idTag,
      tempers,
      seed: random.int(1, 2 ** 31 - 1),
      pace: o.pace,
      open,
    })
    acks.listen(c.sim)
    return c
  })
  for (const c of chargers) c.start()
  const commands = new Commands(seed, host)
  const until = performance.now() + o.seconds * 1000
  const sending = new Set<Promise<unknown>>()
  let isHalf = false
  let looking: Promise<unknown> | undefined
  let said = performance.now()
  try {
    while (performance.now() < until) {
      const c = random.pick(chargers)
      // Now and then two operators, or one who clicks again and again, at the same charger.
      const times = random.chance(0.15) ? random.int(2, 4) : 1
      for (let i = 0; i < times; i++) {
        const p = api.send(random.int(0, 99), c.sim.identity, commands.next(c)).finally(() => sending.delete(p))
        sending.add(p)
      }
      // Once all are asked to start a session.
      if (!isHalf && until - performance.now() < o.seconds * 500) {
        isHalf = true
        for (const one of chargers) sending.add(api.send(1, one.sim.identity, commands.next(one, 'RemoteStart')))
      }
      looking ??= api.look().finally(() => {
        looking = undefined
      })
      if (performance.now() - said > 60_000) {
        said = performance.now()
        say(
          `${Math.round((until - said) / 60_000)} minutes left, ${api.sent.length} operations, ${acks.starts.length} sessions`,
        )
      }
      await new Promise(ok => setTimeout(ok, random.between(0.2, 1.8) * o.everySeconds * 1000))
    }
    await Promise.all(sending)
    const unsettled: string[] = []
    await Promise.all(chargers.map(c => c.settle().catch(error => unsettled.push(String(error)))))
    await looking
    say('all are quiet')
    const patience = performance.now() + 150_000
    while ((await api.look()) > 0 && performance.now() < patience) await new Promise(ok => setTimeout(ok, 500))
    say('all have ended')
    await host.startsOver()
    await api.readAll()
    const { BENCH_KEEP } = process.env
    if (BENCH_KEEP)
      writeFileSync(BENCH_KEEP, JSON.stringify({ sent: api.sent, journals: chargers.map(c => c.journal), acks }))
    const verdict = judge(
      chargers.map(c => c.journal),
      [...api.sent],
    )
    verdict.wrong.push(...unsettled, ...(await statesOf(host, api, chargers, acks)))
    return {
      ...verdict,
      unanswered: chargers.flatMap(c => c.journal.unanswered),
      sessions: acks.stops.length,
      calls: chargers.reduce((n, c) => n + c.journal.calls.length, 0),
    }
  } finally {
    // A charger that is away already has nothing to close; the result is known by now.
    for (const c of chargers) await c.sim.close().catch(() => undefined)
  }
}

/** A database with the chargers, tags and operators, in a fresh folder, stopped. */
async function filled(chargers: number): Promise<string> {
  const folder = newFolder()
  const { connection, embedded } = await openStore({ databaseUrl: undefined, dataFolder: folder })
  const db = openDb(connection)
  const gp = await fillWorld(db, chargers)
  await db.updateTable('charger').set({ meterIntervalSec: 10 }).execute()
  const { id: operator } = await db
    .selectFrom('role')
    .select('id')
    .where('companyId', '=', gp)
    .where('name', '=', 'Operator')
    .executeTakeFirstOrThrow()
  for (let n = 1; n < ACCOUNTS; n++) {
    const username = `operator${n}`
    const userId = await users.create(db, {
      companyId: gp,
      username,
      firstName: username,
      lastName: 'Bench',
      email: `${username}@example.com`,
      userType: 'USER',
      passwordHash: await hash(PASSWORD),
    })
    await teams.addMember(db, { teamId: gp, userId, roleId: operator })
  }
  // A tag of the platform charges everywhere.
  for (let n = 0; n < OF_TAGS; n++)
    await tags.create(db, { teamId: gp, idTag: remoteTag(n), maxActiveTransactions: -1 })
  await db.destroy()
  await embedded?.stop()
  return folder
}
const remoteTag = (n: number): string => `REMOTE${String(n).padStart(6, '0')}`

async function runTempers(
  minutes: number,
  say: (text: string) => void,
): Promise<TempersResult & { complaints: Map<string, number> }> {
  const count = MIX.length
  const folder = await filled(count)
  const calls = '1000000'
  const p = new Product(folder, await freePort(), { WATTDESK_CALLS_PER_USER: calls, WATTDESK_CALLS_PER_ADDRESS: calls })
  try {
    await p.start()
    const people = ['', 'operator1', 'operator2'].map(u => ({ username: u || USERNAME, password: PASSWORD }))
    const api = new Operators(p.url, people)
    const profiles: number[] = []
    for (const stackLevel of [0, 2, 12]) {
      const r = await api.call<{ data: { charging_profile_pk: number } }>(
        0,
        'POST',
        'charging-profile',
        profileOf(stackLevel),
      )
      if (!r.body.data) throw new Error(`No profile: ${JSON.stringify(r.body)}`)
      profiles.push(r.body.data.charging_profile_pk)
    }
    const r = await disturb(
      {
        url: p.url,
        people,
        profiles,
        ask: (text, values) => p.ask(text, values),
        chargers: Array.from({ length: count }, (_, n) => ({ identity: identityOf(n), key: KEY, idTag: tagOf(n) })),
        tags: Array.from({ length: OF_TAGS }, (_, n) => remoteTag(n)),
        startsOver: () => new Promise(ok => setTimeout(ok, 95_000)),
      },
      {
        seconds: minutes * 60,
        everySeconds: 1,
        say,
        pace: { slowest: 30, session: [20, 90], between: [20, 90] },
      },
    )
    r.wrong.push(...r.unanswered.map(x => `no answer on an open socket: ${x}`))
    r.wrong.push(...p.unexpected.map(e => `the product ended by itself: ${e}`))
    return { ...r, complaints: p.complaints }
  } finally {
    await p.stop()
    if (process.env.BENCH_KEEP) console.log(folder)
    else rmSync(folder, { recursive: true, force: true })
  }
}
export const profileOf = (stackLevel: number) => ({
  charging_profile_id: 100 + stackLevel,
  stack_level: stackLevel,
  description: `Level ${stackLevel}`,
  charging_profile_purpose: 'TxDefaultProfile',
  charging_profile_kind: 'Recurring',
  recurrency_kind: 'Daily',
  valid_from: '2026-01-01T00:00:00Z',
  valid_to: '2036-01-01T00:00:00Z',
  start_schedule: '2026-01-01T18:30:00Z',
  duration_in_seconds: 86_400,
  min_charging_rate: 6,
  charging_rate_unit: 'A',
  note: 'Bench',
  schedulePeriods: [{ start_period: 1, power_limit: 32, number_phase: 3 }],
})

const WORDS: readonly Word[] = [
  'done',
  'refused',
  'error',
  'not valid',
  'timeout',
  'lost',
  'not connected',
  'not sent',
  'no effect',
]
/** The benchmark as a section of the results. */
export async function tempers(minutes: number): Promise<Section> {
  const r = await runTempers(minutes, text => console.log(text))
  for (const [text, count] of r.complaints) console.log(`${count} × ${text}`)
  for (const text of r.wrong) console.log(`✗ ${text}`)
  const rows = MIX.map((of, n) => {
    const words = r.words.get(identityOf(n))
    return [of.join(', '), ...WORDS.map(w => String(words?.get(w) ?? 0))]
  })
  const verdict =
    r.wrong.length === 0
      ? 'Every task ended in the truth of what its charger did ✓.'
      : `${r.wrong.length} things are wrong ✗: ${[...new Set(r.wrong)].slice(0, 20).join('; ')}.`
  return {
    title: 'Chargers of mixed temper',
    text: `${MIX.length} chargers charge for ${minutes} minutes, each with its temper, while three users send them operations at random, all 26 of them, also two at once and at chargers that are away: ${r.tasks} tasks, ${r.refusedAtOnce} refused at once, ${r.calls} calls received, ${r.sessions} sessions. Each charger writes down what it received, answered and did; afterwards every task is compared with that: its state, status, error text and details, that nothing was sent twice, late or to another, that each accepted start names its session or says that there is none; then connectors, configuration, sessions and bills. ${verdict} How the tasks of each charger ended:

${table(['temper', ...WORDS], rows)}`,
  }
}
