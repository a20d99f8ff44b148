// A column of a grid, written once for the grid, the cards on phones, the column chooser and the exports.
import type { Arranged } from '@wattdesk/base/list-view'
import { type Cell, Day } from '@wattdesk/base/text'
import { formatDate, zoneName } from '@wattdesk/base/time'
import { type ReactNode, useState } from 'react'
import { energyText, moneyText, numberText, percentText, powerText } from './figures.tsx'
import { dateOf, RelativeTime, Time, timeText } from './time.tsx'
import { Tint } from './tint.tsx'

export type ColumnKind =
  | 'text'
  | 'number'
  | 'money'
  | 'energy'
  | 'power'
  | 'percent'
  | 'time'
  | 'relative'
  | 'day'
  | 'flag'

export type Column<R> = {
  /** The row's field and, unless `sort` says otherwise, the name the server sorts by. */
  field: string
  header: string
  /** How the value shows: numbers, money (rupees), energy (Wh), power (kW) and percent stand right; day is 'yyyy-MM-dd'. Default text. */
  kind?: ColumnKind
  /** The value shown and exported; default `row[field]`. */
  value?: (row: R) => Cell
  /** The content of the cell instead of the plain value. */
  cell?: (row: R) => ReactNode
  /** The value of this cell that the live stream changes: the cell tints when the value changes. */
  live?: (row: R) => string | number | boolean | null
  /** The server's name of the field to sort by; false: never sortable. */
  sort?: string | false
  /** The column that names the row: medium weight, the link of the row, the title of its card. */
  identity?: boolean
  /** Where the identity leads, if not where its row does. */
  leads?: (row: R) => string
  /** On a phone's card: beside the title. */
  head?: boolean
  /** On a phone's card: below the facts, without its header. */
  foot?: boolean
  /** Not shown until chosen. */
  hidden?: boolean
  /** In every file, shown in the grid or not. */
  inFiles?: boolean
  /** In the exports only. */
  exportOnly?: boolean
  /** Of a column in the exports only: on papers too, whose cells have the plain value alone. */
  onPaper?: boolean
  /** The decimals of an energy as text; usually 2. */
  decimals?: number
  /** In the grid only. */
  noExport?: boolean
  width?: number
  minWidth?: number
  flex?: number
}

/** Returns the column's sort field on the server; false: the column cannot be sorted. */
export const sortName = <R,>(c: Column<R>): string | false => (c.sort === false ? false : (c.sort ?? c.field))

/** The plain value of a cell. */
const cellValue = <R,>(column: Column<R>, row: R): Cell =>
  column.value ? column.value(row) : ((row as Record<string, unknown>)[column.field] as Cell)

const DAY = /^\d{4}-\d{2}-\d{2}/
const numeric: ReadonlySet<ColumnKind> = new Set(['number', 'money', 'energy', 'power', 'percent'])
export const isNumeric = <R,>(column: Column<R>): boolean => numeric.has(column.kind ?? 'text')

const numberOf = (v: Cell): number | null => (v === null || v === undefined || v === '' ? null : Number(v))

/** The value as text, by the column's kind. */
export function cellText<R>(column: Column<R>, row: R): string {
  const v = cellValue(column, row)
  switch (column.kind) {
    case 'money':
      return moneyText(typeof v === 'bigint' ? v : numberOf(v))
    case 'energy':
      return energyText(numberOf(v), column.decimals)
    case 'power':
      return powerText(numberOf(v))
    case 'percent':
      return percentText(numberOf(v))
    case 'number':
      return typeof v === 'number' ? numberText(v, Number.isInteger(v) ? 0 : 2) : String(v ?? '–')
    case 'time':
    case 'relative':
      return timeText(v as string)
    case 'day':
      return typeof v === 'string' && DAY.test(v) ? formatDate(new Date(v.slice(0, 10)), 'UTC') : String(v || '–')
    case 'flag':
      return v === true || v === 'Y' || v === 1 ? 'Yes' : 'No'
    default:
      if (v === null || v === undefined || v === '') return '–'
      return v instanceof Date ? timeText(v) : v instanceof Day ? v.text : String(v)
  }
}

/** Returns the content of the cell. */
export function cellContent<R>(column: Column<R>, row: R): ReactNode {
  const content = plainContent(column, row)
  return column.live ? <Tint value={column.live(row)}>{content}</Tint> : content
}
function plainContent<R>(column: Column<R>, row: R): ReactNode {
  if (column.cell) return column.cell(row)
  if (column.kind === 'time') return <Time at={cellValue(column, row) as string} />
  if (column.kind === 'relative') return <RelativeTime at={cellValue(column, row) as string} />
  return cellText(column, row)
}

const isTime = <R,>(column: Column<R>): boolean => column.kind === 'time' || column.kind === 'relative'
/** Kinds of which a file has 0 where there is no figure (S-FIGURES); a count or a register that is not there stays empty. */
const neverEmpty: ReadonlySet<ColumnKind> = new Set(['money', 'energy', 'power', 'percent'])

/** The value as a file holds it: figures as numbers, times and days as dates, the rest as text. */
export function fileValue<R>(column: Column<R>, row: R): Cell {
  const v = cellValue(column, row)
  const kind = column.kind ?? 'text'
  if (isTime(column)) return dateOf(v as string) ?? ''
  if (kind === 'flag') return cellText(column, row)
  if (kind === 'day') return typeof v === 'string' && !Number.isNaN(Date.parse(v)) ? new Day(v.slice(0, 10)) : ''
  if (!numeric.has(kind)) return v
  const n = v === null || v === undefined || v === '' ? Number.NaN : Number(v)
  // A column of numbers may hold a text, as 'EVSE 1' among the numbers of connectors.
  if (kind === 'number' && Number.isNaN(n) && typeof v === 'string') return v
  if (Number.isFinite(n)) return kind === 'energy' ? n / 1000 : n
  return neverEmpty.has(kind) ? 0 : ''
}
/** The header in a file; energy stands there in kWh, times in the browser's zone (D-EXP-1). */
export const fileHeader = <R,>(column: Column<R>): string =>
  column.kind === 'energy'
    ? `${column.header} (kWh)`
    : isTime(column)
      ? `${column.header} (${zoneName()})`
      : column.header

export type ShownColumns<R> = {
  /** All that can be chosen, in their order. */
  choosable: readonly Column<R>[]
  shown: readonly Column<R>[]
  isShown: (c: Column<R>) => boolean
  toggle: (c: Column<R>) => void
  /** Whether a column can change places with a visible neighbour; the column that names the row stays first. */
  canMove: (field: string, places: 1 | -1) => boolean
  move: (field: string, places: 1 | -1) => void
  reset: () => void
  arranged: readonly Arranged[]
  /** As the screen has them. */
  usual: readonly Arranged[]
  /** Takes order and choice; columns that are not named keep their place behind the one before them. */
  arrange: (columns: readonly Arranged[]) => void
}

type Kept = { shown: Record<string, boolean>; order: string[] }
const NOTHING_KEPT: Kept = { shown: {}, order: [] }
function read(stored: string): Kept {
  try {
    const value = JSON.parse(localStorage.getItem(stored) ?? '{}') as Partial<Kept>
    return {
      shown: typeof value.shown === 'object' && value.shown ? value.shown : {},
      order: Array.isArray(value.order) ? value.order.filter(f => typeof f === 'string') : [],
    }
  } catch {
    // A mangled choice is no choice.
    return NOTHING_KEPT
  }
}

/**
 * Returns the columns in the order of their fields; an unnamed column stands behind its neighbour, the identity column
 * first.
 */
function inOrder<C extends { field: string; identity?: boolean }>(
  columns: readonly C[],
  order: readonly string[],
): C[] {
  const named = order.flatMap(f => columns.filter(c => c.field === f))
  const all = [...new Set(named)]
  for (const [i, c] of columns.entries()) {
    if (all.includes(c)) continue
    const neighbour = columns.slice(0, i).findLast(b => all.includes(b))
    all.splice(neighbour ? all.indexOf(neighbour) + 1 : 0, 0, c)
  }
  return [...all.filter(c => c.identity), ...all.filter(c => !c.identity)]
}

/** Which columns show and in which order, remembered under `key` in this browser. */
export function useShownColumns<R>(columns: readonly Column<R>[], key: string): ShownColumns<R> {
  const stored = `columns:${key}`
  const [kept, setKept] = useState(() => read(stored))
  const keep = (next: Kept) => {
    localStorage.setItem(stored, JSON.stringify(next))
    setKept(next)
  }
  const own = columns.filter(c => !c.exportOnly)
  // As the screen has them where nobody said otherwise, the identity where the screen has it.
  const choosable = kept.order.length > 0 ? inOrder(own, kept.order) : own
  const isShown = (c: Column<R>) => kept.shown[c.field] ?? !c.hidden
  const visible = choosable.filter(isShown)
  /** The neighbour that a column can change places with. */
  const beside = (field: string, places: 1 | -1) => {
    const at = visible.findIndex(c => c.field === field)
    const there = visible[at + places]
    return visible[at]?.identity || there?.identity ? undefined : there
  }
  return {
    choosable,
    shown: visible,
    isShown,
    toggle: c => keep({ ...kept, shown: { ...kept.shown, [c.field]: !isShown(c) } }),
    canMove: (field, places) => beside(field, places) !== undefined,
    move: (field, places) => {
      const there = beside(field, places)
      if (!there) return
      // Past those that are hidden between the two.
      const order = choosable.map(o => o.field).filter(f => f !== field)
      order.splice(order.indexOf(there.field) + (places === 1 ? 1 : 0), 0, field)
      keep({ ...kept, order })
    },
    reset: () => {
      localStorage.removeItem(stored)
      setKept(NOTHING_KEPT)
    },
    arranged: choosable.map(c => ({ field: c.field, isShown: isShown(c) })),
    usual: own.map(c => ({ field: c.field, isShown: !c.hidden })),
    arrange: next =>
      keep({
        shown: Object.fromEntries(next.map(c => [c.field, c.isShown])),
        order: next.map(c => c.field),
      }),
  }
}
