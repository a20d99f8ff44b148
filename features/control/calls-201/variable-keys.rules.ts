// Keys of a configuration as variables of a device model. A key of OCPP 1.6 for which 2.0.1 has a standard variable keeps its
// name; every other variable is written `Component[instance]#evse.connector.Variable[instance]`, with only the parts it has.
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import { STANDARD_VARIABLES } from '@wattdesk/ocpp/standard-variables'

type Asked = Request201<'GetVariables'>['getVariableData'][number]
export type Variable = Pick<Asked, 'component' | 'variable'>

const low = (text: string): string => text.trim().toLowerCase()
const standard = new Map(Object.entries(STANDARD_VARIABLES).map(([key, variable]) => [low(key), variable]))

/** In the spelling of 1.6. */
export const STANDARD_KEYS: readonly string[] = Object.keys(STANDARD_VARIABLES)

const INSTANCE = String.raw`(?:\[([^\]]{1,50})\])?`
const WRITTEN = new RegExp(
  String.raw`^([^.#[\]]{1,50})${INSTANCE}(?:#(\d{1,9})(?:\.(\d{1,9}))?)?\.([^[\]]{1,50})${INSTANCE}$`,
)

/** The variable of a key; undefined for a key of 1.6 that 2.0.1 does not have. */
export function variableOf(key: string): Variable | undefined {
  const parts = WRITTEN.exec(standard.get(low(key)) ?? key.trim())
  if (!parts) return undefined
  const [, component = '', instance, evseId, connectorId, variable = '', variableInstance] = parts
  const evse = evseId !== undefined && {
    evse: { id: Number(evseId), ...(connectorId !== undefined && { connectorId: Number(connectorId) }) },
  }
  return {
    component: { name: component, ...(instance !== undefined && { instance }), ...evse },
    variable: { name: variable, ...(variableInstance !== undefined && { instance: variableInstance }) },
  }
}

/** A variable by its key, or a component by the part of such a key before its variable: `EVSE#1`. */
export function componentOrVariableOf(
  key: string,
): { component: Asked['component']; variable?: Asked['variable'] } | undefined {
  const variable = variableOf(key)
  if (variable) return variable
  const component = variableOf(`${key.trim()}.x`)?.component
  return component && { component }
}

/** The key of a variable, always in the words of 2.0.1. */
export function keyOf({ component: c, variable: v }: Variable): string {
  const instance = (of: { instance?: string | undefined }) => (of.instance === undefined ? '' : `[${of.instance}]`)
  const connector = c.evse?.connectorId === undefined ? '' : `.${c.evse.connectorId}`
  const evse = c.evse === undefined ? '' : `#${c.evse.id}${connector}`
  return `${c.name}${instance(c)}${evse}.${v.name}${instance(v)}`
}

/** Names of components and variables compare without regard to case (part 1, 4.1). */
export const isSameVariable = (a: Variable, b: Variable): boolean => low(keyOf(a)) === low(keyOf(b))
