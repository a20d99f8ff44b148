// The rows of a list that the user has selected: some rows, picked on one page or several, or all that match the search
// and filters less a few. Rows picked one by one stay selected through pages, sorts and searches; "all that match" ends
// with another search, and the whole selection ends when the list becomes another.

import type { Right } from '@wattdesk/base/access'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Icon } from './actions.tsx'
import type { List } from './list.ts'
import type { RowId } from './list-picked.ts'
import type { ListControls, ListQueryValues } from './list-state.ts'
import { useSession } from './session.ts'

type Picked = { id: RowId; name: string }
/** The selection, as an action takes it. `count` may have grown or shrunk on the server. */
export type Chosen =
  | { kind: 'rows'; rows: readonly Picked[]; count: number }
  | { kind: 'matching'; query: Omit<ListQueryValues, 'page' | 'pageSize'>; except: readonly Picked[]; count: number }

/** An action on the selected rows. */
export type ManyAction = {
  id: string
  label: string
  icon: Icon
  right?: Right
  danger?: boolean
  run: (chosen: Chosen) => void
}
/** The actions on selected rows of a list, beside exporting them. */
export type Many = {
  actions: readonly ManyAction[]
  /** So many at most; above it, all that match cannot be chosen. 0: they are never offered. */
  most: number
}
/** The offer of every list with an export: to export the selected rows. */
export const ONLY_EXPORT: Many = { actions: [], most: Number.MAX_SAFE_INTEGER }

type Kept = { picked: ReadonlyMap<RowId, string>; all: { asked: string; except: ReadonlyMap<RowId, string> } | null }
const NOTHING: Kept = { picked: new Map(), all: null }

export type Choice<R> = {
  chosen: Chosen
  isChosen: (row: R) => boolean
  canChoose: (row: R) => boolean
  /** Selects or deselects a row; `through`: with all rows between this row and the one before. */
  toggle: (row: R, options?: { through?: boolean }) => void
  page: { isWhole: boolean; isSome: boolean; toggle: () => void }
  /** Chosen rows that the page does not show. */
  elsewhere: number
  chooseAll: () => void
  clear: () => void
  /** Why nothing is chosen any more, where the reader did not say so. */
  dropped: string | null
  /** The id of the header's checkbox, which takes the focus when the selection becomes empty. */
  headId: string
}

type Source<R> = {
  list: List<R>
  state: ListControls
  rowId: (r: R) => RowId
  nameOf: (r: R) => string
  canChoose?: ((r: R) => boolean) | undefined
}
const any = () => true
export function useChoice<R>({ list, state, rowId, nameOf, canChoose = any }: Source<R>): Choice<R> {
  const [kept, setKept] = useState<Kept>(NOTHING)
  const [dropped, setDropped] = useState<string | null>(null)
  const last = useRef<RowId>(undefined)
  const headId = useId()
  const asked = JSON.stringify([state.q, state.filters])
  const { teamId } = useSession()
  // With another list, as of another team, nothing is chosen.
  const of = `${teamId} ${list.of}`
  const ofBefore = useRef(of)
  const isOther = ofBefore.current !== of
  const isStale = kept.all !== null && kept.all.asked !== asked
  useEffect(() => {
    if (!isOther && !isStale) return
    ofBefore.current = of
    setKept(NOTHING)
    setDropped(isStale && !isOther ? 'The search or filters changed, so nothing is chosen any more.' : null)
  }, [isOther, isStale, of])

  // An action on a row can make it unselectable.
  const over = list.rows.filter(r => kept.picked.has(rowId(r)) && !canChoose(r)).map(rowId)
  const overKey = over.join()
  const overNow = useRef(over)
  overNow.current = over
  useEffect(() => {
    if (overKey === '') return
    setKept(k => ({ ...k, picked: new Map([...k.picked].filter(([id]) => !overNow.current.includes(id))) }))
  }, [overKey])

  return useMemo(() => {
    // Never for a moment what was chosen under another search.
    const { picked, all } = isOther || isStale ? NOTHING : kept
    const change = (next: Kept) => {
      setDropped(null)
      setKept(next)
    }
    const isChosen = (r: R) => (all ? !all.except.has(rowId(r)) : picked.has(rowId(r)))
    /** Chooses rows, or lets them go. */
    const set = (rows: readonly R[], to: boolean) => {
      const next = new Map(all ? all.except : picked)
      for (const r of rows)
        if (!canChoose(r)) continue
        else if (to === (all === null)) next.set(rowId(r), nameOf(r))
        else next.delete(rowId(r))
      change(all ? { picked, all: { ...all, except: next } } : { picked: next, all: null })
    }
    const rows = list.rows.filter(canChoose)
    const here = rows.filter(isChosen).length
    const isWhole = rows.length > 0 && here === rows.length
    const pickedRows = (map: ReadonlyMap<RowId, string>) => [...map].map(([id, name]) => ({ id, name }))
    const { page: _, pageSize: __, ...query } = state.query
    const count = all ? Math.max(0, list.total - all.except.size) : picked.size
    return {
      chosen: all
        ? { kind: 'matching', query, except: pickedRows(all.except), count }
        : { kind: 'rows', rows: pickedRows(picked), count },
      isChosen,
      canChoose,
      toggle: (row, { through = false } = {}) => {
        const [a, b] = [list.rows.findIndex(r => rowId(r) === last.current), list.rows.indexOf(row)]
        const between = through && a >= 0 ? list.rows.slice(Math.min(a, b), Math.max(a, b) + 1) : [row]
        last.current = rowId(row)
        set(between, !isChosen(row))
      },
      page: { isWhole, isSome: here > 0 && !isWhole, toggle: () => set(rows, !isWhole) },
      elsewhere: all ? 0 : picked.size - here,
      chooseAll: () => change({ picked: new Map(), all: { asked, except: new Map() } }),
      clear: () => {
        change(NOTHING)
        document.getElementById(headId)?.focus()
      },
      dropped,
      headId,
    }
  }, [kept, dropped, isOther, isStale, list, state, rowId, nameOf, canChoose, asked, headId])
}

const figure = (n: number): string => n.toLocaleString('en-IN')
/** The choice in words. */
export function choiceText<R>({ chosen, page, elsewhere }: Choice<R>, rowsHere: number): string {
  if (chosen.kind === 'matching') {
    const but = chosen.except.length > 0 ? ` but ${figure(chosen.except.length)}` : ''
    return `All ${figure(chosen.count + chosen.except.length)} that match${but} are chosen`
  }
  if (page.isWhole && elsewhere === 0 && rowsHere > 1 && chosen.count === rowsHere)
    return `All ${figure(rowsHere)} on this page are chosen`
  return `${figure(chosen.count)} chosen${elsewhere > 0 ? `, ${figure(elsewhere)} of them not on this page` : ''}`
}
