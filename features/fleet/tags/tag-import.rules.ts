// The outcome of the rows of an import file (S-TAG-IMPORT): read by the header, checked like the form of a tag,
// compared with each other and with the existing tags. Pure; the same for the preview and for the import.
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { type Paise, paiseFromRupees } from '@wattdesk/base/money'
import { plainNumber } from '@wattdesk/base/numbers'
import { headerOf } from '@wattdesk/base/record'
import { valueSchema } from '@wattdesk/base/record-schemas'
import { zoneNamed } from '@wattdesk/base/time'
import { csvLines, isFormula, isShortened, unguarded } from './csv.rules.ts'
import { EXPIRY_WRONG, isInOwnGroup, TAG_TAKEN } from './tag.fields.ts'
import { expiryOf } from './tag-expiry.rules.ts'
import { offeredLimit } from './tag-form.rules.ts'
import {
  IMPORT_COLUMNS,
  IMPORT_FIELDS,
  type ImportField,
  type ImportRow,
  importFields,
  MOST_ROWS,
} from './tag-import.contract.ts'

/** The field that a header names: by the words of the export, the label of the form or the field's own name. */
const fieldOf = (name: string): ImportField | undefined =>
  name === 'balance'
    ? 'balance_amount'
    : IMPORT_FIELDS.find(f =>
        [headerOf(importFields[f]), importFields[f].setting.label, f].some(n => n.toLowerCase() === name),
      )

export type Candidate = {
  row: ImportRow
  parent: string | null
  expiresAt: Date | null
  maxActiveTransactions: number
  balancePaise: Paise
}
export type ImportFile = { candidates: Candidate[]; zone: string } | { fault: string }

type Head = { places: Map<ImportField, number>; zone: string | undefined }
/** Returns the column of each field; other columns, as Status, are ignored. */
function headOf(cells: readonly string[]): Head | { fault: string } {
  const places = new Map<ImportField, number>()
  let zone: string | undefined
  for (const [i, cell] of cells.entries()) {
    const [, name = '', inBrackets] = /^(.*?)\s*(?:\(([^)]*)\))?$/.exec(cell.trim()) ?? []
    const field = fieldOf(name.toLowerCase())
    if (!field) continue
    if (places.has(field)) return { fault: `The column ${cell.trim()} is there twice.` }
    places.set(field, i)
    if (field !== 'expirydate' || !inBrackets?.trim()) continue
    zone = zoneNamed(inBrackets.trim())
    if (zone === undefined) return { fault: `The column ${cell.trim()} names no time zone in its brackets.` }
  }
  if (places.has('tag')) return { places, zone }
  return {
    fault: `The first line must name the columns, with ${IMPORT_COLUMNS[0]} among them, separated by commas, semicolons or tabs.`,
  }
}

// Made once: a file has up to 10,000 rows.
const schemas = new Map(IMPORT_FIELDS.map(f => [f, valueSchema(importFields[f])]))
const problemOf = (name: ImportField, value: unknown): string | undefined =>
  schemas.get(name)?.safeParse(value).error?.issues[0]?.message
const AS_NUMBER =
  'is a number that a spreadsheet has shortened. Please format the column as text and enter the full number'
const AS_FORMULA = 'begins like a formula. Please put an apostrophe before it'

/** The last line of a list that was exported in test mode (D-PAY-7); a spreadsheet adds empty cells. */
const isNotice = (cells: readonly string[]): boolean => cells.filter(c => c.trim() !== '').join() === TEST_NOTICE

/** Reads a file, row by row; an expiry must lie after `now`; `zone` is used where the header names no zone. */
export function readImport(csv: string, { now, zone: usual }: { now: Date; zone: string }): ImportFile {
  const read = csvLines(csv, MOST_ROWS)
  if ('fault' in read) return read
  const [first, ...below] = read.lines
  const head = headOf(first?.cells ?? [])
  if ('fault' in head) return head
  const rest = below.filter(({ cells }) => !isNotice(cells))
  if (rest.length === 0) return { fault: 'The file has no rows below its header.' }
  const zone = head.zone ?? usual
  return {
    candidates: rest.map(({ line, cells }) =>
      candidateOf(line, cells, { head, columns: first?.cells.length ?? 0, zone, now }),
    ),
    zone,
  }
}

const TAGS: readonly ImportField[] = ['tag', 'parenttag']
const TEXTS: readonly ImportField[] = [...TAGS, 'note']
type Reading = { head: Head; columns: number; zone: string; now: Date }
function candidateOf(line: number, cells: readonly string[], { head, columns, zone, now }: Reading): Candidate {
  const cell = (f: ImportField) => (cells[head.places.get(f) ?? -1] ?? '').trim()
  const values = Object.fromEntries(
    IMPORT_FIELDS.map(f => [f, TEXTS.includes(f) ? unguarded(cell(f)) : cell(f)]),
  ) as Record<ImportField, string>
  const row: ImportRow = { line, ...values, outcome: 'ready', text: '' }
  const balance = row.balance_amount === '' ? 0 : plainNumber(row.balance_amount)
  // An empty limit is the one offered by the form: money on a blocked card would wait until somebody notices.
  const limit =
    row.max_active_trans_count === '' ? offeredLimit(false, balance) : plainNumber(row.max_active_trans_count)
  const expiresAt = row.expirydate === '' ? null : expiryOf(row.expirydate, zone)
  const texts = [
    cells.length > columns && `The row has ${cells.length} cells, the header ${columns}`,
    ...TEXTS.map(f => isFormula(cell(f)) && `${headerOf(importFields[f])} ${AS_FORMULA}`),
    ...TAGS.map(f => isShortened(row[f]) && `${headerOf(importFields[f])} ${row[f]} ${AS_NUMBER}`),
    ...TAGS.map(f => problemOf(f, row[f])),
    problemOf('max_active_trans_count', limit ?? Number.NaN),
    problemOf('balance_amount', balance ?? Number.NaN),
    problemOf('note', row.note),
    row.parenttag !== '' && row.parenttag.toLowerCase() === row.tag.toLowerCase() && 'A tag is no group of its own',
    (expiresAt === undefined || (expiresAt !== null && expiresAt <= now)) && EXPIRY_WRONG,
  ].filter(x => typeof x === 'string')
  const isGood = texts.length === 0
  return {
    row: isGood ? row : { ...row, outcome: 'error', text: reasonOf(texts) },
    parent: row.parenttag === '' ? null : row.parenttag,
    expiresAt: expiresAt ?? null,
    maxActiveTransactions: isGood ? (limit ?? 0) : 0,
    balancePaise: isGood ? paiseFromRupees(balance ?? 0) : 0n,
  }
}

/** Returns all reasons against a row, each once, in one line without a full stop at its end, as for other reasons. */
const reasonOf = (texts: readonly string[]): string => [...new Set(texts.map(t => t.replace(/\.$/, '')))].join('. ')

const refused = (c: Candidate, outcome: ImportRow['outcome'], text: string): Candidate => ({
  ...c,
  row: { ...c.row, outcome, text },
})
export type KnownTag = {
  /** Texts of existing tags of the installation that the file names, in lower case. */
  taken: ReadonlySet<string>
  /** Tags that may be the group of the team's tags, by their texts in lower case. */
  parents: ReadonlyMap<string, number>
}
/** Returns the rows whose groups lead back to themselves. Existing groups name no row of the file. */
function ownGroups(candidates: readonly Candidate[], parents: KnownTag['parents']): Set<Candidate> {
  const rows = new Map<string, Candidate>()
  for (const c of candidates) if (c.row.outcome === 'ready') rows.set(c.row.tag.toLowerCase(), c)
  const next = (c: Candidate): Candidate | undefined => {
    const parent = c.parent?.toLowerCase()
    return parent === undefined || parents.has(parent) ? undefined : rows.get(parent)
  }
  const found = new Set<Candidate>()
  // Each row is walked over once, whichever row the walk began at.
  const walkOf = new Map<Candidate, number>()
  let walk = 0
  for (const first of rows.values()) {
    walk++
    let c: Candidate | undefined = first
    for (; c && !walkOf.has(c); c = next(c)) walkOf.set(c, walk)
    if (!c || walkOf.get(c) !== walk) continue
    for (; c && !found.has(c); c = next(c)) found.add(c)
  }
  return found
}

/** Compares the rows with each other and with the existing tags. A group may stand in the file itself. */
export function judgeImport(candidates: readonly Candidate[], { taken, parents }: KnownTag): Candidate[] {
  const firstLine = new Map<string, number>()
  let judged = candidates.map(c => {
    if (c.row.outcome !== 'ready') return c
    const key = c.row.tag.toLowerCase()
    const first = firstLine.get(key)
    if (first !== undefined) return refused(c, 'twice', `The same RFID Tag stands on line ${first}`)
    firstLine.set(key, c.row.line)
    return taken.has(key) ? refused(c, 'exists', TAG_TAKEN) : c
  })
  const inOwnGroup = ownGroups(judged, parents)
  judged = judged.map(c => (inOwnGroup.has(c) ? refused(c, 'error', isInOwnGroup(c.parent ?? '')) : c))
  // If a group is not made, neither are its tags, nor the tags in their groups.
  for (;;) {
    const ready = new Set(judged.filter(c => c.row.outcome === 'ready').map(c => c.row.tag.toLowerCase()))
    let isSettled = true
    judged = judged.map(c => {
      const parent = c.parent?.toLowerCase()
      if (c.row.outcome !== 'ready' || parent === undefined || parents.has(parent) || ready.has(parent)) return c
      isSettled = false
      return refused(c, 'error', `Parent Group ${c.parent} is neither an RFID tag of yours nor a row that can be made`)
    })
    if (isSettled) return judged
  }
}
