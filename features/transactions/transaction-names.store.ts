// Which chargers, tags and drivers a text means, by the names they bore in any session (session_charger, session_tag,
// session_email, session_phone): few names stand for many sessions, so a filter or search over names is first answered
// there, and its sessions found by charger, tag, e-mail and phone.
import type { Condition, Filters } from '@wattdesk/base/filters'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '../../platform/access/scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Columns, filtersSql, joined, likeText, rarePart } from '../../platform/db/list.ts'

/** What a text means: keys of chargers or tags, e-mails or phones in small letters; undefined: too many to be named. */
export type Meant<K> = readonly K[] | undefined
export type Names = {
  /** Of the conditions on names. */
  conditions: ReadonlyMap<Condition, Meant<number | string>>
  /** Of the search. */
  search: { chargers: Meant<number>; tags: Meant<number>; emails: Meant<string>; phones: Meant<string> }
}

type Place = { table: string; key: string; words: Columns; operators: readonly string[] }
const parts = ['contains', 'startsWith', 'endsWith']
/** Where the fields that name somebody are looked up. What an e-mail or phone equals is found without. */
const places: Readonly<Record<string, Place>> = {
  chargepoint_id: {
    table: 'session_charger',
    key: 's.chargepoint_pk',
    words: { chargepoint_id: { sql: sql`s.chargepoint_id`, type: 'text', trigrams: 'all' } },
    operators: [...parts, 'notContains', 'equals', 'notEquals', 'isAnyOf'],
  },
  email: {
    table: 'session_email',
    key: 's.email',
    words: { email: { sql: sql`s.email`, type: 'text', trigrams: 'contains' } },
    operators: parts,
  },
  phone: {
    table: 'session_phone',
    key: 's.phone',
    words: { phone: { sql: sql`s.phone`, type: 'text', trigrams: 'contains' } },
    operators: parts,
  },
}

/** What the conditions and the search of a list mean in its scope; `most`: so many are named at all. */
export async function namesOf(
  db: Db,
  scope: Scope,
  { filters, q }: { filters: Filters | undefined; q: string | undefined },
  most: number,
): Promise<Names> {
  async function meant<K extends number | string>(
    key: string,
    table: string,
    where: RawBuilder<boolean>,
  ): Promise<Meant<K>> {
    const inScope = table === 'session_charger' ? within(scope, 's') : sql<boolean>`true`
    const { rows } = await sql<{ key: K }>`
      select ${sql.ref(key)} as key from ${sql.table(table)} s where ${inScope} and ${where} limit ${most + 1}`.execute(
      db,
    )
    return rows.length > most ? undefined : [...new Set(rows.map(r => r.key))]
  }
  const holding = async <K extends number | string>(
    key: string,
    table: string,
    ...columns: string[]
  ): Promise<Meant<K>> =>
    q === undefined
      ? []
      : meant(
          key,
          table,
          joined(
            columns.map(c => holds(sql.ref(`s.${c}`), q)),
            'OR',
          ),
        )
  const conditions = (filters?.conditions ?? []).flatMap(c => {
    const place = places[c.field]
    return place?.operators.includes(c.operator) ? [{ c, ...place }] : []
  })
  const [chargers, tags, emails, phones, ...each] = await Promise.all([
    holding<number>('s.chargepoint_pk', 'session_charger', 'chargepoint_id', 'chargepoint_name'),
    holding<number>('s.ocpp_tag_pk', 'session_tag', 'id_tag'),
    holding<string>('s.email', 'session_email', 'email'),
    holding<string>('s.phone', 'session_phone', 'phone'),
    ...conditions.map(({ c, key, table, words }) =>
      meant<number | string>(key, table, filtersSql({ combine: 'AND', conditions: [c] }, words)),
    ),
  ])
  return {
    conditions: new Map(conditions.map(({ c }, i) => [c, each[i]])),
    search: { chargers, tags, emails, phones },
  }
}

/** True when the column holds the text; its trigrams are asked for the part that is rarest. */
export const holds = (column: RawBuilder<unknown>, q: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} ilike ${`%${likeText(rarePart(q))}%`} and lower(${column}) like ${`%${likeText(q.toLowerCase())}%`})`

/** `condition` of rows of these keys; a name that the key bore in other sessions is left out by the condition itself. */
export const amongKeys = (column: RawBuilder<unknown>, keys: readonly unknown[], condition: RawBuilder<boolean>) =>
  keys.length === 0 ? sql<boolean>`false` : sql<boolean>`(${column} = any(${sql.val(keys)}::int[]) and ${condition})`

/** Rows of these e-mails or phones. */
export const amongTexts = (column: RawBuilder<unknown>, texts: readonly unknown[]) =>
  texts.length === 0 ? sql<boolean>`false` : sql<boolean>`lower(${column}) = any(${sql.val(texts)}::text[])`
