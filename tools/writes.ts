// The writers of the tables: the tables that a source writes by SQL and by the query builder's calls, and the rule of a
// single writer for each table. A fragment of SQL counts where it is written, whichever statement it becomes a part of.
import type { parseSync } from 'rolldown/utils'

type Program = ReturnType<typeof parseSync>['program']
type Node = { type: string; [key: string]: unknown }
/** A table that is written; `undefined`: named by an expression, so that nobody can tell. */
export type Write = string | undefined

/** Stands for what a template puts in. */
const HOLE = '\u0001'
const NAME = `(?:only\\s+)?(?:public\\.)?"?(${HOLE}|\\w+)"?`
/** Statements that write; each needs more than its verb, so that a sentence of the screens is none. */
const STATEMENTS = [
  `insert\\s+into\\s+${NAME}`,
  `merge\\s+into\\s+${NAME}`,
  `update\\s+${NAME}(?:\\s+(?:as\\s+)?\\w+)?\\s+set\\b`,
  `delete\\s+from\\s+${NAME}`,
  `alter\\s+table\\s+${NAME}`,
  `copy\\s+${NAME}[^;]*?\\s+from\\b`,
].map(text => new RegExp(`\\b${text}`, 'gi'))
const TRUNCATE = new RegExp(`\\btruncate\\s+(?:table\\s+)?(${NAME}(?:\\s*,\\s*${NAME})*)`, 'gi')
const BUILDER: readonly string[] = ['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto']

/** The tables that a text of SQL writes, within other statements too. */
export function tablesWritten(text: string): Write[] {
  const code = text.replace(/--.*$/gm, '')
  const named = STATEMENTS.flatMap(s => [...code.matchAll(s)].map(m => m[1] ?? ''))
  const emptied = [...code.matchAll(TRUNCATE)].flatMap(m => (m[1] ?? '').split(/\s*,\s*/))
  return [...named, ...emptied].map(name =>
    name.includes(HOLE) ? undefined : name.replace(/^only\s+|public\.|"/gi, ''),
  )
}

/** Everything that a source writes. */
export function writesOf(program: Program): Write[] {
  const found: Write[] = []
  const walk = (node: Node): void => {
    if (node.type === 'TemplateLiteral') {
      const texts = (node.quasis as { value: { cooked: string } }[]).map(q => q.value.cooked)
      found.push(...tablesWritten(texts.join(HOLE)))
    } else if (node.type === 'Literal' && typeof node.value === 'string') found.push(...tablesWritten(node.value))
    else if (node.type === 'CallExpression') {
      const callee = node.callee as Node & { property?: Node & { name?: string } }
      const [table] = node.arguments as (Node & { value?: unknown })[]
      if (callee.type === 'MemberExpression' && BUILDER.includes(callee.property?.name ?? ''))
        found.push(typeof table?.value === 'string' ? snake(table.value.replace(/ as .*/, '')) : undefined)
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child)
  }
  walk(program as unknown as Node)
  return found
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const snake = (name: string) => name.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`)

/** The tables that migrations make, without those they take away again. */
export function tablesMade(migrations: readonly string[]): Set<string> {
  const tables = new Set<string>()
  for (const text of migrations)
    for (const [, verb, name = ''] of text.matchAll(
      /^\s*(create|drop) (?:unlogged )?table (?:if (?:not )?exists )?(\w+)/gim,
    ))
      if (verb?.toLowerCase() === 'create') tables.add(name)
      else tables.delete(name)
  return tables
}

/**
 * Returns the breaches of the rule: a table is written by the stores of one feature, or by platform alone. `sources`
 * are the sources under the rule, with their writes; names that are no table of ours are ignored.
 */
export function strangers(sources: ReadonlyMap<string, readonly Write[]>, tables: ReadonlySet<string>): string[] {
  const bad: string[] = []
  const owners = new Map<string, Map<string, string>>()
  for (const [file, writes] of sources)
    for (const table of writes) {
      if (table === undefined) bad.push(`${file}: writes a table that is named by an expression`)
      else if (tables.has(table)) {
        const owner = /^features\/[^/]+(?=\/.*\.store\.ts$)|^platform(?=\/)/.exec(file)?.[0]
        if (!owner) bad.push(`${file}: writes ${table}, which only a store of its feature may`)
        else owners.set(table, (owners.get(table) ?? new Map()).set(owner, file))
      }
    }
  for (const [table, by] of owners)
    if (by.size > 1) bad.push(`${table} is written by more than one: ${[...by.values()].sort().join(', ')}`)
  return [...new Set(bad)]
}
