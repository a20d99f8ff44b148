// The mode of the installation as this page knows it (D-PAY-7): one store, which notices, papers and exports read.
import type { Mode } from '@wattdesk/base/mode'
import { useSyncExternalStore } from 'react'

/** Asks the server for the mode. */
type Reader = () => Promise<Mode>
const RETRY_MS = 5000

let known: Mode | undefined
let asking: Promise<Mode> | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Keeps the mode that a reply of the server has named. */
export function tellMode(mode: Mode): void {
  if (known === mode) return
  known = mode
  for (const listener of listeners) listener()
}

/** Asks for the mode, again and again until there is an answer. */
export function askMode(read: Reader): Promise<Mode> {
  const ask = (): Promise<Mode> =>
    read().catch(async () => {
      await new Promise(resolve => setTimeout(resolve, RETRY_MS))
      return ask()
    })
  asking = ask().then(mode => {
    tellMode(mode)
    return mode
  })
  return asking
}

/** Forgets the mode, as between tests. @internal */
export function forgetMode(): void {
  known = undefined
  asking = undefined
}

/**
 * The mode, awaited where the page has asked for it and has no answer yet: no file is made before it is known whether the
 * file needs the notice. undefined on a page that never asks.
 */
export const modeNow = async (): Promise<Mode | undefined> => known ?? asking

/** The mode; undefined until the server has answered. */
export const useMode = (): Mode | undefined => useSyncExternalStore(subscribe, () => known)
