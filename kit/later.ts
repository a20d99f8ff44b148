// Parts of the portal that load when first shown. A part that fails to load (the server is restarting, the line is
// down) is requested again until it comes, and the user is told at once that the part is missing.
import { type ComponentType, type LazyExoticComponent, lazy, useSyncExternalStore } from 'react'

/** Pauses between the tries: about half a minute in all; the last one goes on for as long as the portal is away. */
const LATER_PAUSES_MS: readonly number[] = [300, 1000, 2000, 4000, 8000, 15_000]

/** A part that is no longer there though the portal answers: of an older build. Only a reload helps. */
export class NotLoaded extends Error {}

/** True when the portal answers at all, whatever it says. */
const portalAnswers = (): Promise<boolean> =>
  fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** How many parts failed to load and are requested again. */
let missing = 0
const watchers = new Set<() => void>()
const count = (by: 1 | -1) => {
  missing += by
  for (const w of watchers) w()
}
/** True while something the reader opened is not there because its code could not be loaded. */
export const usePartMissing = (): boolean =>
  useSyncExternalStore(
    w => {
      watchers.add(w)
      return () => watchers.delete(w)
    },
    () => missing > 0,
  )

const sleepers = new Set<() => void>()
/** Asks at once for everything that is missing: the connection is back, or the reader wishes it. */
export const wakeLoads = (): void => {
  for (const wake of sleepers) wake()
}
globalThis.addEventListener?.('online', wakeLoads)

const sleep = (ms: number): Promise<void> =>
  new Promise(resolve => {
    const wake = () => {
      clearTimeout(timer)
      sleepers.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    sleepers.add(wake)
  })

/**
 * The answer of `load`, asked for again after each of `pauses`, and on and on while the portal does not answer.
 * Throws NotLoaded when the portal answers and the part is not there after the last pause.
 */
export async function loadAgain<T>(
  load: () => Promise<T>,
  pauses = LATER_PAUSES_MS,
  answers = portalAnswers,
): Promise<T> {
  let told = false
  try {
    for (let n = 0; ; n++)
      try {
        return await load()
      } catch (error) {
        if (!told) count(1)
        told = true
        const pause = pauses[n]
        if (pause === undefined && (await answers()))
          throw new NotLoaded('A part of the portal could not be loaded', { cause: error })
        await sleep(pause ?? pauses.at(-1) ?? 0)
      }
  } finally {
    if (told) count(-1)
  }
}

/** Fetches a part ahead of its first use, so that it is there when the network is not. */
export const fetchAhead = (load: () => Promise<unknown>): void => {
  load().catch(() => {
    // Asked for again when it is needed.
  })
}

/**
 * Like React's lazy, and patient.
 * @example const FormDialog = later(() => import('./form-dialog.tsx'))
 */
// biome-ignore lint/suspicious/noExplicitAny: props of any kind, as lazy has it
export const later = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>): LazyExoticComponent<C> =>
  lazy(() => loadAgain(load))
