// A word on hover, focus or long press. Written here because the library's tooltip brings a placement engine of 10 KB.
import { Box, Portal } from '@mui/material'
import { cloneElement, type ReactElement, useEffect, useId, useRef, useState } from 'react'

type Handlers = {
  onMouseEnter?: (e: React.MouseEvent<HTMLElement>) => void
  onMouseLeave?: () => void
  onFocus?: (e: React.FocusEvent<HTMLElement>) => void
  onBlur?: () => void
  'aria-describedby'?: string | undefined
}
type Place = { left: number; top: number; side: 'bottom' | 'top' | 'right' }
export type TipProps = {
  title: string
  children: ReactElement<Handlers>
  side?: 'bottom' | 'right'
  /** The tip says more than the label of the thing: read out after it. */
  describes?: boolean
}

const placeBy = (el: Element, side: 'bottom' | 'right'): Place => {
  const r = el.getBoundingClientRect()
  if (side === 'right') return { left: r.right + 8, top: r.top + r.height / 2, side }
  const below = r.bottom + 44 < innerHeight
  const left = Math.min(Math.max(r.left + r.width / 2, 80), innerWidth - 80)
  return below ? { left, top: r.bottom + 6, side } : { left, top: r.top - 6, side: 'top' }
}
const shift = { bottom: 'translateX(-50%)', top: 'translate(-50%, -100%)', right: 'translateY(-50%)' }

export function Tip({ title, children, side = 'bottom', describes = false }: TipProps) {
  const id = useId()
  const [place, setPlace] = useState<Place | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setPlace(null)
  }
  const show = (el: Element, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setPlace(placeBy(el, side)), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!place) return
    const close = (e: KeyboardEvent) => e.key === 'Escape' && setPlace(null)
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [place])
  return (
    <>
      {cloneElement(children, {
        onMouseEnter: e => show(e.currentTarget, 300),
        onMouseLeave: hide,
        onFocus: e => e.target.matches(':focus-visible') && show(e.currentTarget, 0),
        onBlur: hide,
        ...(describes && { 'aria-describedby': id }),
      })}
      {describes && (
        <span id={id} hidden>
          {title}
        </span>
      )}
      {place && (
        <Portal container={() => document.querySelector('main')}>
          <Box
            role="tooltip"
            sx={{
              position: 'fixed',
              left: place.left,
              top: place.top,
              transform: shift[place.side],
              zIndex: 'tooltip',
              px: 1,
              py: 0.5,
              borderRadius: 1,
              maxWidth: 300,
              fontSize: '0.75rem',
              pointerEvents: 'none',
              bgcolor: 'text.primary',
              color: 'background.paper',
            }}
          >
            {title}
          </Box>
        </Portal>
      )}
    </>
  )
}
