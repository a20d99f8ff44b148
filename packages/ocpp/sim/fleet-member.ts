// A charger of a fleet, whichever protocol it speaks, and that of OCPP 1.6.
import { SimulatedCharger } from './charger.ts'
import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'
import { CallError, Unanswered } from './link.ts'
import type { Outlet } from './power.ts'
import type { Random } from './random.ts'
import { vehiclesFor } from './vehicles.ts'

export interface MemberOptions {
  url: string
  identity: string
  /** The subprotocols that the charger offers. */
  protocols: string[]
  connectors: number
  outlet: Outlet
  seed: number
  clock: Clock
  key?: string
  faults: Faults
}

/** Told by a charger of the calls that it sent and received. */
export interface MemberReports {
  answered: (ms: number) => void
  failed: (code: string) => void
  called: () => void
}

/** How a driver's visit ended; undefined where there was no place, or the link failed. */
export type Visit = { energyWh: number } | 'refused' | undefined

export interface FleetMember {
  readonly isOpen: boolean
  readonly isAccepted: boolean
  /** Transaction messages not answered yet. */
  readonly queued: number
  /** Running sessions. */
  readonly charging: number
  /** Connects and boots, again and again until the central system is reached. */
  keepUp(): void
  /** A driver comes with a card, charges, and drives away. */
  visit(own: Random, idTag: string): Promise<Visit>
  /** Runs a visit that nobody waits for. */
  background(work: Promise<unknown>): void
  close(): Promise<void>
}

/** How long a driver stays at an outlet, seconds. */
export const stayOf = (own: Random, { kind }: Outlet): number => own.int(900, kind === 'DC' ? 3_600 : 4 * 3_600)

/** A call that failed was counted already; everything else is a fault of the simulation. */
export function isCounted(error: unknown): boolean {
  return error instanceof CallError || error instanceof Unanswered
}

export class Member16 implements FleetMember {
  private readonly charger: SimulatedCharger

  constructor(options: MemberOptions, reports: MemberReports) {
    this.charger = new SimulatedCharger({ ...options, reconnect: true, faults: { ...options.faults } })
    this.charger.on('reply', ({ error, ms }) => {
      if (error === undefined) reports.answered(ms)
      else reports.failed(error)
    })
    this.charger.on('call', reports.called)
    this.charger.on('failed', ({ error }) => reports.failed(error.message.slice(0, 60)))
  }

  get isOpen(): boolean {
    return this.charger.isOpen
  }

  get isAccepted(): boolean {
    return this.charger.station.usable
  }

  get queued(): number {
    return this.charger.queued
  }

  get charging(): number {
    return this.charger.station.connectors.filter(connector => connector.transaction).length
  }

  keepUp(): void {
    this.charger.keepUp()
  }

  background(work: Promise<unknown>): void {
    this.charger.station.background(work)
  }

  close(): Promise<void> {
    return this.charger.close()
  }

  async visit(own: Random, idTag: string): Promise<Visit> {
    const { charger } = this
    const connector = charger.station.connectors.find(({ id }) => id > 0 && charger.status(id) === 'Available')
    if (!connector || !charger.station.accepted) return undefined
    const vehicle = own.pick(vehiclesFor(connector.outlet.kind))
    const soc = own.int(10, 70)
    const seconds = stayOf(own, connector.outlet)
    const { id } = connector
    const meterStartWh = connector.registerWh
    let visit: Visit
    try {
      await charger.plugIn(id)
      const { status } = await charger.authorize(idTag)
      if (status === 'Accepted') {
        await charger.start(id, idTag, { vehicle, soc })
        await charger.station.pause(seconds)
        if (connector.transaction) await charger.stop(id, 'Local', idTag)
        visit = { energyWh: connector.registerWh - meterStartWh }
      } else visit = 'refused'
      await charger.station.pause(own.int(20, 120))
    } catch (error) {
      if (!isCounted(error)) throw error
    }
    if (connector.transaction) await charger.stop(id, 'Other')
    if (connector.plugged) await charger.unplug(id)
    return visit
  }
}
