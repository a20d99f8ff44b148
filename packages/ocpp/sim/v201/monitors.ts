// What a simulated station watches of itself (2.0.1 N02 to N08): monitors that were set, and the events that they tell.
import type { Request201, Response201 } from '../../src/ocpp201.ts'
import type { Clock, Timer } from '../clock.ts'
import { isAskedFor } from './asked.ts'
import type { DeviceModel } from './device-model.ts'

type Wanted = Request201<'SetVariableMonitoring'>['setMonitoringData'][number]
type Named = Pick<Wanted, 'component' | 'variable'>
type Result = Response201<'SetVariableMonitoring'>['setMonitoringResult'][number]
/** 2.1 wants to be told of what kind the events are. */
type Row = Extract<
  NonNullable<Request201<'NotifyMonitoringReport'>['monitor']>[number],
  { variableMonitoring: { eventNotificationType: unknown }[] }
>
type Event = Request201<'NotifyEvent'>['eventData'][number]

/** What monitors need of their station. */
interface Watched {
  readonly model: DeviceModel
  readonly clock: Clock
  readonly ended: boolean
  readonly usable: boolean
  readonly evses: readonly { readonly transaction: object | undefined }[]
  iso(): string
  nextEvent(): number
  report(action: 'NotifyEvent', payload: Request201<'NotifyEvent'>): Promise<boolean>
  background(work: Promise<unknown>): void
}

interface Monitor {
  readonly wanted: Wanted
  /** A threshold is passed now. */
  isPassed: boolean
  /** The value of its last event, for changes. */
  last: string
  timer: Timer | undefined
}

const isSame = (a: Named, b: Named): boolean =>
  a.component.name === b.component.name &&
  a.component.instance === b.component.instance &&
  a.component.evse?.id === b.component.evse?.id &&
  a.component.evse?.connectorId === b.component.evse?.connectorId &&
  a.variable.name === b.variable.name &&
  a.variable.instance === b.variable.instance

const CRITERIA = {
  UpperThreshold: 'ThresholdMonitoring',
  LowerThreshold: 'ThresholdMonitoring',
  Delta: 'DeltaMonitoring',
  Periodic: 'PeriodicMonitoring',
  PeriodicClockAligned: 'PeriodicMonitoring',
} as const
const isThreshold = ({ type }: Wanted): boolean => CRITERIA[type] === 'ThresholdMonitoring'
const isPassed = ({ type, value }: Wanted, now: number): boolean =>
  type === 'UpperThreshold' ? now > value : now < value

export class Monitors {
  private readonly set = new Map<number, Monitor>()
  private count = 0
  /** Events up to this severity are told. */
  level = 9

  /** Takes monitors of variables that the model lets be watched. */
  take(station: Watched, { setMonitoringData }: Request201<'SetVariableMonitoring'>): Result[] {
    return setMonitoringData.map((wanted): Result => {
      const { component, variable, type, severity } = wanted
      const named = { component, variable, type, severity }
      const refusal = this.refusalOf(station.model, wanted)
      if (refusal !== undefined) return { ...named, status: refusal }
      const id = wanted.id ?? ++this.count
      this.drop(id)
      const value = station.model.valueOf(wanted)
      const monitor: Monitor = { wanted, isPassed: false, last: value, timer: undefined }
      this.set.set(id, monitor)
      if (isThreshold(wanted)) station.background(this.look(station, id, monitor, value))
      this.wait(station, id, monitor)
      return { ...named, status: 'Accepted', id }
    })
  }

  private refusalOf(model: DeviceModel, wanted: Wanted): Result['status'] | undefined {
    const known = model.watches(wanted.component, wanted.variable)
    if (known !== true) return known
    const before = wanted.id === undefined ? undefined : this.set.get(wanted.id)
    if (wanted.id !== undefined && !(before && isSame(before.wanted, wanted))) return 'Rejected'
    if (isThreshold(wanted) && Number.isNaN(Number(model.valueOf(wanted)))) return 'UnsupportedMonitorType'
    if (wanted.value <= 0 && !isThreshold(wanted)) return 'Rejected'
    const isTaken = [...this.set].some(
      ([id, m]) =>
        id !== wanted.id &&
        isSame(m.wanted, wanted) &&
        m.wanted.type === wanted.type &&
        m.wanted.severity === wanted.severity,
    )
    return isTaken ? 'Duplicate' : undefined
  }

  clear({
    id,
  }: Request201<'ClearVariableMonitoring'>): Response201<'ClearVariableMonitoring'>['clearMonitoringResult'] {
    return id.map(one => ({ id: one, status: this.drop(one) ? 'Accepted' : 'NotFound' }))
  }

  private drop(id: number): boolean {
    this.set.get(id)?.timer?.cancel()
    return this.set.delete(id)
  }

  /** Removes all that were set; those of the maker, of which there are none here, would stay. */
  clearAll(): void {
    for (const id of [...this.set.keys()]) this.drop(id)
  }

  stop(): void {
    for (const { timer } of this.set.values()) timer?.cancel()
  }

  /** The monitor of changes of a variable, whose events are told. */
  ofChanges(named: Named): { id: number; isTold: boolean } | undefined {
    const [id, found] = [...this.set].find(([, m]) => m.wanted.type === 'Delta' && isSame(m.wanted, named)) ?? []
    return id === undefined || !found ? undefined : { id, isTold: found.wanted.severity <= this.level }
  }

  report({
    componentVariable,
    monitoringCriteria,
  }: Pick<Request201<'GetMonitoringReport'>, 'componentVariable' | 'monitoringCriteria'>): Row[] {
    return [...this.set]
      .filter(
        ([, { wanted }]) =>
          isAskedFor(wanted, componentVariable) &&
          (monitoringCriteria === undefined || monitoringCriteria.includes(CRITERIA[wanted.type])),
      )
      .map(([id, { wanted }]) => {
        const { component, variable, type, value, severity, transaction = false } = wanted
        return {
          component,
          variable,
          variableMonitoring: [{ id, transaction, value, type, severity, eventNotificationType: 'CustomMonitor' }],
        }
      })
  }

  /** A variable has another value now: thresholds and changes tell of it. */
  async changed(station: Watched, named: Named, value: string): Promise<void> {
    for (const [id, monitor] of this.set)
      if (isSame(monitor.wanted, named)) await this.look(station, id, monitor, value)
  }

  private async look(station: Watched, id: number, monitor: Monitor, value: string): Promise<void> {
    const { wanted } = monitor
    if (isThreshold(wanted)) {
      const now = isPassed(wanted, Number(value))
      if (now === monitor.isPassed) return
      monitor.isPassed = now
      await this.tell(station, id, monitor, value, { trigger: 'Alerting', cleared: !now })
    } else if (wanted.type === 'Delta') {
      const change = Math.abs(Number(value) - Number(monitor.last))
      if (Number.isNaN(change) ? value === monitor.last : change < wanted.value) return
      monitor.last = value
      await this.tell(station, id, monitor, value, { trigger: 'Delta' })
    }
  }

  /** Periodic ones tell each so many seconds, or at each multiple of so many by the clock. */
  private wait(station: Watched, id: number, monitor: Monitor): void {
    const { type, value } = monitor.wanted
    if (CRITERIA[type] !== 'PeriodicMonitoring') return
    const everyMs = value * 1000
    const ms = type === 'PeriodicClockAligned' ? everyMs - (station.clock.now() % everyMs) : everyMs
    monitor.timer = station.clock.after(ms, () => {
      if (station.ended) return
      station.background(
        this.tell(station, id, monitor, station.model.valueOf(monitor.wanted), { trigger: 'Periodic' }),
      )
      this.wait(station, id, monitor)
    })
  }

  private async tell(
    station: Watched,
    variableMonitoringId: number,
    { wanted }: Monitor,
    actualValue: string,
    more: Pick<Event, 'trigger' | 'cleared'>,
  ): Promise<void> {
    const { component, variable, severity, transaction } = wanted
    const isRunning = station.evses.some(e => e.transaction)
    if (!station.usable || severity > this.level || (transaction === true && !isRunning)) return
    const event: Event = {
      eventId: station.nextEvent(),
      timestamp: station.iso(),
      ...more,
      actualValue,
      eventNotificationType: 'CustomMonitor',
      component,
      variable,
      variableMonitoringId,
    }
    await station.report('NotifyEvent', { generatedAt: station.iso(), seqNo: 0, tbc: false, eventData: [event] })
  }
}
