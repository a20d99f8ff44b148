// The device model of a simulated charging station: variables of components, read, set and reported (2.0.1 B05 to B07).
import type { Request201, Response201 } from '../../src/ocpp201.ts'
import type { Outlet } from '../power.ts'

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
  unit: string | undefined
  needsReboot: boolean
}

/** What a model describes: how the station is built, and variables by `Component.Variable` with their values. */
export interface Build {
  evses: number
  outlet: Outlet
  /** By EVSE; default cCCS2 for DC and cType2 for AC. */
  connectorTypes?: readonly string[] | undefined
  station: Partial<Request201<'BootNotification'>['chargingStation']>
  variables: Readonly<Record<string, string>>
}

/** `Component.Variable` with its value; `!` before the value: only to be read, `*`: secret, `^`: holds after a reboot. */
type Usual = readonly [name: string, value: string, dataType: DataType, choices?: string | undefined, unit?: string]
const USUAL: readonly Usual[] = [
  ['ChargingStation.AvailabilityState', '!Available', 'OptionList', 'Available,Occupied,Reserved,Unavailable,Faulted'],
  ['ChargingStation.AllowNewSessionsPendingFirmwareUpdate', 'true', 'boolean'],
  ['ClockCtrlr.TimeSource', 'Heartbeat,NTP', 'SequenceList', 'Heartbeat,NTP,GPS,RealTimeClock'],
  ['ClockCtrlr.TimeZone', 'Asia/Kolkata', 'string'],
  ['OCPPCommCtrlr.HeartbeatInterval', '300', 'integer', undefined, 's'],
  ['OCPPCommCtrlr.MessageAttempts', '3', 'integer'],
  ['OCPPCommCtrlr.MessageAttemptInterval', '60', 'integer', undefined, 's'],
  ['OCPPCommCtrlr.OfflineThreshold', '300', 'integer', undefined, 's'],
  ['OCPPCommCtrlr.NetworkConfigurationPriority', '^0', 'SequenceList', '0,1'],
  ['SecurityCtrlr.BasicAuthPassword', '*', 'string'],
  ['SecurityCtrlr.SecurityProfile', '!1', 'integer'],
  ['AuthCtrlr.Enabled', 'true', 'boolean'],
  ['TxCtrlr.TxStartPoint', 'Authorized', 'MemberList', 'EVConnected,Authorized,PowerPathClosed'],
  ['TxCtrlr.TxStopPoint', '!EVConnected,Authorized', 'MemberList', 'EVConnected,Authorized'],
  ['TxCtrlr.StopTxOnInvalidId', 'true', 'boolean'],
  ['TxCtrlr.StopTxOnEVSideDisconnect', 'true', 'boolean'],
  ['SampledDataCtrlr.TxUpdatedInterval', '60', 'integer', undefined, 's'],
  [
    'SampledDataCtrlr.TxUpdatedMeasurands',
    'Energy.Active.Import.Register,Power.Active.Import,Current.Import,Voltage,SoC',
    'MemberList',
  ],
  ['DeviceDataCtrlr.ItemsPerMessage', '!20', 'integer'],
  ['DeviceDataCtrlr.ItemsPerMessage[GetVariables]', '!20', 'integer'],
  ['DeviceDataCtrlr.ItemsPerMessage[SetVariables]', '!20', 'integer'],
  ['OCPPCommCtrlr.WebSocketPingInterval', '0', 'integer', undefined, 's'],
  ['OCPPCommCtrlr.FileTransferProtocols', '!HTTP,HTTPS', 'MemberList'],
  ['SecurityCtrlr.OrganizationName', 'Wattdesk', 'string'],
  ['AuthCtrlr.LocalAuthorizeOffline', 'true', 'boolean'],
  ['AuthCtrlr.LocalPreAuthorize', 'false', 'boolean'],
  ['AuthCtrlr.OfflineTxForUnknownIdEnabled', 'false', 'boolean'],
  ['AuthCacheCtrlr.Enabled', 'true', 'boolean'],
  ['LocalAuthListCtrlr.Enabled', 'true', 'boolean'],
  ['LocalAuthListCtrlr.ItemsPerMessage', '!100', 'integer'],
  ['AlignedDataCtrlr.Interval', '0', 'integer', undefined, 's'],
  ['MonitoringCtrlr.Enabled', '!true', 'boolean'],
  ['DisplayMessageCtrlr.SupportedPriorities', '!AlwaysFront,InFront,NormalCycle', 'MemberList'],
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
function namedBy(name: string): { component: Component; variable: Variable } {
  const [, component = '', variable = '', instance] = /^([^.]*)\.([^[]*)(?:\[(.*)\])?$/.exec(name) ?? []
  return { component: { name: component }, variable: { name: variable, ...(instance && { instance }) } }
}

export class DeviceModel {
  private readonly entries = new Map<string, Entry>()

  constructor({ evses, outlet, connectorTypes = [], station, variables }: Build) {
    const told = (name: string, value: string | undefined) => value && this.add([name, `!${value}`, 'string'])
    told('ChargingStation.Model', station.model ?? 'Simulated')
    told('ChargingStation.VendorName', station.vendorName ?? 'Wattdesk')
    told('ChargingStation.SerialNumber', station.serialNumber)
    told('Controller.FirmwareVersion', station.firmwareVersion)
    for (const usual of USUAL) this.add(usual)
    const phases = outlet.kind === 'AC' ? outlet.phases : 3
    this.add(['ChargingStation.SupplyPhases', `!${phases}`, 'integer'])
    const states = 'Available,Occupied,Reserved,Unavailable,Faulted'
    for (let id = 1; id <= evses; id++) {
      const type = connectorTypes[id - 1] ?? (outlet.kind === 'AC' ? 'cType2' : 'cCCS2')
      this.add(['EVSE.AvailabilityState', '!Available', 'OptionList', states], { id })
      this.add(['EVSE.Power', `!${outlet.maxW}`, 'decimal', undefined, 'W'], { id })
      this.add(['EVSE.SupplyPhases', `!${phases}`, 'integer'], { id })
      this.add(['Connector.ConnectorType', `!${type}`, 'string'], { id, connectorId: 1 })
      this.add(['Connector.Problem', '!false', 'boolean'], { id, connectorId: 1 })
      if (outlet.kind === 'DC') this.add(['AirCoolingSystem.Problem', '!false', 'boolean'], { id })
    }
    for (const [name, value] of Object.entries(variables)) {
      const known = this.find(name)
      if (known) known.value = value
      else this.add([name, value, 'string'])
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
      .map(({ component, variable, value, mutability, dataType, choices, unit }) => ({
        component,
        variable,
        variableAttribute: [{ type: 'Actual', mutability, ...(mutability === 'WriteOnly' ? {} : { value }) }],
        variableCharacteristics: {
          dataType,
          supportsMonitoring: isWatchable(variable),
          ...(unit && { unit }),
          ...(choices && { valuesList: choices }),
        },
      }))
  }

  /** Whether a variable can be watched; else the status that says why not. */
  watches(component: Component, variable: Variable): true | 'UnknownComponent' | 'UnknownVariable' | 'Rejected' {
    if (!this.entries.has(keyOf(component, variable))) return this.unknown(component)
    return isWatchable(variable) || 'Rejected'
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

  private add([name, told, dataType, choices, unit]: Usual, evse?: Component['evse']): void {
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
      unit,
      needsReboot: mark === '^',
    })
  }
}

const isWatchable = ({ name }: Variable): boolean => name === 'Problem'

function fits({ dataType, choices }: Entry, value: string): boolean {
  if (dataType === 'integer') return /^-?\d{1,9}$/.test(value)
  if (dataType === 'boolean') return /^(true|false)$/i.test(value)
  if (choices === undefined) return true
  const allowed = new Set(choices.split(','))
  return value.split(',').every(item => allowed.has(item))
}
