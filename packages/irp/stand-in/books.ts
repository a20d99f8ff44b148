// What the stand-in has registered: in memory for tests; the product keeps it in its database, for all nodes and across restarts.
import type { PortalDocument } from '../src/document.ts'

export type Registered = {
  irn: string
  gstin: string
  document: PortalDocument
  /** Milliseconds since 1970. */
  ackAt: number
  cancelledAt: number | null
}
export type StandInBooks = {
  get: (irn: string) => Promise<Registered | undefined>
  /** False where the number is registered already, and nothing was added. */
  add: (r: Registered) => Promise<boolean>
  cancel: (irn: string, at: number) => Promise<void>
}

/** Books that end with the process. @public */
export function memoryBooks(): StandInBooks & { all: () => Registered[] } {
  const all = new Map<string, Registered>()
  return {
    all: () => [...all.values()],
    get: async irn => all.get(irn),
    add: async r => {
      if (all.has(r.irn)) return false
      all.set(r.irn, r)
      return true
    },
    cancel: async (irn, at) => {
      const r = all.get(irn)
      if (r) all.set(irn, { ...r, cancelledAt: at })
    },
  }
}
