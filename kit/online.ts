// Whether the device has a network at all.
import { useSyncExternalStore } from 'react'

/** Whether the device says that it has a network. Having one does not mean that the server can be reached. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    l => {
      for (const e of ['online', 'offline'] as const) globalThis.addEventListener(e, l)
      return () => {
        for (const e of ['online', 'offline'] as const) globalThis.removeEventListener(e, l)
      }
    },
    () => navigator.onLine !== false,
  )
