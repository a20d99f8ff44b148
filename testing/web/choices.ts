// What the server answers to a form that chooses from many records: those that match what was typed, a page of them, and how
// many there are; or those of some keys.
import type { Asked } from './server.ts'

/** Records of a number and a name. `of` makes a record's row of the reply. */
export const choicesOf =
  <R>(records: readonly (readonly [id: number, name: string])[], of: (id: number, name: string) => R) =>
  ({ query }: Pick<Asked, 'query'>): { data: R[]; total: number } => {
    const q = (query.get('q') ?? '').toLowerCase()
    const keys = query.get('keys')?.split(',').map(Number)
    const found = records.filter(([id, name]) => name.toLowerCase().includes(q) && (keys?.includes(id) ?? true))
    const page = found.slice(0, Number(query.get('limit') ?? query.get('pageSize') ?? 5000))
    return { data: page.map(([id, name]) => of(id, name)), total: found.length }
  }

/** More records than a list answers at once: 'Depot 0001' to 'Depot 5001', with the numbers from 1. */
export const manyNamed = (word: string, count = 5001): [number, string][] =>
  Array.from({ length: count }, (_, i) => [i + 1, `${word} ${String(i + 1).padStart(4, '0')}`])
