// The behaviour of a map with marks: the card that is open, marks that follow the map, the arrow keys, and presses.
import type { MouseEvent, PointerEvent } from 'react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { useMap } from './map-base.tsx'
import type { Corners, Mark } from './map-mark.tsx'
import { START } from './map-style.ts'

export const MARGIN = { padding: 48, linear: true, duration: 400 }
/** A press that moved so far was a drag of the map. */
const DRAG_PX = 4

export const pairs = ([west, south, east, north]: Corners): [[number, number], [number, number]] => [
  [west, south],
  [east, north],
]
export const levelOf = (zoom: number): number => Math.floor(zoom + 1e-6)

type Open = { id: string; isPinned: boolean }
type DrawnMap = ReturnType<typeof useMap>['map']

/** The card that is open. `soon` changes it after some milliseconds, and cancels an earlier change that has not come yet. */
export function useOpenCard() {
  const [open, setOpen] = useState<Open>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = useCallback(() => clearTimeout(timer.current), [])
  const soon = useCallback((change: (now: Open | undefined) => Open | undefined, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(change), ms)
  }, [])
  useEffect(() => cancel, [cancel])
  return { open, setOpen, soon, cancel }
}
/** Closes a card that is not pinned. */
export const unlessPinned = (now: Open | undefined) => (now?.isPinned ? now : undefined)

/** The elements that follow the map. */
export function useElements() {
  const frame = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLDivElement>(null)
  return { frame, overlay, card }
}
type Elements = ReturnType<typeof useElements>

/** Marks and card follow the map, frame by frame, without React. */
export function useFollowing(
  map: DrawnMap,
  { frame, overlay, card }: Elements,
  marks: readonly Mark[],
  opened?: Mark,
): void {
  useLayoutEffect(() => {
    if (!map) return
    const put = () => {
      marks.forEach((m, i) => {
        const el = overlay.current?.children[i] as HTMLElement | undefined
        const { x, y } = map.project([m.lng, m.lat])
        if (el) el.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`
      })
      const [el, box] = [card.current, frame.current]
      if (!el || !box || !opened) return
      const { x, y } = map.project([opened.lng, opened.lat])
      const { clientWidth: width, clientHeight: height } = box
      el.style.left = `${Math.max(8, Math.min(width - el.offsetWidth - 8, x - el.offsetWidth / 2))}px`
      const isBelow = y < height / 2
      el.style.top = isBelow ? `${Math.max(0, y) + 26}px` : ''
      el.style.bottom = isBelow ? '' : `${Math.max(0, height - y) + 26}px`
    }
    put()
    map.on('move', put)
    return () => {
      map.off('move', put)
    }
  }, [map, marks, opened, frame, overlay, card])
}

/** The number of the mark that a key leads to. */
const markByKey = (key: string, reached: number, last: number): number | undefined => {
  const to = {
    ArrowRight: reached + 1,
    ArrowDown: reached + 1,
    ArrowLeft: reached - 1,
    ArrowUp: reached - 1,
    Home: 0,
    End: last,
  }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(last, to))
}

/**
 * Arrow keys go from mark to mark, and a click on the map closes the card. By the listeners of the page, since the map
 * listens below React: arrow keys and double clicks on marks do not reach the map.
 */
export function useMarkKeys(
  map: DrawnMap,
  overlay: Elements['overlay'],
  state: MarksNow,
  setOpen: (open: undefined) => void,
) {
  const { current, focusMark } = state
  useEffect(() => {
    const el = overlay.current
    if (!map || !el) return
    const go = (e: KeyboardEvent) => {
      const { marks, reached } = current.current
      const to = markByKey(e.key, reached, marks.length - 1)
      if (to === undefined) return
      e.stopPropagation()
      e.preventDefault()
      focusMark(to)
    }
    const stop = (e: Event) => e.stopPropagation()
    const close = () => setOpen(undefined)
    el.addEventListener('keydown', go)
    el.addEventListener('dblclick', stop)
    map.on('click', close)
    return () => {
      el.removeEventListener('keydown', go)
      el.removeEventListener('dblclick', stop)
      map.off('click', close)
    }
  }, [map, overlay, current, focusMark, setOpen])
}

/** The marks of the last drawing, for listeners that outlive a drawing. */
type MarksNow = {
  current: { readonly current: { marks: readonly Mark[]; reached: number } }
  focusMark: (i: number) => void
}
export function useMarksNow(overlay: Elements['overlay'], marks: readonly Mark[], reached: number): MarksNow {
  const current = useRef({ marks, reached })
  current.current = { marks, reached }
  const focusMark = useCallback(
    (i: number) => (overlay.current?.children[i] as HTMLElement | undefined)?.focus(),
    [overlay],
  )
  return { current, focusMark }
}

/** A press on a mark comes near until the mark parts, and pins the card of a mark that does not part. */
export function usePress(
  { map, nearest }: Pick<ReturnType<typeof useMap>, 'map' | 'nearest'>,
  { current, focusMark }: MarksNow,
  { cancel, setOpen }: Pick<ReturnType<typeof useOpenCard>, 'cancel' | 'setOpen'>,
  onNear: (id: string | null) => void,
) {
  /** After the map has come near by the keyboard: the mark nearest to its middle. */
  const focusMiddle = () => {
    const { lng, lat } = map?.getCenter() ?? START.center
    const far = current.current.marks.map(m => (m.lng - lng) ** 2 + (m.lat - lat) ** 2)
    focusMark(far.indexOf(Math.min(...far)))
  }
  const pressedAt = useRef({ x: 0, y: 0 })
  const press = (mark: Mark, e: MouseEvent) => {
    const isByKey = e.detail === 0
    const { x, y } = pressedAt.current
    if (!map || (!isByKey && Math.hypot(e.clientX - x, e.clientY - y) > DRAG_PX)) return
    cancel()
    if (!mark.corners || levelOf(map.getZoom()) >= levelOf(nearest)) return setOpen({ id: mark.id, isPinned: true })
    setOpen(undefined)
    onNear(mark.id)
    if (isByKey) map.once('moveend', () => requestAnimationFrame(focusMiddle))
    map.fitBounds(pairs(mark.corners), { ...MARGIN, maxZoom: nearest })
  }
  const notePointer = (e: PointerEvent) => {
    pressedAt.current = { x: e.clientX, y: e.clientY }
  }
  return { press, notePointer }
}
