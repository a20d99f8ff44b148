// What a simulated station watches of itself (2.0.1 N02, N04).
import type { Request201, Response201 } from '../../src/ocpp201.ts'
import type { DeviceModel } from './device-model.ts'

type Wanted = Request201<'SetVariableMonitoring'>['setMonitoringData'][number]
type Result = Response201<'SetVariableMonitoring'>['setMonitoringResult'][number]
type Row = NonNullable<Request201<'NotifyMonitoringReport'>['monitor']>[number]

const isSame = (a: Pick<Wanted, 'component' | 'variable'>, b: Pick<Wanted, 'component' | 'variable'>): boolean =>
  a.component.name === b.component.name &&
  a.component.evse?.id === b.component.evse?.id &&
  a.component.evse?.connectorId === b.component.evse?.connectorId &&
  a.variable.name === b.variable.name

export class Monitors {
  private readonly set = new Map<number, Wanted>()
  private count = 0

  /** Takes monitors of variables that the model lets be watched. */
  take(model: DeviceModel, { setMonitoringData }: Request201<'SetVariableMonitoring'>): Result[] {
    return setMonitoringData.map((wanted): Result => {
      const { component, variable, type, severity } = wanted
      const named = { component, variable, type, severity }
      const known = model.watches(component, variable)
      if (known !== true) return { ...named, status: known }
      const id = wanted.id ?? ++this.count
      this.set.set(id, wanted)
      return { ...named, status: 'Accepted', id }
    })
  }

  clear({
    id,
  }: Request201<'ClearVariableMonitoring'>): Response201<'ClearVariableMonitoring'>['clearMonitoringResult'] {
    return id.map(one => ({ id: one, status: this.set.delete(one) ? 'Accepted' : 'NotFound' }))
  }

  idOf(named: Pick<Wanted, 'component' | 'variable'>): number | undefined {
    return [...this.set].find(([, wanted]) => isSame(wanted, named))?.[0]
  }

  report(): Row[] {
    return [...this.set].map(([id, { component, variable, type, value, severity, transaction = false }]) => ({
      component,
      variable,
      variableMonitoring: [{ id, transaction, value, type, severity }],
    }))
  }
}
