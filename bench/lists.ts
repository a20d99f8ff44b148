// Pages of ten out of a million transactions, with any one filter or sort that the grid offers (transactions.ts).
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '#platform/db/embedded.ts'
import { newFolder } from './stand.ts'
import { figure, type Section, table, target } from './table.ts'
import { type Measured, run } from './transactions.ts'

const SLOWEST = 8

export async function lists(): Promise<Section> {
  const folder = newFolder()
  const postgres = await startPostgres(join(folder, 'db'))
  try {
    const all = await run(postgres.config)
    const isWhole = (m: Measured) => m.what.includes('over all') || m.what.startsWith('raw')
    const isPage = (m: Measured) => !isWhole(m) && !m.what.includes('exact number')
    const slowest = all
      .filter(isPage)
      .toSorted((a, b) => b.p95 - a.p95)
      .slice(0, SLOWEST)
    const numbers = all.filter(m => m.what.includes('exact number'))
    const rows = [...all.filter(isWhole), ...slowest, ...numbers]
    const goal = target(slowest[0]?.p95 ?? Number.NaN, '<', 30, ' ms')
    return {
      title: 'Lists of transactions',
      text: `A page of ten out of 1,000,000, with its cards, as the server answers it: for the whole platform, one company and one team, with each sort and each filter of the grid, ${figure(all.filter(isPage).length)} cases in all. The raw limit reads ten rows by their ids. Target for p95 in the slowest case: ${goal}. Shown are all cases of a scope together, the ${SLOWEST} slowest, and the exact number that is read after the page.\n\n${table(
        ['case', 'p50 ms', 'p95 ms', 'p99 ms'],
        rows.map(m => [m.what, figure(m.p50), figure(m.p95), figure(m.p99)]),
      )}`,
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
