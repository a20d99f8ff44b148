// `npm run bench -- night [--hours 13 --speed 40]`: the product with its demo through a night, from 20:00 of the business zone on,
// with the clocks of the product, of its chargers and of its database running ahead. Once over an ordinary
// midnight, once over the end of a month. In the morning every team's register must be its ledger, the trial balance zero, every
// bill posted once, and no line of a month's end open that nobody can act on.
import { rmSync } from 'node:fs'
import { dayMs, dayStart, hourMs, partsIn } from '@wattdesk/base/time'
import pg from 'pg'
import { openStore } from '#app/start.ts'
import { freePort, Product } from './kills-product.ts'
import { type Morning, morningOf } from './night-check.ts'
import { newFolder } from './stand.ts'
import { figure, type Section, table } from './table.ts'

const ZONE = 'Asia/Kolkata'
const AHEAD = new URL('../e2e/ahead.ts', import.meta.url).href
const EVENING_HOUR = 20
const LOOK_EVERY_MS = 5000
/** The product's own work after the last car is done within this time: invoices are written each minute. */
const SETTLES_MS = 75_000

/** The clock of the database: `fromMs` at `sinceMs`, and `speed` times as fast from there. */
const databaseClock = (fromMs: number, sinceMs: number, speed: number): string => `
create or replace function night.now() returns timestamptz language sql stable as $$
  select to_timestamp(${fromMs / 1000}::float8 + ${speed} * (extract(epoch from pg_catalog.now())::float8 - ${sinceMs / 1000}::float8)) $$;`
/** Statements and defaults of columns of an ordinary database go by that clock from then on. */
const GO_BY_IT = `
do $$ declare d record; begin
  for d in select a.adrelid::regclass as relation, t.attname, pg_get_expr(a.adbin, a.adrelid) as said
    from pg_attrdef a join pg_attribute t on t.attrelid = a.adrelid and t.attnum = a.adnum
    where pg_get_expr(a.adbin, a.adrelid) like '%now()%' loop
    execute format('alter table only %s alter %I set default %s', d.relation, d.attname, replace(d.said, 'now()', 'night.now()'));
  end loop;
  execute format('alter database %I set search_path = public, night, pg_catalog', current_database());
end $$`

type Night = { name: string; startMs: number; hours: number; speed: number }
type NightResult = Morning & {
  name: string
  from: Date
  to: Date
  minutes: number
  unexpected: string[]
  complaints: string[]
}

/** The first evenings of the nights: the next evening, and the evening of the month's last day. They are two different evenings. */
function evenings(now: Date): { ordinary: number; monthEnd: number } {
  const { year, month, day } = partsIn(now, ZONE)
  const at = (m: number, d: number) => dayStart(year, m, d, ZONE).getTime() + EVENING_HOUR * hourMs
  const lastDay = (m: number) => at(m + 1, 0)
  const monthEnd = lastDay(month) > now.getTime() ? lastDay(month) : lastDay(month + 1)
  const next = at(month, day) > now.getTime() ? at(month, day) : at(month, day + 1)
  return { ordinary: next === monthEnd ? next + dayMs : next, monthEnd }
}

async function passNight({ name, startMs, hours, speed }: Night, say: (text: string) => void): Promise<NightResult> {
  const folder = newFolder()
  const port = await freePort()
  const unlimited = { WATTDESK_CALLS_PER_USER: '1000000000', WATTDESK_CALLS_PER_ADDRESS: '1000000000' }
  const ahead = (env: Record<string, string>) => ({
    ...unlimited,
    WATTDESK_OCPP_SECURITY: '0',
    NODE_OPTIONS: `--import ${AHEAD}`,
    ...env,
  })
  const begun = Date.now()
  const products: Product[] = []
  const run = async (env: Record<string, string>, args: string[]) => {
    const p = new Product(folder, port, ahead(env), args)
    products.push(p)
    await p.start()
    return p
  }
  try {
    // The past is written at the pace of the machine, up to the evening.
    const filling = await run({ E2E_AHEAD_MS: String(startMs - begun) }, ['--demo'])
    const since = Date.now()
    const fromMs = startMs + (since - begun)
    say(`${name}: filled in ${figure((since - begun) / 1000)} s`)
    await filling.ask(`create schema night; ${databaseClock(fromMs, since, speed)} ${GO_BY_IT}`)
    await filling.stop()
    const [, password = ''] = /^sign in with user root, password (\S+)/m.exec(filling.said) ?? []
    const night = await run(
      { E2E_AHEAD_MS: String(startMs - begun), E2E_SPEED: String(speed), E2E_SPEED_SINCE: String(since) },
      ['--demo'],
    )
    const now = () => fromMs + (Date.now() - since) * speed
    const endMs = fromMs + hours * hourMs
    while (now() < endMs) {
      if (!night.child || night.child.exitCode !== null) throw new Error(`The product ended:\n${night.said}`)
      await new Promise(ok => setTimeout(ok, Math.min(LOOK_EVERY_MS, Math.max(50, (endMs - now()) / speed))))
      say(`${name}: ${new Date(now()).toISOString().slice(0, 16)}`)
    }
    // No car comes any more, and what the product still does by itself is done, at the pace of the machine again.
    await night.stop()
    const stoppedMs = now()
    const stoppedAt = Date.now()
    const store = await openStore({ databaseUrl: undefined, dataFolder: folder })
    const client = new pg.Client(store.connection)
    await client.connect()
    await client.query(databaseClock(stoppedMs, stoppedAt, 1))
    await client.end()
    await store.embedded?.stop()
    const morning = await run({ E2E_AHEAD_MS: String(stoppedMs - stoppedAt) }, ['--no-demo'])
    await new Promise(ok => setTimeout(ok, SETTLES_MS))
    const from = new Date(fromMs)
    const result = await morningOf(morning, {
      from,
      now: new Date(stoppedMs + Date.now() - stoppedAt),
      zone: ZONE,
      password,
    })
    await morning.stop()
    return {
      ...result,
      name,
      from,
      to: new Date(stoppedMs),
      minutes: (Date.now() - begun) / 60_000,
      unexpected: products.flatMap(p => p.unexpected),
      complaints: products.flatMap(p => [...p.complaints].map(([text, n]) => `${n} × ${text}`)),
    }
  } finally {
    for (const p of products) await p.stop()
    if (process.env.BENCH_KEEP === undefined) rmSync(folder, { recursive: true, force: true })
    else say(`${name}: kept ${folder}`)
  }
}

export type NightOptions = { hours: number; speed: number; only?: string | undefined }
export async function night({ hours, speed, only }: NightOptions): Promise<Section> {
  const say = (text: string) => console.log(text)
  const { ordinary, monthEnd } = evenings(new Date())
  const nights = [
    { name: 'over midnight', startMs: ordinary },
    { name: 'over the end of a month', startMs: monthEnd },
  ].filter(n => only === undefined || n.name.includes(only))
  const results: NightResult[] = []
  for (const n of nights) results.push(await passNight({ ...n, hours, speed }, say))
  const wrong = results.flatMap(r => [...r.wrong, ...r.unexpected].map(text => `${r.name}: ${text}`))
  if (wrong.length > 0) process.exitCode = 1
  const iso = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
  const rows = results.map(r => [
    `${r.name}, ${iso(r.from)} to ${iso(r.to)} UTC`,
    ...[r.sessions, r.postings, r.bills, r.invoices, r.teams, r.comparisons, r.openLines, r.wrong.length].map(figure),
  ])
  const head = [
    'night',
    'sessions',
    'postings',
    'bills',
    'documents',
    'teams',
    'registers compared',
    'open lines',
    'wrong',
  ]
  const open = results.flatMap(r => r.open.map(o => `- ${r.name}: ${o}`))
  return {
    title: 'A night of the demo',
    text: [
      `Clocks of product, chargers and database ${speed} times as fast; ${hours} hours from 20:00 in the business zone.`,
      table(head, rows),
      ...(open.length > 0 ? [`What stood open of the months, with its next step:\n\n${open.join('\n')}`] : []),
      wrong.length > 0 ? `Wrong:\n\n${wrong.map(w => `- ${w}`).join('\n')}` : 'Nothing was wrong.',
    ].join('\n\n'),
  }
}
