// Webhooks under kills (HOOK-04): a thousand tags change each second for a minute, and the product is killed three times meanwhile.
// One receiver is quick, one slow, one refuses each event once, one is away. What they took is compared with the changes in the
// database: whether an event is lost, and whether the events of one tag came in order. BENCH_SECONDS makes it shorter.
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openStore } from '#app/start.ts'
import { openDb } from '#platform/db/db.ts'
import type { Taken } from './hook-receivers.ts'
import { addFour, addWorld, changeTags, ENV, PER_SECOND, Receivers } from './hooks-world.ts'
import { freePort, Product } from './kills-product.ts'
import { newFolder } from './stand.ts'
import { figure, median, percentile, type Section, table, target } from './table.ts'
import { fillWorld } from './world.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const KILLS = 3

/** Compares the messages that a receiver has taken with the changes in the database. A change that still `waits` to be sent is not lost. */
function faults(
  taken: readonly Taken[],
  wanted: ReadonlyMap<string, readonly number[]>,
  waits: ReadonlySet<string> = new Set(),
): { lost: number; disordered: number; again: number } {
  const seen = new Set<string>()
  const byObject = new Map<string, number[]>()
  let again = 0
  for (const { id, object, n } of taken) {
    if (seen.has(id)) again++
    else byObject.set(object, [...(byObject.get(object) ?? []), n])
    seen.add(id)
  }
  let lost = 0
  let disordered = 0
  for (const [object, numbers] of wanted) {
    const had = byObject.get(object) ?? []
    lost += numbers.filter(n => !had.includes(n) && !waits.has(`${object} ${n}`)).length
    disordered += had.filter((n, i) => i > 0 && n < (had[i - 1] ?? 0)).length
  }
  return { lost, disordered, again }
}

const countOf = (all: ReadonlyMap<string, readonly number[]>): number =>
  [...all.values()].reduce((n, list) => n + list.length, 0)

export async function killed(): Promise<Section> {
  const folder = newFolder()
  const { connection, embedded } = await openStore({ databaseUrl: undefined, dataFolder: folder })
  const db = openDb(connection)
  await fillWorld(db, 10)
  await db.destroy()
  await embedded?.stop()
  const product = new Product(folder, await freePort(), ENV)
  const receivers = new Receivers()
  try {
    const { url } = await receivers.run({ kind: 'listen' })
    await product.start()
    const ask = <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => product.ask<R>(text, values)
    const operator = await addWorld(ask)
    await addFour(ask, url)
    let isOver = false
    const changing = changeTags(product.database, () => isOver)
    for (let k = 0; k < KILLS; k++) {
      await pause((SECONDS * 1000) / (KILLS + 1))
      await product.kill()
      await product.start()
    }
    await pause((SECONDS * 1000) / (KILLS + 1))
    isOver = true
    const { made, seconds, tookMs } = await changing
    const endedAt = performance.now()
    const wanted = async (team: number | null) => {
      const rows = await product.ask<{ id_tag: string; n: number }>(
        'select c.id_tag, c.n from bench_change c join ocpp_tag o using (id_tag) where $1::int is null or o.team_id = $1',
        [team],
      )
      const all = new Map<string, number[]>()
      for (const { id_tag, n } of rows) all.set(id_tag, [...(all.get(id_tag) ?? []), n])
      return all
    }
    const all = await wanted(null)
    const some = await wanted(operator.below)
    const eventsOf = async (path: string) => (await receivers.run({ kind: 'sums' })).sums[path]?.events ?? 0
    /** Waits until a receiver has all events; false where it lacks some after `patienceMs`. */
    const drained = async (path: string, all: ReadonlyMap<string, readonly number[]>, patienceMs: number) => {
      const from = performance.now()
      while ((await eventsOf(path)) < countOf(all)) {
        if (performance.now() - from >= patienceMs) return false
        await pause(500)
      }
      return true
    }
    const isQuickDone = await drained('/quick', all, 60_000)
    const quickMs = performance.now() - endedAt
    await drained('/slow', some, 120_000)
    await drained('/failing', some, 120_000)
    const waiting = await product.ask<{ name: string; change: string }>(
      `select w.name, (d.data ->> 'idTag') || ' ' || (d.data ->> 'note') as change from webhook_waiting d join webhook w using (webhook_id)`,
    )
    const line = async (name: string, path: string, all: ReadonlyMap<string, readonly number[]>) => {
      const { taken } = await receivers.run({ kind: 'taken', path })
      const waits = new Set(waiting.flatMap(w => (`/${w.name.toLowerCase()}` === path ? [w.change] : [])))
      const f = faults(taken, all, waits)
      const ms = taken.map(g => g.ms).toSorted((a, b) => a - b)
      return [
        name,
        figure(countOf(all)),
        figure(waits.size),
        figure(f.lost),
        figure(f.disordered),
        figure(f.again),
        ...(ms.length > 0 ? [figure(percentile(ms, 0.5)), figure(percentile(ms, 0.95))] : ['–', '–']),
      ]
    }
    const rows = [
      await line('quick', '/quick', all),
      await line('slow: half a second each', '/slow', some),
      await line('fails each event once', '/failing', some),
      await line('away', '/away', some),
    ]
    const perSecond = target(made / seconds, '≥', PER_SECOND * 0.9, ' changes/s')
    const text = `${figure(made)} changes in ${figure(seconds)} s, killed with -9 ${KILLS} times: ${perSecond}; a statement of ${figure(PER_SECOND / 10)} changes with its events takes ${figure(median(tookMs))} ms. The quick receiver ${isQuickDone ? 'has all of them' : 'still lacks some of them'} ${figure(quickMs / 1000)} s after the last. What still waits for a receiver that fails or is away is tried for 24 hours.\n\n${table(
      ['receiver', 'events', 'wait', 'lost', 'out of order', 'came again', 'p50 ms', 'p95 ms'],
      rows,
    )}`
    return { title: 'Webhooks: a thousand events a second, and kills', text }
  } finally {
    await product.stop()
    await receivers.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
