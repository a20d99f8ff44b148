// A column of a grid, written once for the grid, the cards on phones, the column chooser and the exports.
import type { Cell } from '@wattdesk/base/text'
import { zoneName } from '@wattdesk/base/time'
import { type ReactNode, useState } from 'react'
import { energyText, moneyText, numberText, percentText, powerText } from './figures.tsx'
import { dateOf, RelativeTime, Time, timeText } from './time.tsx'
import { Tint } from './tint.tsx'

export type ColumnKind = 'text' | 'number' | 'money' | 'energy' | 'power' | 'percent' | 'time' | 'relative' | 'flag'

export type Column<R> = {
  /** The row's field and, unless `sort` says otherwise, the name the server sorts by. */
  field: string
  header: string
  /** How the value shows: numbers, money (rupees), energy (Wh), power (kW) and percent stand right. Default text. */
  kind?: ColumnKind
  /** The value shown and exported; default `row[field]`. */
  value?: (row: R) => Cell
  /** What stands in the cell instead of the plain value. */
  cell?: (row: R) => ReactNode
  /** The value of this cell that the live stream changes: the cell tints when the value changes. */
  live?: (row: R) => string | number | boolean | null
  /** The server's name of the field to sort by; false: never sortable. */
  sort?: string | false
  /** The column that names the row: medium weight, the link of the row, the title of its card. */
  identity?: boolean
  /** On a phone's card: beside the title. */
  head?: boolean
  /** Not shown until chosen. */
  hidden?: boolean
  /** In the exports only. */
  exportOnly?: boolean
  /** In the grid only. */
  noExport?: boolean
  width?: number
  minWidth?: number
  flex?: number
}

/** What a column sorts by on the server; false: by nothing. */
export const sortName = <R,>(c: Column<R>): string | false => (c.sort === false ? false : (c.sort ?? c.field))

/** The plain value of a cell. */
export const cellValue = <R,>(column: Column<R>, row: R): Cell =>
  column.value ? column.value(row) : ((row as Record<string, unknown>)[column.field] as Cell)

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
      return energyText(numberOf(v))
    case 'power':
      return powerText(numberOf(v))
    case 'percent':
      return percentText(numberOf(v))
    case 'number':
      return typeof v === 'number' ? numberText(v, Number.isInteger(v) ? 0 : 2) : String(v ?? '–')
    case 'time':
    case 'relative':
      return timeText(v as string)
    case 'flag':
      return v === true || v === 'Y' || v === 1 ? 'Yes' : 'No'
    default:
      return v === null || v === undefined || v === '' ? '–' : v instanceof Date ? timeText(v) : String(v)
  }
}

/** What stands in the cell. */
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

/** The value as a file holds it: figures as numbers, times as dates, the rest as text. */
export function fileValue<R>(column: Column<R>, row: R): Cell {
  const v = cellValue(column, row)
  const kind = column.kind ?? 'text'
  if (isTime(column)) return dateOf(v as string) ?? ''
  if (kind === 'flag') return cellText(column, row)
  if (!numeric.has(kind)) return v
  const n = v === null || v === undefined || v === '' ? Number.NaN : Number(v)
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
  choosable: readonly Column<R>[]
  shown: readonly Column<R>[]
  isShown: (c: Column<R>) => boolean
  toggle: (c: Column<R>) => void
  reset: () => void
}
/** Which columns show, remembered under `key` in this browser. */
export function useShownColumns<R>(columns: readonly Column<R>[], key: string): ShownColumns<R> {
  const stored = `columns:${key}`
  const [chosen, setChosen] = useState<Record<string, boolean>>(() => {
    try {
      return JSON.parse(localStorage.getItem(stored) ?? '{}') as Record<string, boolean>
    } catch {
      // A mangled choice is no choice.
      return {}
    }
  })
  const choosable = columns.filter(c => !c.exportOnly)
  const isShown = (c: Column<R>) => chosen[c.field] ?? !c.hidden
  return {
    choosable,
    shown: choosable.filter(isShown),
    isShown,
    toggle: c => {
      const next = { ...chosen, [c.field]: !isShown(c) }
      localStorage.setItem(stored, JSON.stringify(next))
      setChosen(next)
    },
    reset: () => {
      localStorage.removeItem(stored)
      setChosen({})
    },
  }
}
