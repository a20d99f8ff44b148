// The messages of a run's chargers that the product has confirmed, so that their content must be in the database afterwards.
import type { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'

export type AckedStart = {
  identity: string
  connectorId: number
  transactionId: number
  at: string
  meterStart: number
}
export type AckedStop = { transactionId: number; at: string; meterStop: number }
export type AckedMeter = { transactionId: number; at: string; context: string }

/** Everything that was confirmed, and every refusal. */
export class Acks {
  readonly starts: AckedStart[] = []
  readonly stops: AckedStop[] = []
  readonly meters: AckedMeter[] = []
  /** CALLERRORs: a charger drops its message for one. */
  readonly errors: string[] = []
  lostLinks = 0
  timeouts = 0
  refusedSockets = 0

  /** Keeps what a charger is told. */
  listen(c: SimulatedCharger): void {
    c.on('reply', r => {
      if (r.error === 'LinkLost') this.lostLinks++
      else if (r.error === 'Timeout') this.timeouts++
      else if (r.error !== undefined) this.errors.push(`${r.action}: ${r.error}`)
      else this.keep(c.identity, r.action, r.request as never, r.payload as never)
    })
    c.on('failed', () => this.refusedSockets++)
  }
  keep(identity: string, action: string, p: Record<string, never>, answer: { transactionId: number }): void {
    if (action === 'StartTransaction') {
      const { connectorId, timestamp, meterStart } = p as unknown as {
        connectorId: number
        timestamp: string
        meterStart: number
      }
      this.starts.push({ identity, connectorId, transactionId: answer.transactionId, at: timestamp, meterStart })
    } else if (action === 'StopTransaction') {
      const { transactionId, timestamp, meterStop } = p as unknown as {
        transactionId: number
        timestamp: string
        meterStop: number
      }
      this.stops.push({ transactionId, at: timestamp, meterStop })
    } else if (action === 'MeterValues') {
      const { transactionId, meterValue } = p as unknown as {
        transactionId?: number
        meterValue: { timestamp: string; sampledValue: { context?: string }[] }[]
      }
      if (transactionId === undefined || transactionId <= 0) return
      for (const v of meterValue)
        this.meters.push({ transactionId, at: v.timestamp, context: v.sampledValue[0]?.context ?? '' })
    }
  }
}
