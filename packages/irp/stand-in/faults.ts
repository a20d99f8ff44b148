// Faults of the stand-in, switched on by request.

export type Call = 'login' | 'register' | 'byDocument' | 'cancel'
export type Trouble =
  /** 503 with a page of the maintenance; 500; the portal's own "application error". Nothing was done. */
  | ('maintenance' | 'server error' | 'application error')
  /** Done, but the connection breaks before the answer; done, and no answer ever comes. */
  | ('answer lost' | 'no answer')
  /** The connection breaks before anything was done. */
  | 'connection lost'
  /** The token is not known any more. */
  | 'token over'
  /** Done, and answered with the signature of somebody else; done, and answered under another key than the session's. */
  | ('forged' | 'other key')

export type Faults = {
  /** While true, every call is answered by the maintenance. */
  isAway: boolean
  /** The next `times` calls fail so. */
  add: (on: Call | 'any', what: Trouble, times?: number) => void
  /** The fault that a call meets. */
  take: (call: Call) => Trouble | undefined
}
export function makeFaults(): Faults {
  const open: { on: Call | 'any'; what: Trouble; times: number }[] = []
  return {
    isAway: false,
    add: (on, what, times = 1) => void open.push({ on, what, times }),
    take(call) {
      if (this.isAway) return 'maintenance'
      const i = open.findIndex(f => f.on === call || f.on === 'any')
      const fault = open[i]
      if (fault && --fault.times === 0) open.splice(i, 1)
      return fault?.what
    },
  }
}
