// The fields of a record, each declared once: kind, label and limits of a field, who writes the field, and where lists
// show, sort, filter and search it. Everything else derives from the declaration: schemas (record-schemas.ts), columns
// of the store (platform/records/columns.ts), grid, filter form and inputs (kit/record-grid.ts,
// kit/record-inputs.tsx), and the words of the audit log.
import type { FieldType, FilterFields } from './filters.ts'

/** How a value is written, stored and shown. Money travels in rupees and is stored in paise; a day is `yyyy-MM-dd`. */
export type FieldKind =
  | 'key'
  | 'text'
  | 'lines'
  | 'email'
  | 'phone'
  | 'choice'
  | 'state'
  | 'flag'
  | 'number'
  | 'money'
  | 'instant'
  | 'day'
  | 'file'

/** The column of a field in a grid. */
export type GridPlace = {
  /** The header, where it is not the label; the filter form uses it too. */
  header?: string
  width?: number
  minWidth?: number
  flex?: number
  /** Not shown until a person chooses the column. */
  hidden?: boolean
  /** In files alone. */
  exportOnly?: boolean
  /** Names the row. */
  identity?: boolean
  /** Stands beside the title of a phone's card. */
  head?: boolean
}

/** Who writes a field: every body, changes alone, or nobody but the server; 'lists': replies do not have the field. */
export type WrittenBy = 'every body' | 'changes' | 'server' | 'lists'

type FieldOption = { readonly value: string; readonly label: string }
export type FlagValue = boolean | number | string
type Check = { passes: (value: never) => boolean; error: string | (() => string) }

/** A declaration as the derivations read it. */
export type FieldSetting = {
  readonly kind: FieldKind
  readonly label: string
  readonly isOptional: boolean
  /** A text is taken in any case of letters, and stored in capitals. */
  readonly isUpper?: boolean
  /** A text may be empty, which is a value: stored and shown as ''. */
  readonly mayBeEmpty?: boolean
  readonly writtenBy: WrittenBy
  /** The stored column; null: the value comes from another table. Missing: the name of the field in camel case. */
  readonly column?: string | null
  /** The longest text in characters, or the largest number. */
  readonly max?: number
  /** The smallest number; missing: 0. */
  readonly min?: number
  /** Decimals of a number at most; missing: any. */
  readonly decimals?: number
  readonly unit?: string
  readonly options?: readonly FieldOption[]
  /** The error for a value that is none of the options. */
  readonly wrongOption?: string
  /** How a stored true and false travel. */
  readonly flags?: readonly [yes: FlagValue, no: FlagValue]
  readonly checks: readonly Check[]
  readonly isSorted: boolean
  /** Lists sort without regard to case. */
  readonly ignoresCase?: boolean
  readonly isFiltered: boolean
  readonly isSearched: boolean
  readonly grid?: GridPlace
}

/**
 * One field of a record. `Value` is the type of a value that is there, `Optional` whether the value may be missing,
 * `Writer` who writes the field. Each method returns a new field.
 *
 * @example
 * const contactName = text('Contact', 50).optional().findable().listed({ minWidth: 150 })
 */
export class Field<Value = unknown, Optional extends boolean = boolean, Writer extends WrittenBy = WrittenBy> {
  declare readonly types: { value: Value; optional: Optional; writer: Writer }
  readonly setting: FieldSetting

  constructor(setting: FieldSetting) {
    this.setting = setting
  }
  private with<O extends boolean = Optional, W extends WrittenBy = Writer>(more: Partial<FieldSetting>) {
    return new Field<Value, O, W>({ ...this.setting, ...more })
  }
  /** The value may be missing: null in replies, an empty input in forms. */
  optional() {
    return this.with<true>({ isOptional: true })
  }
  /** The server writes the field; bodies do not name it. */
  readOnly() {
    return this.with<Optional, 'server'>({ writtenBy: 'server' })
  }
  /** Changes may name the field; the server decides its first value. */
  changedLater() {
    return this.with<Optional, 'changes'>({ writtenBy: 'changes' })
  }
  /** The text may be empty, which is a value and not a missing one. */
  orEmpty() {
    return this.with({ mayBeEmpty: true })
  }
  /** A text in any case of letters becomes capitals. */
  upper() {
    return this.with({ isUpper: true })
  }
  /** The stored column, where it is not the name of the field in camel case; null: the store reads and writes the value itself. */
  column(column: string | null) {
    return this.with({ column })
  }
  /** The value of another table, which the store joins; nobody writes it here. */
  joined() {
    return this.with<Optional, 'server'>({ column: null, writtenBy: 'server' })
  }
  /** A value that lists alone sort, filter and search by, with SQL that the store gives; no reply has the field. */
  ofLists() {
    return this.with<Optional, 'lists'>({ column: null, writtenBy: 'lists' })
  }
  /** The unit behind the number in forms. */
  unit(unit: string) {
    return this.with({ unit })
  }
  /** A further check of a value that is there, and its error. */
  check(passes: (value: Value) => boolean, error: string | (() => string)) {
    return this.with({ checks: [...this.setting.checks, { passes, error }] })
  }
  /** Lists sort by the field. */
  sorted({ ignoresCase = false }: { ignoresCase?: boolean } = {}) {
    return this.with({ isSorted: true, ...(ignoresCase && { ignoresCase }) })
  }
  /** The filter form offers the field. */
  filtered() {
    return this.with({ isFiltered: true })
  }
  /** The search of a list reads the field. */
  searched() {
    return this.with({ isSearched: true })
  }
  /** Lists sort, filter and search by the field. */
  findable() {
    return this.with({ isSorted: true, isFiltered: true, isSearched: true })
  }
  /** The grid has a column of the field, and so have its files. */
  listed(grid: GridPlace = {}) {
    return this.with({ grid })
  }
}

export type RecordFields = Readonly<Record<string, Field>>

const field = <Value>(kind: FieldKind, label: string, more: Partial<FieldSetting> = {}) =>
  new Field<Value, false, 'every body'>({
    kind,
    label,
    isOptional: false,
    writtenBy: 'every body',
    checks: [],
    isSorted: false,
    isFiltered: false,
    isSearched: false,
    ...more,
  })

/** The number of the record or of a record that it belongs to. */
export const key = (label: string) => field<number>('key', label).readOnly()
/** A line of text of at most `max` characters; breaks of lines become spaces. */
export const text = (label: string, max: number) => field<string>('text', label, { max })
/** Several lines of text, of at most `max` characters together. */
export const lines = (label: string, max: number) => field<string>('lines', label, { max })
export const email = (label = 'Email', max = 100) => field<string>('email', label, { max })
/** A phone of digits alone, 10 to 15 of them (S-PHONE). */
export const phone = (label = 'Phone') => field<string>('phone', label, { max: 15 })
/** One of a few words, which are stored as they are shown. `wrong`: the error for any other word. */
export const choice = <const V extends readonly [string, ...string[]]>(label: string, values: V, wrong?: string) =>
  field<V[number]>('choice', label, {
    options: values.map(value => ({ value, label: value })),
    ...(wrong && { wrongOption: wrong }),
  })
/** One of a few states with their words, in their order: lists sort by the order, and search and filter by the words. */
export const state = <V extends string>(label: string, words: Readonly<Record<V, string>>, wrong?: string) =>
  field<V>('state', label, {
    options: Object.entries<string>(words).map(([value, word]) => ({ value, label: word })),
    ...(wrong && { wrongOption: wrong }),
  })
/** True or false, written as `yes` and `no` on the wire. */
export const flag = <const Y extends FlagValue, const N extends FlagValue>(label: string, yes: Y, no: N) =>
  field<Y | N>('flag', label, { flags: [yes, no] })
/** A number from `min`, or 0, up to `max`. */
export const number = (label: string, limits: Pick<FieldSetting, 'min' | 'max' | 'decimals'> = {}) =>
  field<number>('number', label, limits)
/** An amount of 0 or more: rupees with two decimals on the wire, whole paise in the store. */
export const money = (label: string, max: number) => field<number>('money', label, { max, decimals: 2, unit: '₹' })
/** A moment, as an ISO 8601 text in UTC. */
export const instant = (label: string) => field<string>('instant', label)
/** A day without a zone, `yyyy-MM-dd`. */
export const day = (label: string) => field<string>('day', label)
/** The link of an uploaded file. */
export const file = (label: string) => field<string>('file', label)

/** `vehicle_id` as `vehicleId`. */
export const camelName = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
/** The stored column of a field in camel case; null: the value comes from another table. */
export const columnOf = (name: string, { setting }: Field): string | null =>
  setting.column === undefined ? camelName(name) : setting.column

/** The names of fields that bodies write, in the order of their declaration. */
export const writtenNames = <F extends RecordFields>(fields: F): WrittenName<F>[] =>
  Object.keys(fields).filter(name => fields[name] && isWritten(fields[name])) as WrittenName<F>[]
/** Whether bodies write a field. */
export const isWritten = ({ setting: { writtenBy } }: Field): boolean =>
  writtenBy === 'every body' || writtenBy === 'changes'

/** The names of fields that lists sort by. */
export const sortNames = (fields: RecordFields): string[] =>
  Object.keys(fields).filter(name => fields[name]?.setting.isSorted)

const FILTER_TYPES: Readonly<Partial<Record<FieldKind, FieldType>>> = {
  number: 'number',
  money: 'number',
  instant: 'date',
  day: 'date',
}
export const filterType = ({ setting }: Field): FieldType => FILTER_TYPES[setting.kind] ?? 'text'
/** The types of the fields that lists filter by. */
export const filterTypes = (fields: RecordFields): FilterFields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, f]) => (f.setting.isFiltered ? [[name, filterType(f)]] : [])),
  )

/** The header of a field in lists and filter forms. */
export const headerOf = ({ setting: { grid, label } }: Field): string => grid?.header ?? label

type Writer<X> = X extends Field<unknown, boolean, infer W> ? W : never
type Optional<X> = X extends Field<unknown, infer O, WrittenBy> ? O : never
type ValueOf<X> = X extends Field<infer V, boolean, WrittenBy> ? V : never
export type WrittenName<F> = { [K in keyof F]: Writer<F[K]> extends 'server' | 'lists' ? never : K }[keyof F] & string
export type NewName<F> = { [K in keyof F]: Writer<F[K]> extends 'every body' ? K : never }[keyof F] & string
/** The fields that every body names. */
export type RequiredName<F> = {
  [K in NewName<F>]: Optional<F[K & keyof F]> extends true ? never : K
}[NewName<F>]
/** A field's value in a reply. A choice may still hold a word that is no longer offered. */
export type ShownValue<X> = Optional<X> extends true ? ValueOf<X> | null : ValueOf<X>
/** A field's value in a form: empty text, or null, where the value is missing. */
export type TypedValue<X> = Optional<X> extends true ? ValueOf<X> | '' | null | undefined : ValueOf<X>
/** A field's value in a checked body; in a change, undefined leaves an optional field as it is. */
export type BodyValue<X> = ShownValue<X>
export type IsOptional<X> = Optional<X>

/** A record as replies show it. */
export type ShownRecord<F extends RecordFields> = {
  [K in keyof F as Writer<F[K]> extends 'lists' ? never : K]: ShownValue<F[K]>
}
