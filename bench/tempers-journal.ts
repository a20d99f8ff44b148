// The journal of one charger in the tempers benchmark: each call that the charger received with its socket, answer and
// times, and the times at which each socket was open. Times are milliseconds of the machine's clock.

import type { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'

type Answer = {
  at: number
  socket: number
  frame: readonly unknown[] /** No open socket took it. */
  lost: boolean
}
export type Received = {
  id: string
  action: string
  payload: Record<string, unknown>
  at: number
  socket: number
  answers: Answer[]
  /** For a start: the charger means to begin a session. */
  begins: boolean
  /** The session that a start has led to. */
  transactionId: number | undefined
}
export type OpenSocket = {
  from: number
  to: number | undefined /** A second one, beside the first. */
  isSecond: boolean
}

export class Journal {
  readonly identity: string
  readonly calls: Received[] = []
  readonly sockets: OpenSocket[] = []
  /** When the charger forgot its configuration, or started again. */
  readonly boots: number[] = []

  /** The confirmed states of connectors, in the order of the answers. */
  readonly statuses: string[] = []

  /** Calls of the charger that nobody answered on an open socket. */
  readonly unanswered: string[] = []

  constructor(identity: string) {
    this.identity = identity
  }

  /** Keeps what became of the charger's own calls. */
  listen(sim: SimulatedCharger): void {
    sim.on('reply', r => {
      const at = new Date().toISOString()
      if (r.error === 'Timeout') this.unanswered.push(`${this.identity} ${r.action} ${r.id} given up ${at}`)
      if (r.action !== 'StatusNotification') return
      const { connectorId, status, timestamp } = r.request as { connectorId: number; status: string; timestamp: string }
      this.statuses.push(`${connectorId} ${status} of ${timestamp} ${r.error ?? 'confirmed'} ${at}`)
    })
  }
  /** A socket is open now; its number. */
  opened(isSecond = false): number {
    return this.sockets.push({ from: Date.now(), to: undefined, isSecond }) - 1
  }
  closed(socket: number): void {
    const s = this.sockets[socket]
    if (s) s.to ??= Date.now()
  }
  received(socket: number, id: string, action: string, payload: unknown): Received {
    const r: Received = {
      id,
      action,
      payload: payload as Received['payload'],
      at: Date.now(),
      socket,
      answers: [],
      begins: false,
      transactionId: undefined,
    }
    this.calls.push(r)
    return r
  }
  answered(r: Received, socket: number, frame: readonly unknown[], lost: boolean): void {
    r.answers.push({ at: Date.now(), socket, frame, lost })
  }
}
