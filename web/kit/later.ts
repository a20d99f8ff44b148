// Parts of the portal that load when first shown. A part that cannot be had (the server is restarting, the line is
// down) is asked for again with growing pauses, so that a page already on screen outlives it.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** Pauses between the tries: about half a minute in all. */
export const LATER_PAUSES_MS: readonly number[] = [300, 1000, 2000, 4000, 8000, 15_000]

/** A part that could not be loaded: gone with an older build, or the server is away for long. Only a reload helps. */
export class NotLoaded extends Error {}

/** The answer of `load`, tried again after each of `pauses`; throws NotLoaded when the last try fails. */
export async function loadAgain<T>(load: () => Promise<T>, pauses = LATER_PAUSES_MS): Promise<T> {
  for (let n = 0; ; n++)
    try {
      return await load()
    } catch (error) {
      const pause = pauses[n]
      if (pause === undefined) throw new NotLoaded('A part of the portal could not be loaded', { cause: error })
      await new Promise(resolve => setTimeout(resolve, pause))
    }
}

/** Like React's lazy, and patient. */
// biome-ignore lint/suspicious/noExplicitAny: props of any kind, as lazy has it
export const later = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>): LazyExoticComponent<C> =>
  lazy(() => loadAgain(load))
