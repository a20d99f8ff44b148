// Small clocks of the kit: true only after a while, and a value that follows with a delay.
import { useEffect, useState } from 'react'

/** True once `active` has lasted `ms`; skeletons show after 200 ms, so that quick answers do not flicker. */
export function useDelayed(active: boolean, ms = 200): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [active, ms])
  return active && late
}

/** `value` as it was when it last stood still for `ms`. */
export function useDebounced<T>(value: T, ms = 400): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
