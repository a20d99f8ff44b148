// Comfortable or compact: chosen by the reader, kept in this browser, read by theme and grids.
import { useSyncExternalStore } from 'react'

export type Density = 'comfortable' | 'compact'
const KEY = 'density'
const listeners = new Set<() => void>()
const subscribe = (l: () => void) => {
  listeners.add(l)
  return () => listeners.delete(l)
}
const read = (): Density => (localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable')

export const useDensity = (): Density => useSyncExternalStore(subscribe, read)
export const setDensity = (density: Density): void => {
  localStorage.setItem(KEY, density)
  for (const l of listeners) l()
}
/** Height of a grid's row: 52, compact 44. */
export const rowHeightOf = (density: Density): number => (density === 'compact' ? 44 : 52)
