// Fields of big lists that know their conditions better than their type does: numbers of records, small whole numbers and
// words out of a few.
import { type Condition, conditionMatches } from '@wattdesk/base/filters'
import { meantWords } from '@wattdesk/base/text'
import { sql } from 'kysely'
import type { Bool, Field, Sql } from './big-list-shape.ts'
import { filtersSql, keysOf } from './list.ts'

/**
 * The record's own number, filtered as text: a whole one is found by its key. Parts of it are found by the trigrams `words`,
 * or, with `key`, among the numbers that hold them, each by its key.
 */
export const idField = (id: Sql, { words, key, sort }: { words?: string; key?: string; sort: string }): Field => ({
  sql: sql`${id}::text`,
  ...(key === undefined ? {} : { index: key, number: id }),
  ...(words === undefined ? {} : { words }),
  // Not the bare id: a walk by the primary key, looking for one team's rows, must not look cheaper than its index.
  sortKey: sql`${id} + 0`,
  required: true,
  sort,
  known: c => {
    const keys = keysOf(c)
    if (!keys || (keys.length === 0 && c.operator === 'equals')) return undefined
    return c.operator === 'equals'
      ? sql<boolean>`${id} = ${keys[0]}`
      : sql<boolean>`${id} = any(${sql.val(keys)}::int[])`
  },
})

/** Whole numbers, nearly all of them from 0 to `few`, filtered as text: those that match are named. */
export const fewNumbers = (column: Sql, few: number, index: string): Field => ({
  sql: column,
  index,
  known: c => {
    const text = { sql: sql`${column}::text`, type: 'text' as const }
    const among = Array.from({ length: few + 1 }, (_, i) => i).filter(i => matches(String(i), c))
    const beyond = filtersSql({ combine: 'AND', conditions: [{ ...c, field: 'x' }] }, { x: text })
    return sql<boolean>`(${column} = any(${sql.val(among)}::int[]) or (${column} > ${few} and ${beyond}))`
  },
})

/** One of a few words, never empty: conditions and searches name the words they mean, and all of them need no look. */
export function oneOf(column: Sql, words: readonly string[], index: string): Field {
  const isOf = (some: readonly string[]): Bool =>
    some.length === words.length ? sql<boolean>`true` : sql<boolean>`${column} = any(${sql.val(some)}::text[])`
  return {
    sql: column,
    index,
    known: c => isOf(words.filter(w => matches(w, c))),
    meant: q => {
      const meant = meantWords(q, words)
      return meant.length > 0 ? isOf(meant) : undefined
    },
  }
}

const matches = (cell: string, c: Condition) => conditionMatches(cell, c, 'text', 0)
