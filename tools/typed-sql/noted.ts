// The statements that a run of tests recorded, one file for each test file (testing/statements.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One template: its constant parts (`keyOf`), some texts of its statements, names of columns that were null in a row.
 */
export type Noted = { key: string; texts: string[]; nulls: string[] }

/** All that lies in `folder`, by key. */
export function notedIn(folder: string): Map<string, { texts: Set<string>; nulls: Set<string> }> {
  const all = new Map<string, { texts: Set<string>; nulls: Set<string> }>()
  for (const file of readdirSync(folder))
    for (const n of JSON.parse(readFileSync(join(folder, file), 'utf8')) as Noted[]) {
      const known = all.get(n.key) ?? { texts: new Set(), nulls: new Set() }
      all.set(n.key, known)
      for (const text of n.texts) known.texts.add(text)
      for (const name of n.nulls) known.nulls.add(name)
    }
  return all
}
