// The placeholder of a part of the portal that is not there yet: a skeleton, or, once its code failed to load, a notice
// that the portal cannot be reached. The part appears by itself as soon as it loads.
import { Alert, Button } from '@mui/material'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { usePartMissing, wakeLoads } from './later.ts'
import { useOnline } from './online.ts'

/** Parts whose own place on the page tells that they are missing. */
let told = 0
const watchers = new Set<() => void>()
const tell = (by: 1 | -1) => {
  told += by
  for (const w of watchers) w()
}
const subscribe = (w: () => void) => {
  watchers.add(w)
  return () => watchers.delete(w)
}

/** In the strip another notice says already that the device is offline. */
function Missing({ strip = false }: { strip?: boolean }) {
  const online = useOnline()
  return (
    <Alert
      severity="warning"
      role="alert"
      sx={{ ...(strip && { borderRadius: 0, borderBottom: 1, borderColor: 'divider' }) }}
      action={
        <Button color="inherit" size="small" onClick={wakeLoads}>
          Retry
        </Button>
      }
    >
      {online ? 'The portal cannot be reached. ' : !strip && 'This device is offline. '}
      What you opened is shown as soon as it can be loaded.
    </Alert>
  )
}

/** The fallback of a part that fills its place: `children` while the part loads, the reason if it fails to load. */
export function PartFallback({ children }: { children?: ReactNode }) {
  useEffect(() => {
    tell(1)
    return () => tell(-1)
  }, [])
  return usePartMissing() ? <Missing /> : children
}

/** Says that a part is missing which has no place of its own on the page: a menu, dialog or tool. */
export function PartStrip() {
  const missing = usePartMissing()
  const elsewhere = useSyncExternalStore(subscribe, () => told > 0)
  return missing && !elsewhere ? <Missing strip /> : null
}
