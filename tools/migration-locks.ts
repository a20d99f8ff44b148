// `npm run migrations` checks the migrations from 0087 on: none may lock a growing table for long, and the version before
// must be able to run beside each of them (CONTRIBUTING.md, Migrations). `-- --all` reports the earlier ones too, which
// are frozen and stay as they are.
import { FIRST_RULED, type Migration, migrationsOf, neededBy, runsAlone } from '#platform/db/migrations.ts'
import { type Statement, statementsOf } from '#platform/db/sql-statements.ts'
import { GROWING } from './growing-tables.ts'

const NAME = String.raw`(?:if (?:not )?exists )?(?:only )?(?:public\.)?"?(\w+)"?`
/** Defaults for which no row is written anew: values as they stand, and the time of the statement. */
const STEADY =
  /^(?:\(?\s*(?:-?[\d.]+|'(?:[^']|'')*'|true|false|null|now\(\)|current_(?:timestamp|date)|array\[\s*\])\s*\)?(?:::[\w\s."[\]]+)?)$/

type Seen = {
  /** Tables that this file makes: they are empty, and nobody knows them yet. */
  made: ReadonlySet<string>
  /** `table.column` whose check `is not null` is validated. */
  neverNull: ReadonlySet<string>
  isAlone: boolean
  isExplained: boolean
  statements: readonly Statement[]
}
const grows = (table: string | undefined, { made }: Seen): table is string =>
  table !== undefined && !made.has(table) && GROWING.has(table)
const known = (table: string | undefined, { made }: Seen): table is string => table !== undefined && !made.has(table)

/** The parts of a list, split at commas that stand in no brackets or texts. */
function partsOf(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [piece] of list.matchAll(/'(?:[^']|'')*'|[(),]|[^'(),]+/g)) {
    if (piece === '(') depth++
    if (piece === ')') depth--
    if (piece === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts.map(p => p.trim())
}

/** The fault of adding a column. */
function addedColumn(table: string, action: string, seen: Seen): string | undefined {
  const [, column = '', rest = ''] = /^add (?:column )?(?:if not exists )?"?(\w+)"? (.*)$/is.exec(action) ?? []
  const [, value] =
    /\bdefault (.+?)(?= not null\b| null\b| check\b| references\b| unique\b| constraint\b|$)/is.exec(rest) ?? []
  const isNotNull = /\bnot null\b/i.test(rest)
  if (known(table, seen) && isNotNull && value === undefined && !/\b(generated|serial)\b/i.test(rest))
    return `the version before writes no ${column}: let it be null, or give it a default`
  if (!grows(table, seen)) return undefined
  if (/\b(small|big)?serial\b|\bgenerated\b/i.test(rest)) return `every row of ${table} is written anew for ${column}`
  if (value !== undefined && !STEADY.test(value.trim()))
    return `the default of ${column} may differ from row to row, so every row of ${table} is written anew: add the column without, set the default, fill rows in batches`
  if (/\b(check|references|unique|primary key)\b/i.test(rest))
    return `the constraint of ${column} is checked on every row of ${table} at once: add it "not valid", validate it in a later migration`
  return undefined
}

/** The fault of adding a constraint. */
function addedConstraint(table: string, action: string, seen: Seen): string | undefined {
  const [, target] = new RegExp(`\\breferences ${NAME}`, 'i').exec(action) ?? []
  const isIndex = /\b(primary key|unique|exclude)\b/i.test(action)
  if (isIndex)
    return grows(table, seen) && !/\busing index\b/i.test(action)
      ? `the index of the constraint is built while nobody may write ${table}: create it concurrently first, then "using index"`
      : undefined
  if (!grows(table, seen) && !grows(target, seen)) return undefined
  if (/\bnot valid\s*$/i.test(action)) return undefined
  return `every row of ${table} is checked at once: add it "not valid", validate it in a later migration`
}

/** The fault of one action of `alter table`. */
function alteration(table: string, action: string, seen: Seen): string | undefined {
  const breaks = (what: string) =>
    known(table, seen) && !seen.isExplained
      ? `${what}, which the version before may still use: say since which migration it does not, by a line "-- two versions: NNNN, why"`
      : undefined
  if (/^add (constraint|primary key|unique|foreign key|check|exclude)\b/i.test(action))
    return addedConstraint(table, action, seen)
  if (/^add\b/i.test(action)) return addedColumn(table, action, seen)
  const [, dropped] = /^drop (?:column )?(?:if exists )?(?!constraint\b)"?(\w+)/i.exec(action) ?? []
  if (dropped) return breaks(`it drops ${table}.${dropped}`)
  if (/^rename\b/i.test(action)) return breaks(`it renames ${table} or a part of it`)
  if (!grows(table, seen)) return undefined
  const [, column = ''] = /^alter (?:column )?"?(\w+)"?/i.exec(action) ?? []
  if (/^alter\b.* (set data )?type\b/is.test(action))
    return `every row of ${table} is written anew: add a column of the new type, fill it in batches`
  if (/^alter\b.* set not null$/i.test(action) && !seen.neverNull.has(`${table}.${column}`))
    return `every row of ${table} is read at once: add a check (${column} is not null) "not valid" and validate it in an earlier migration, and drop the check in a later statement`
  if (/^alter\b.* (set expression|add generated)\b/i.test(action)) return `every row of ${table} is written anew`
  if (/^set (logged|unlogged|tablespace|access method)\b/i.test(action)) return `the whole of ${table} is written anew`
  if (/^validate constraint\b/i.test(action) && !seen.isAlone && seen.statements.some(s => isStrong(s, seen)))
    return `the rows of ${table} are read while locks of this migration stand: validate it in a migration of its own`
  return undefined
}

/** True for statements whose locks keep others from a growing table until the transaction ends. */
function isStrong({ bare }: Statement, seen: Seen): boolean {
  const [, table] =
    new RegExp(`^(?:alter table ${NAME}|create (?:or replace )?(?:constraint )?trigger\\b.*? on ${NAME})`, 'is').exec(
      bare,
    ) ?? []
  return grows(table, seen) && !/^alter table \S+ validate constraint\b/i.test(bare)
}

const first = (pattern: string, text: string): string | undefined =>
  new RegExp(pattern, 'is').exec(text)?.slice(1).find(Boolean)

/** The faults of a statement, in words; nothing for most. */
function faultsIn(statement: Statement, seen: Seen, index: number): (string | undefined)[] {
  const text = statement.bare.replaceAll(/\s+/g, ' ')
  const [, altered, actions = ''] = new RegExp(`^alter table ${NAME} (.*)$`, 'is').exec(text) ?? []
  if (altered) {
    // PostgreSQL drops first, whatever the order, and then no check is left that spares the reading.
    const dropsCheck = /\bdrop constraint\b/i.test(actions)
    const own = dropsCheck ? { ...seen, neverNull: new Set<string>() } : seen
    return partsOf(actions).map(action => alteration(altered, action, own))
  }
  // The statements of a block stand in its text, in whatever form.
  if (/^do\b/i.test(text)) return blockFaults(text, statement, seen)
  if (/^create (or replace )?(function|procedure)\b/i.test(text)) return []
  const indexed = first(`^create (?:unique )?index (?:.*? )??on ${NAME}`, text)
  if (indexed && /^create (unique )?index concurrently\b/i.test(text))
    return [concurrentFault(text, seen, seen.statements[index - 1])]
  if (grows(indexed, seen))
    return [
      `nobody may write ${indexed} while the index is built: create it concurrently, in a file with the line "-- concurrently"`,
    ]
  const gone = first(`^drop (?:table|view|materialized view) ${NAME}`, text)
  if (known(gone, seen) && !seen.isExplained && !isMadeAgain(gone, seen, index))
    return [
      `it drops ${gone}, which the version before may still use: say since which migration it does not, by a line "-- two versions: NNNN, why"`,
    ]
  return [wholeFault(text, statement, seen)]
}

/** True where a view that is dropped is made again by a later statement of the same file. */
const isMadeAgain = (name: string, { statements }: Seen, index: number): boolean =>
  statements.slice(index).some(s => first(`^create (?:or replace )?(?:materialized )?view ${NAME}`, s.bare) === name)

/** The fault of a statement that reads, writes or locks a table as a whole. */
function wholeFault(text: string, statement: Statement, seen: Seen): string | undefined {
  const locked = first(`\\b(?:lock table|lock|cluster|vacuum full|truncate table|truncate) ${NAME}`, text)
  if (/^(lock|cluster|vacuum full|truncate)\b/i.test(text) && grows(locked, seen))
    return `it keeps everybody from ${locked}`
  if (/^reindex\b/i.test(text) && !/\bconcurrently\b/i.test(text))
    return 'nobody may write the table while it is reindexed: reindex concurrently'
  if (/^refresh materialized view\b/i.test(text) && !/\bconcurrently\b/i.test(text))
    return 'nobody may read the view while it is refreshed: refresh it concurrently'
  const written = first(`\\b(?:update|delete from|merge into) ${NAME}(?= (?:as )?\\w*\\b| set\\b|$)`, text)
  if (
    /^(with\b.*\b)?(update|delete|merge)\b/i.test(text) &&
    grows(written, seen) &&
    !/^-- few rows:/m.test(statement.comments)
  )
    return `rows of ${written} stay locked until all are written: write them in batches that commit, in a file with the line "-- concurrently", or say above why they are few, by "-- few rows: why"`
  const read = /^insert\b/i.test(text) ? [...text.matchAll(new RegExp(`\\b(?:from|join) ${NAME}`, 'gi'))] : []
  const source = read.map(m => m[1]).find(t => grows(t, seen))
  if (source && !seen.isAlone && seen.statements.some(s => isStrong(s, seen)))
    return `the rows of ${source} are read while locks of this migration stand: do it in a migration of its own`
  return undefined
}

/** The fault of an index that is built concurrently. */
function concurrentFault(text: string, seen: Seen, before: Statement | undefined): string | undefined {
  if (!seen.isAlone) return 'an index is built concurrently only in a file with the line "-- concurrently"'
  const name = first(`concurrently ${NAME} on `, text)
  const dropped = before && first(`^drop index concurrently ${NAME}`, before.bare)
  return name !== undefined && dropped === name
    ? undefined
    : 'an index whose building broke off is left unusable: give it a name, and "drop index concurrently if exists" it right before'
}

/** The fault of a block of PL/pgSQL. */
function blockFaults(text: string, statement: Statement, seen: Seen): string[] {
  const inner = text.replace(/^.*?\$\w*\$/s, '').replace(/\$\w*\$.*$/s, '')
  const hasBatches = seen.isAlone && /\bcommit\b/i.test(inner)
  const found = inner.split(/;|\b(?:begin|loop|then|else)\b/i).flatMap(part => {
    const at = /\b(alter table|create (unique )?index|lock table|truncate|update|delete from|drop table)\b.*$/is.exec(
      part,
    )?.[0]
    if (!at || (hasBatches && /^(update|delete)/i.test(at))) return []
    return faultsIn({ ...statement, bare: at.replace(/'[),\s]*(using\b.*)?$/is, '') }, { ...seen, statements: [] }, 0)
  })
  return found.filter(f => f !== undefined)
}

/** The faults of a migration, as `name:line: text`. `before` are the migrations that come before it. */
export function lockFaults(
  file: Pick<Migration, 'name' | 'text'>,
  before: readonly Pick<Migration, 'text'>[] = [],
): string[] {
  const statements = statementsOf(file.text)
  const made = new Set(
    statements.flatMap(s => first(`^create (?:unlogged )?table ${NAME}`, s.bare.replaceAll(/\s+/g, ' ')) ?? []),
  )
  const isAlone = runsAlone(file.text)
  const earlier = isAlone ? [...before, file] : before
  const seen: Seen = {
    made,
    neverNull: neverNullAfter(earlier.map(m => m.text)),
    isAlone,
    isExplained: neededBy(file.text) !== '0000',
    statements,
  }
  return statements.flatMap((s, i) =>
    faultsIn(s, seen, i)
      .filter(f => f !== undefined)
      .map(f => `migrations/${file.name}:${s.line}: ${f}`),
  )
}

/** The columns that a validated check keeps from being null. */
function neverNullAfter(texts: readonly string[]): Set<string> {
  const checks = new Map<string, string>()
  const found = new Set<string>()
  for (const { bare } of texts.flatMap(statementsOf)) {
    const text = bare.replaceAll(/\s+/g, ' ')
    const [, table = '', actions = ''] = new RegExp(`^alter table ${NAME} (.*)$`, 'is').exec(text) ?? []
    for (const action of partsOf(actions)) {
      const [, name, column] =
        /^add constraint "?(\w+)"? check \(\s*\(?\s*"?(\w+)"? is not null\s*\)?\s*\) not valid$/i.exec(action) ?? []
      if (name && column) checks.set(`${table}.${name}`, `${table}.${column}`)
      const [, validated = ''] = /^validate constraint "?(\w+)"?$/i.exec(action) ?? []
      const column2 = checks.get(`${table}.${validated}`)
      if (column2) found.add(column2)
    }
  }
  return found
}

/** The faults of all migrations that the rules hold for. */
export const allFaults = (files: readonly Migration[], from = FIRST_RULED): string[] =>
  files.flatMap((file, i) => (file.name.slice(0, 4) < from ? [] : lockFaults(file, files.slice(0, i))))

if (import.meta.main) {
  const files = migrationsOf()
  const bad = allFaults(files)
  const ruled = files.filter(f => f.name.slice(0, 4) >= FIRST_RULED).length
  if (process.argv.includes('--all')) {
    const old = allFaults(files, '0000').filter(f => !bad.includes(f))
    console.log([...old, `${old.length} places of before the rules, which stay as they are`].join('\n'))
  }
  console.log(
    bad.join('\n') || `migrations lock nothing for long: ${ruled} from ${FIRST_RULED} on, ${files.length} in all`,
  )
  process.exitCode = bad.length > 0 ? 1 : 0
}
