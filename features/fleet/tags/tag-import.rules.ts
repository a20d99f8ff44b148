// The outcome of the rows of an import file (S-TAG-IMPORT): read by the header, checked like the form of a tag,
// compared with each other and with the existing tags. Pure; the same for the preview and for the import.
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { type Paise, paiseFromRupees } from '@wattdesk/base/money'
import { plainNumber } from '@wattdesk/base/numbers'
import { headerOf } from '@wattdesk/base/record'
import { valueSchema } from '@wattdesk/base/record-schemas'
import { zoneNamed } from '@wattdesk/base/time'
import { csvLines, isFormula, isShortened, unguarded } from './csv.rules.ts'
import { EXPIRY_WRONG, isInOwnGroup, TAG_TAKEN, TOKEN_TYPES, type TokenType } from './tag.fields.ts'
import { PLAIN_CARD, type TokenFacts } from './tag.rules.ts'
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

/** A row of the file, and the tag that it makes. */
export type Candidate = {
  row: ImportRow
  idTag: string
  parenttag: string | null
  expiresAt: Date | null
  maxActiveTransactions: number
  note: string
  balancePaise: Paise
} & TokenFacts
type Fault = { fault: string }

type Head = { columns: number; places: Map<ImportField, number>; zone: string | undefined }
/** Returns the column of each field; other columns, as Status, are ignored. */
function headOf(cells: readonly string[]): Head | Fault {
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
  if (places.has('tag')) return { columns: cells.length, places, zone }
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

/** The zone of dates, where the header names none, and the moment that an expiry must lie after. */
type Clock = { zone: string; now: Date }
/** Reads a file, row by row. */
export function readImport(csv: string, clock: Clock): { candidates: Candidate[] } | Fault {
  const read = csvLines(csv, MOST_ROWS)
  if ('fault' in read) return read
  const [first, ...below] = read.lines
  const head = headOf(first?.cells ?? [])
  if ('fault' in head) return head
  const rows = below.filter(({ cells }) => !isNotice(cells))
  if (rows.length === 0) return { fault: 'The file has no rows below its header.' }
  return { candidates: rows.map(({ line, cells }) => candidateOf(line, cells, head, clock)) }
}

/** The kind that a cell names, in any case of letters; of an empty cell, that of most cards. */
const tokenTypeOf = (cell: string): string =>
  cell === '' ? PLAIN_CARD.tokenType : (TOKEN_TYPES.find(type => lower(type) === lower(cell)) ?? cell)

const TAGS: readonly ImportField[] = ['tag', 'parenttag']
const TEXTS: readonly ImportField[] = [...TAGS, 'note', 'evses']
function candidateOf(line: number, cells: readonly string[], head: Head, { zone, now }: Clock): Candidate {
  const cell = (f: ImportField) => (cells[head.places.get(f) ?? -1] ?? '').trim()
  const values = Object.fromEntries(
    IMPORT_FIELDS.map(f => [f, TEXTS.includes(f) ? unguarded(cell(f)) : cell(f)]),
  ) as Record<ImportField, string>
  const { tag, parenttag, expirydate, max_active_trans_count: most, balance_amount, note, evses } = values
  const tokenType = tokenTypeOf(values.tokenType)
  const priority = values.chargingPriority === '' ? 0 : plainNumber(values.chargingPriority)
  const balance = balance_amount === '' ? 0 : plainNumber(balance_amount)
  // An empty limit is the one offered by the form: money on a blocked card would wait until somebody notices.
  const limit = most === '' ? offeredLimit(false, balance) : plainNumber(most)
  const expiresAt = expirydate === '' ? null : expiryOf(expirydate, head.zone ?? zone)
  const texts = [
    cells.length > head.columns && `The row has ${cells.length} cells, the header ${head.columns}`,
    ...TEXTS.map(f => isFormula(cell(f)) && `${headerOf(importFields[f])} ${AS_FORMULA}`),
    ...TAGS.map(f => isShortened(values[f]) && `${headerOf(importFields[f])} ${values[f]} ${AS_NUMBER}`),
    ...TAGS.map(f => problemOf(f, values[f])),
    problemOf('max_active_trans_count', limit ?? Number.NaN),
    problemOf('balance_amount', balance ?? Number.NaN),
    problemOf('note', note),
    problemOf('tokenType', tokenType),
    problemOf('chargingPriority', priority ?? Number.NaN),
    problemOf('evses', evses),
    parenttag !== '' && lower(parenttag) === lower(tag) && 'A tag is no group of its own',
    (expiresAt === undefined || (expiresAt !== null && expiresAt <= now)) && EXPIRY_WRONG,
  ].filter(x => typeof x === 'string')
  const isGood = texts.length === 0
  return {
    row: { line, ...values, outcome: isGood ? 'ready' : 'error', text: reasonOf(texts) },
    idTag: tag,
    parenttag: parenttag || null,
    expiresAt: expiresAt ?? null,
    maxActiveTransactions: isGood ? (limit ?? 0) : 0,
    note,
    tokenType: isGood ? (tokenType as TokenType) : PLAIN_CARD.tokenType,
    chargingPriority: isGood ? (priority ?? 0) : 0,
    evses: isGood ? evses : '',
    balancePaise: isGood ? paiseFromRupees(balance ?? 0) : 0n,
  }
}

/** Returns all reasons against a row, each once, in one line without a full stop at its end, as for other reasons. */
const reasonOf = (texts: readonly string[]): string => [...new Set(texts.map(t => t.replace(/\.$/, '')))].join('. ')

const lower = (text: string): string => text.toLowerCase()
/** A row with another outcome. */
export const withOutcome = (c: Candidate, outcome: ImportRow['outcome'], text = ''): Candidate => ({
  ...c,
  row: { ...c.row, outcome, text },
})

type KnownTags = {
  /** Texts of existing tags of the installation that the file names, in lower case. */
  taken: ReadonlySet<string>
  /** Tags that may be the group of the team's tags, by their texts in lower case. */
  parents: ReadonlyMap<string, number>
}
/** Compares the rows with each other and with the existing tags. A group may stand in the file itself. */
export function judgeImport(candidates: readonly Candidate[], { taken, parents }: KnownTags): Candidate[] {
  const rows = new Map<string, Candidate>()
  const judged = candidates.map(c => {
    if (c.row.outcome !== 'ready') return c
    const first = rows.get(lower(c.idTag))
    if (first) return withOutcome(c, 'twice', `The same RFID Tag stands on line ${first.row.line}`)
    rows.set(lower(c.idTag), c)
    return taken.has(lower(c.idTag)) ? withOutcome(c, 'exists', TAG_TAKEN) : c
  })
  const faults = groupFaults(
    judged.filter(c => c.row.outcome === 'ready'),
    parents,
  )
  return judged.map(c => {
    const fault = faults.get(c)
    return fault === undefined ? c : withOutcome(c, 'error', fault)
  })
}

/** Why rows that could be made otherwise cannot be in their groups. Existing groups name no row of the file. */
function groupFaults(rows: readonly Candidate[], parents: KnownTags['parents']): Map<Candidate, string> {
  const byTag = new Map(rows.map(c => [lower(c.idTag), c]))
  const hasKnownGroup = ({ parenttag }: Candidate) => parenttag === null || parents.has(lower(parenttag))
  const groupOf = (c: Candidate) => (hasKnownGroup(c) ? undefined : byTag.get(lower(c.parenttag ?? '')))
  const members = Map.groupBy(rows, groupOf)
  // If a group is not made, neither are its tags, nor the tags in their groups.
  const made = rows.filter(hasKnownGroup)
  for (const group of made) made.push(...(members.get(group) ?? []))
  const left = new Set(rows).difference(new Set(made))
  const inCircle = circlesOf(left, groupOf)
  const textOf = (c: Candidate) =>
    inCircle.has(c)
      ? isInOwnGroup(c.parenttag ?? '')
      : `Parent Group ${c.parenttag} is neither an RFID tag of yours nor a row that can be made`
  return new Map([...left].map(c => [c, textOf(c)]))
}

/** The rows whose groups lead back to themselves. Each row is walked over once, whichever row the walk began at. */
function circlesOf(rows: Iterable<Candidate>, groupOf: (c: Candidate) => Candidate | undefined): Set<Candidate> {
  const walked = new Set<Candidate>()
  const inCircle: Candidate[] = []
  for (const first of rows) {
    const way: Candidate[] = []
    let c: Candidate | undefined = first
    for (; c && !walked.has(c); c = groupOf(c)) {
      walked.add(c)
      way.push(c)
    }
    const again = c ? way.indexOf(c) : -1
    if (again >= 0) inCircle.push(...way.slice(again))
  }
  return new Set(inCircle)
}
