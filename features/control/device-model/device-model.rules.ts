// The device model of a station of OCPP 2.0.1: variables of components, each with up to four attributes. Names of variables as
// keys are written `Component[instance]#evse.connector.Variable[instance]`, such as `EVSE#1.Power`.
import { storable } from '@wattdesk/base/text'
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import { isCredentialKey } from '#control/remote-operations/credential-key.words.ts'

/** Where a variable stands; '' and 0 for what its name lacks. */
export type VariableName = {
  component: string
  componentInstance: string
  evseId: number
  connectorId: number
  variable: string
  variableInstance: string
}
export type ToldAttribute = VariableName & {
  attribute: string
  value: string | null
  mutability: string
  persistent: boolean
  constant: boolean
  /** JSON. */
  characteristics: string | null
}

type ReportData = NonNullable<Request201<'NotifyReport'>['reportData']>
type Component = ReportData[number]['component']
type Variable = ReportData[number]['variable']

const named = (name: string, instance: string): string => (instance === '' ? name : `${name}[${instance}]`)

/** The component of a variable in the notation of keys: `Connector#1.2`. */
export function componentKey(
  n: Pick<VariableName, 'component' | 'componentInstance' | 'evseId' | 'connectorId'>,
): string {
  const place = n.evseId === 0 ? '' : `#${n.evseId}${n.connectorId === 0 ? '' : `.${n.connectorId}`}`
  return `${named(n.component, n.componentInstance)}${place}`
}

/** A variable as a key: `EVSE#1.Power`. */
export const variableKey = (n: VariableName): string => `${componentKey(n)}.${named(n.variable, n.variableInstance)}`

export const nameOf = (component: Component, variable: Variable): VariableName => ({
  component: storable(component.name),
  componentInstance: storable(component.instance ?? ''),
  evseId: component.evse?.id ?? 0,
  connectorId: component.evse?.connectorId ?? 0,
  variable: storable(variable.name),
  variableInstance: storable(variable.instance ?? ''),
})

/** Component and variable as messages name them. */
export const namesOf = (n: VariableName): { component: Component; variable: Variable } => ({
  component: {
    name: n.component,
    ...(n.componentInstance !== '' && { instance: n.componentInstance }),
    ...(n.evseId !== 0 && { evse: { id: n.evseId, ...(n.connectorId !== 0 && { connectorId: n.connectorId }) } }),
  },
  variable: { name: n.variable, ...(n.variableInstance !== '' && { instance: n.variableInstance }) },
})

/** True for variables whose values are kept and shown nowhere. */
export const isHidden = (variable: string, mutability: string): boolean =>
  mutability === 'WriteOnly' || isCredentialKey(variable)

/** The attributes that a part of a report tells; of one that it tells twice, the last. */
export function attributesOf(data: ReportData): ToldAttribute[] {
  const told = new Map<string, ToldAttribute>()
  for (const { component, variable, variableAttribute, variableCharacteristics } of data) {
    const name = nameOf(component, variable)
    const characteristics = variableCharacteristics ? storable(JSON.stringify(variableCharacteristics)) : null
    for (const { type = 'Actual', value, mutability = 'ReadWrite', persistent, constant } of variableAttribute) {
      told.set(JSON.stringify([name, type]), {
        ...name,
        attribute: type,
        value: value === undefined || isHidden(name.variable, mutability) ? null : storable(value),
        mutability,
        persistent: persistent ?? false,
        constant: constant ?? false,
        characteristics,
      })
    }
  }
  return [...told.values()]
}

/** The pairs of EVSE and connector for which a part tells of a connector. */
export function connectorsIn(data: ReportData): { id: number; connectorId: number }[] {
  const pairs = new Map<string, { id: number; connectorId: number }>()
  for (const { component } of data) {
    const { id = 0, connectorId = 0 } = component.evse ?? {}
    if (component.name.toLowerCase() === 'connector' && id > 0 && connectorId > 0)
      pairs.set(`${id}.${connectorId}`, { id, connectorId })
  }
  return [...pairs.values()]
}

/** The most parts of a report. */
export const MOST_PARTS = 1_000_000

/** What of a report has not come, in words: 'Parts 3 to 5 and 9'; empty where all of it is there. */
export function gapText({ gaps }: { gaps: readonly (readonly [number, number])[] }): string {
  if (gaps.length === 0) return ''
  const parts = gaps.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1} to ${to + 1}`))
  const [last = ''] = parts.splice(-1)
  const isOne = gaps.length === 1 && gaps[0]?.[0] === gaps[0]?.[1]
  return `${isOne ? 'Part' : 'Parts'} ${parts.length > 0 ? `${parts.join(', ')} and ${last}` : last}`
}
