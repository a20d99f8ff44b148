// Measured points that the plots and the capacity page are made from: one file beside RESULTS.md, renewed by the benchmarks.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('figures.json', import.meta.url)

type Kept = { measured: string; points: Record<string, unknown> }

const read = (): Record<string, Kept> => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {})

/** Keeps points of a benchmark beside those that it kept before, each under its own name. */
export function keepFigures(name: string, points: Record<string, unknown>): void {
  const all = read()
  const measured = new Date().toISOString().slice(0, 10)
  all[name] = { measured, points: { ...all[name]?.points, ...points } }
  writeFileSync(FILE, `${JSON.stringify(all, rounded, 2)}\n`)
}
/** Digits beyond the fourth say nothing. */
const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)

/** The points of a benchmark, with the day of the last of them. Throws where it never ran. */
export function keptFigures<T>(name: string): { measured: string; points: Record<string, T> } {
  const found = read()[name]
  if (!found) throw new Error(`No figures of ${name}: npm run bench -- ${name}`)
  return found as { measured: string; points: Record<string, T> }
}
