// A charging station of OCPP 2.0.1 in a fleet.
import {
  type FleetMember,
  isCounted,
  type MemberOptions,
  type MemberReports,
  stayOf,
  type Visit,
} from '../fleet-member.ts'
import type { Random } from '../random.ts'
import { SimulatedStation } from './charging-station.ts'

export class Member201 implements FleetMember {
  private readonly own: SimulatedStation

  constructor({ connectors, faults, ...options }: MemberOptions, reports: MemberReports) {
    this.own = new SimulatedStation({ ...options, evses: connectors, reconnect: true, faults: { ...faults } })
    this.own.on('reply', ({ error, ms }) => {
      if (error === undefined) reports.answered(ms)
      else reports.failed(error)
    })
    this.own.on('call', reports.called)
    this.own.on('failed', ({ error }) => reports.failed(error.message.slice(0, 60)))
  }

  get isOpen(): boolean {
    return this.own.isOpen
  }

  get isAccepted(): boolean {
    return this.own.station.usable
  }

  get queued(): number {
    return this.own.queued
  }

  get charging(): number {
    return this.own.station.evses.filter(evse => evse.transaction).length
  }

  keepUp(): void {
    this.own.keepUp()
  }

  background(work: Promise<unknown>): void {
    this.own.station.background(work)
  }

  close(): Promise<void> {
    return this.own.close()
  }

  async visit(own: Random, idTag: string): Promise<Visit> {
    const { station } = this.own
    const evse = station.evses.find(place => station.statusOf(place) === 'Available')
    if (!evse || !station.accepted) return undefined
    const soc = own.int(10, 70)
    const seconds = stayOf(own, evse.outlet)
    const meterStartWh = evse.registerWh
    let visit: Visit
    try {
      const info = await this.own.authorize(idTag)
      if (info.status === 'Accepted') {
        await this.own.start(evse.id, idTag, { soc })
        await station.pause(seconds)
        if (evse.transaction) await this.own.stop(evse.id, idTag)
        visit = { energyWh: evse.registerWh - meterStartWh }
      } else visit = 'refused'
      await station.pause(own.int(20, 120))
    } catch (error) {
      if (!isCounted(error)) throw error
    }
    await this.own.unplug(evse.id)
    return visit
  }
}
