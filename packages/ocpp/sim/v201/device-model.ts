// The device model of a simulated charging station: variables of components, read, set and reported (2.0.1 B05 to B07).
import type { Request201, Response201 } from '../../src/ocpp201.ts'
import { isAskedFor } from './asked.ts'

type SetResult = Response201<'SetVariables'>['setVariableResult'][number]
type GetResult = Response201<'GetVariables'>['getVariableResult'][number]
type Component = Request201<'GetVariables'>['getVariableData'][number]['component']
type Variable = Request201<'GetVariables'>['getVariableData'][number]['variable']
export type ReportRow = NonNullable<Request201<'NotifyReport'>['reportData']>[number]
type DataType = NonNullable<ReportRow['variableCharacteristics']>['dataType']

interface Entry {
  component: Component
  variable: Variable
  value: string
  mutability: 'ReadOnly' | 'WriteOnly' | 'ReadWrite'
  dataType: DataType
  /** Values that it may have, for a list or a single choice. */
  choices: string | undefined
  needsReboot: boolean
}

/** `Component.Variable` with its value; `!` before the value: only to be read, `*`: secret, `^`: holds after a reboot. */
const USUAL: readonly [name: string, value: string, dataType: DataType, choices?: string][] = [
  ['ChargingStation.Model', '!Simulated', 'string'],
  ['ChargingStation.VendorName', '!Wattdesk', 'string'],
  ['TemperatureSensor.Temperature', '!25', 'decimal'],
  ['ChargingStation.AvailabilityState', '!Available', 'OptionList', 'Available,Occupied,Reserved,Unavailable,Faulted'],
  ['OCPPCommCtrlr.HeartbeatInterval', '300', 'integer'],
  ['OCPPCommCtrlr.MessageAttempts', '3', 'integer'],
  ['OCPPCommCtrlr.MessageAttemptInterval', '60', 'integer'],
  ['OCPPCommCtrlr.NetworkConfigurationPriority', '^0', 'SequenceList', '0,1'],
  ['SecurityCtrlr.BasicAuthPassword', '*', 'string'],
  ['SecurityCtrlr.SecurityProfile', '!1', 'integer'],
  ['AuthCtrlr.Enabled', 'true', 'boolean'],
  ['TxCtrlr.TxStartPoint', 'Authorized', 'MemberList', 'EVConnected,Authorized,PowerPathClosed'],
  ['TxCtrlr.TxStopPoint', '!EVConnected,Authorized', 'MemberList', 'EVConnected,Authorized'],
  ['TxCtrlr.StopTxOnInvalidId', 'true', 'boolean'],
  ['TxCtrlr.StopTxOnEVSideDisconnect', 'true', 'boolean'],
  ['SampledDataCtrlr.TxUpdatedInterval', '60', 'integer'],
  [
    'SampledDataCtrlr.TxUpdatedMeasurands',
    'Energy.Active.Import.Register,Power.Active.Import,Current.Import,Voltage,SoC',
    'MemberList',
  ],
  ['DeviceDataCtrlr.ItemsPerMessage', '!20', 'integer'],
  ['DeviceDataCtrlr.ItemsPerMessage[GetVariables]', '!20', 'integer'],
  ['DeviceDataCtrlr.ItemsPerMessage[SetVariables]', '!20', 'integer'],
  ['OCPPCommCtrlr.WebSocketPingInterval', '0', 'integer'],
  ['OCPPCommCtrlr.FileTransferProtocols', '!HTTP,HTTPS', 'MemberList'],
  ['SecurityCtrlr.OrganizationName', 'Wattdesk', 'string'],
  ['AuthCtrlr.LocalAuthorizeOffline', 'true', 'boolean'],
  ['AuthCtrlr.LocalPreAuthorize', 'false', 'boolean'],
  ['AuthCtrlr.OfflineTxForUnknownIdEnabled', 'false', 'boolean'],
  ['AuthCacheCtrlr.Enabled', 'true', 'boolean'],
  ['LocalAuthListCtrlr.Enabled', 'true', 'boolean'],
  ['LocalAuthListCtrlr.ItemsPerMessage', '!100', 'integer'],
  ['AlignedDataCtrlr.Interval', '0', 'integer'],
  ['ReservationCtrlr.Enabled', '!true', 'boolean'],
  ['ReservationCtrlr.NonEvseSpecific', '!false', 'boolean'],
  ['SmartChargingCtrlr.Enabled', '!true', 'boolean'],
  ['SmartChargingCtrlr.ProfileStackLevel', '!10', 'integer'],
  ['SmartChargingCtrlr.RateUnit', '!A,W', 'MemberList'],
  ['SmartChargingCtrlr.PeriodsPerSchedule', '!24', 'integer'],
]

const keyOf = (component: Component, variable: Variable): string =>
  [
    component.name,
    component.instance,
    component.evse?.id,
    component.evse?.connectorId,
    variable.name,
    variable.instance,
  ]
    .map(part => String(part ?? '').toLowerCase())
    .join('/')

/** `Component.Variable[instance]` by its parts. */
export function namedBy(name: string): { component: Component; variable: Variable } {
  const [, component = '', variable = '', instance] = /^([^.]*)\.([^[]*)(?:\[(.*)\])?$/.exec(name) ?? []
  return { component: { name: component }, variable: { name: variable, ...(instance && { instance }) } }
}

export class DeviceModel {
  private readonly entries = new Map<string, Entry>()

  /** `values`: by `Component.Variable`, also of further variables. */
  constructor(evses: number, values: Readonly<Record<string, string>>) {
    for (const [name, value, dataType, choices] of USUAL) this.add(name, value, dataType, choices)
    for (let id = 1; id <= evses; id++) {
      this.add('EVSE.AvailabilityState', '!Available', 'OptionList', undefined, { id })
      this.add('EVSE.Power', '!60000', 'decimal', undefined, { id })
      this.add('Connector.ConnectorType', '!cCCS2', 'string', undefined, { id, connectorId: 1 })
      this.add('Connector.Problem', '!false', 'boolean', undefined, { id, connectorId: 1 })
    }
    for (const [name, value] of Object.entries(values)) {
      const known = this.find(name)
      if (known) known.value = value
      else this.add(name, value, 'string')
    }
  }

  /** The value of `Component.Variable`; '' without one. */
  text(name: string): string {
    return this.find(name)?.value ?? ''
  }

  number(name: string): number {
    return Number(this.text(name)) || 0
  }

  is(name: string): boolean {
    return this.text(name).toLowerCase() === 'true'
  }

  list(name: string): string[] {
    return this.text(name)
      .split(',')
      .filter(item => item !== '')
  }

  put(name: string, value: string): void {
    const entry = this.find(name)
    if (entry) entry.value = value
  }

  get({ getVariableData }: Request201<'GetVariables'>): GetResult[] {
    return getVariableData.map(({ component, variable, attributeType }): GetResult => {
      const named = { component, variable, ...(attributeType && { attributeType }) }
      const entry = this.entries.get(keyOf(component, variable))
      if (!entry) return { ...named, attributeStatus: this.unknown(component) }
      if (attributeType !== undefined && attributeType !== 'Actual')
        return { ...named, attributeStatus: 'NotSupportedAttributeType' }
      if (entry.mutability === 'WriteOnly') return { ...named, attributeStatus: 'Rejected' }
      return { ...named, attributeStatus: 'Accepted', attributeValue: entry.value }
    })
  }

  set({ setVariableData }: Request201<'SetVariables'>): SetResult[] {
    return setVariableData.map(({ component, variable, attributeType, attributeValue }): SetResult => {
      const named = { component, variable, ...(attributeType && { attributeType }) }
      const entry = this.entries.get(keyOf(component, variable))
      if (!entry) return { ...named, attributeStatus: this.unknown(component) }
      if (attributeType !== undefined && attributeType !== 'Actual')
        return { ...named, attributeStatus: 'NotSupportedAttributeType' }
      if (entry.mutability === 'ReadOnly' || !fits(entry, attributeValue))
        return { ...named, attributeStatus: 'Rejected' }
      entry.value = attributeValue
      return { ...named, attributeStatus: entry.needsReboot ? 'RebootRequired' : 'Accepted' }
    })
  }

  /** The rows of a base report. */
  report(base: 'ConfigurationInventory' | 'FullInventory'): ReportRow[] {
    return [...this.entries.values()]
      .filter(entry => base === 'FullInventory' || entry.mutability !== 'ReadOnly')
      .map(({ component, variable, value, mutability, dataType, choices }) => ({
        component,
        variable,
        variableAttribute: [{ type: 'Actual', mutability, ...(mutability === 'WriteOnly' ? {} : { value }) }],
        variableCharacteristics: {
          dataType,
          supportsMonitoring: isWatchable(variable),
          ...(choices && { valuesList: choices }),
        },
      }))
  }

  /** Whether a variable can be watched; else the status that says why not. */
  watches(component: Component, variable: Variable): true | 'UnknownComponent' | 'UnknownVariable' | 'Rejected' {
    if (!this.entries.has(keyOf(component, variable))) return this.unknown(component)
    return isWatchable(variable) || 'Rejected'
  }

  /** The value of a variable that is known. */
  valueOf({ component, variable }: { component: Component; variable: Variable }): string {
    return this.entries.get(keyOf(component, variable))?.value ?? ''
  }

  /** The rows of a report of variables that were asked for; components by what is true of them (B08). */
  reportOf({
    componentVariable,
    componentCriteria,
  }: Pick<Request201<'GetReport'>, 'componentVariable' | 'componentCriteria'>): ReportRow[] {
    // A component without the variable counts as active, available and enabled, and has no problem.
    const fits = ({ component }: ReportRow) =>
      componentCriteria === undefined ||
      componentCriteria.some(name => {
        const entry = this.entries.get(keyOf(component, { name }))
        return entry ? entry.value.toLowerCase() === 'true' : name !== 'Problem'
      })
    return this.report('FullInventory').filter(row => isAskedFor(row, componentVariable) && fits(row))
  }

  /** The station itself has another value now. */
  tell(component: Component, variable: Variable, value: string): void {
    const entry = this.entries.get(keyOf(component, variable))
    if (entry) entry.value = value
  }

  private unknown({ name }: Component): 'UnknownComponent' | 'UnknownVariable' {
    const isKnown = [...this.entries.values()].some(e => e.component.name.toLowerCase() === name.toLowerCase())
    return isKnown ? 'UnknownVariable' : 'UnknownComponent'
  }

  private find(name: string): Entry | undefined {
    const { component, variable } = namedBy(name)
    return this.entries.get(keyOf(component, variable))
  }

  private add(name: string, told: string, dataType: DataType, choices?: string, evse?: Component['evse']): void {
    const { component: named, variable } = namedBy(name)
    const component = { ...named, ...(evse && { evse }) }
    const mark = told[0] ?? ''
    this.entries.set(keyOf(component, variable), {
      component,
      variable,
      value: '!*^'.includes(mark) ? told.slice(1) : told,
      mutability: mark === '!' ? 'ReadOnly' : mark === '*' ? 'WriteOnly' : 'ReadWrite',
      dataType,
      choices,
      needsReboot: mark === '^',
    })
  }
}

const isWatchable = ({ name }: Variable): boolean => name === 'Problem' || name === 'Temperature'

function fits({ dataType, choices }: Entry, value: string): boolean {
  if (dataType === 'integer') return /^-?\d{1,9}$/.test(value)
  if (dataType === 'boolean') return /^(true|false)$/i.test(value)
  if (choices === undefined) return true
  const allowed = new Set(choices.split(','))
  return value.split(',').every(item => allowed.has(item))
}
