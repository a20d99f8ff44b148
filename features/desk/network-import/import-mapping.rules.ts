// Which column of a file is which column of the record: by its header, by a mapping saved before, or as a person says.
import { IMPORT_COLUMNS, type ImportColumn } from './import-columns.fields.ts'
import type { ImportKind } from './network-import.words.ts'

/** The place of each column in the file, by the name of the column. */
export type Mapping = Readonly<Record<string, number>>
/** A mapping as it is saved: the header of each column, by the name of the column. */
export type NamedMapping = Readonly<Record<string, string>>

/** Letters and digits alone decide: 'Charger-ID ' and 'charger id' are the same, a unit in brackets is passed over. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const namesOf = (c: ImportColumn): string[] => [c.header, c.name, ...(c.also ?? [])].map(plain)

/** The columns that the headers name, each header used once; exact headers come before further names. */
export function mappingByNames(kind: ImportKind, headers: readonly string[]): Mapping {
  const found: Record<string, number> = {}
  const taken = new Set<number>()
  const columns = IMPORT_COLUMNS[kind]
  const take = (c: ImportColumn, names: readonly string[]) => {
    if (found[c.name] !== undefined) return
    const at = headers.findIndex((h, i) => !taken.has(i) && plain(h) !== '' && names.includes(plain(h)))
    if (at < 0) return
    found[c.name] = at
    taken.add(at)
  }
  for (const c of columns) take(c, [plain(c.header)])
  for (const c of columns) take(c, namesOf(c))
  return found
}

/** A saved mapping for this file; undefined where the file lacks one of its headers. */
export function mappingByHeaders(saved: NamedMapping, headers: readonly string[]): Mapping | undefined {
  const found: Record<string, number> = {}
  for (const [name, header] of Object.entries(saved)) {
    const at = headers.findIndex(h => plain(h) === plain(header))
    if (at < 0) return undefined
    found[name] = at
  }
  return found
}

export const namedMapping = (mapping: Mapping, headers: readonly string[]): NamedMapping =>
  Object.fromEntries(Object.entries(mapping).map(([name, at]) => [name, headers[at] ?? '']))

/** Why a mapping does not do, by the name of its column; empty where it does. */
export function mappingFaults(kind: ImportKind, mapping: Mapping, columns: number): Record<string, string> {
  const known = new Map(IMPORT_COLUMNS[kind].map(c => [c.name, c]))
  const faults: Record<string, string> = {}
  const seen = new Map<number, string>()
  for (const [name, at] of Object.entries(mapping)) {
    const column = known.get(name)
    const other = seen.get(at)
    if (!column) faults[name] = `There is no column ${name}`
    else if (at >= columns) faults[name] = `The file has no column ${at + 1}`
    else if (other !== undefined) faults[name] = `The column of the file is taken for ${other} already`
    if (column) seen.set(at, column.header)
  }
  for (const c of known.values())
    if (c.isRequired && mapping[c.name] === undefined) faults[c.name] = `Please choose the column for ${c.header}`
  return faults
}
