// The usual monitors of a new station: what says that something is broken, where the station can watch it.
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import { namesOf, type VariableName } from '#control/device-model/device-model.rules.ts'
import type { Parameters } from '#control/remote-operations/operations/operations.contract.ts'

type Monitor = Request201<'SetVariableMonitoring'>['setMonitoringData'][number]
/** By the variable in small letters: severity of each change of it (0 is danger, 9 is for debugging). */
const USUAL: Readonly<Record<string, number>> = {
  problem: 3,
  tripped: 3,
  overload: 2,
  fallback: 4,
  failure: 3,
}
/** A station has room for some of them only. */
const MOST = 40

/** The monitors to set; `watchable`: the variables that the station can watch. */
export const usualMonitors = (watchable: readonly VariableName[]): Monitor[] =>
  watchable.slice(0, MOST).flatMap(name => {
    const severity = USUAL[name.variable.toLowerCase()]
    return severity === undefined ? [] : [{ value: 1, type: 'Delta' as const, severity, ...namesOf(name) }]
  })
export const USUAL_VARIABLES = Object.keys(USUAL)

/** True where an operation has asked for all monitors of a station. */
export function asksForAll(parameters: unknown): boolean {
  const { variables = [], monitoringCriteria } = (parameters ?? {}) as Partial<Parameters<'GetMonitoringReport'>>
  return variables.length === 0 && monitoringCriteria === undefined
}
