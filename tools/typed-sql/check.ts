// Compares every `sql<Row>` template of the product with PostgreSQL's description of the statements that tests made of
// it.
import type pg from 'pg'
import { type Claim, claimsOf, HOLE } from './claims.ts'
import { differences } from './compare.ts'
import { describer, type Field } from './described.ts'
import { notedIn } from './noted.ts'

type Options = {
  /** The folder where the tests left their statements. */
  noted: string
  /** All tests ran, so that a template without a statement is told too. */
  isWhole: boolean
  /** Differences that are none, by file and column. */
  known?: Readonly<Record<string, string>>
}

/** Every claim that does not hold, as `file:line: what`. */
export async function check(root: string, client: pg.ClientBase, { noted, isWhole, known = {} }: Options) {
  const byKey = Map.groupBy(
    claimsOf(root).filter(c => c.isRow),
    c => c.key,
  )
  const statements = notedIn(noted)
  const fieldsOf = await describer(client)
  const out: string[] = []
  const needed = new Set<string>()
  const isKnown = (c: Claim, column: string) => {
    const name = `${c.file} ${column}`
    if (name in known) needed.add(name)
    return name in known
  }
  for (const [key, claims] of byKey) {
    const ran = statements.get(key)
    const isKnownText = (ran?.texts.size ?? 0) > 0 || !key.includes(HOLE)
    const found: string[] = []
    for (const text of ran?.texts.size ? ran.texts : [filled(key)])
      try {
        found.push(...compared(claims, await fieldsOf(text), ran?.nulls ?? new Set(), isKnown))
      } catch (error) {
        found.push(...claims.map(c => `${at(c)}: ${(error as Error).message}: ${text}`))
      }
    if (isKnownText) out.push(...found)
    // Where nobody knows what the variable parts are, no difference is certain, and none can be ruled out.
    else if (found.length > 0 && isWhole) out.push(...claims.map(c => `${at(c)}: no test runs this statement`))
  }
  if (isWhole) for (const name of Object.keys(known)) if (!needed.has(name)) out.push(`${name}: is known for nothing`)
  return [...new Set(out)].sort()
}

const at = (c: Claim) => `${c.file}:${c.line}`
/** A template that no test ran is looked at as if all its variable parts were values, as they often are. */
function filled(key: string): string {
  let n = 0
  return key.replaceAll(HOLE, () => `$${++n}`)
}
/** Templates with the same constant parts are not told apart: each text has to fit one of them. */
function compared(
  claims: readonly Claim[],
  fields: readonly Field[],
  nulls: ReadonlySet<string>,
  isKnown: (c: Claim, column: string) => boolean,
): string[] {
  const each = claims.map(c =>
    differences(c, fields, nulls)
      .filter(d => !isKnown(c, d.column))
      .map(d => `${at(c)}: ${d.column} ${d.how}`),
  )
  return each.some(d => d.length === 0) ? [] : each.flat()
}
