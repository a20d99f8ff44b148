// Reports and monitors of stations of 2.0.1, and what they keep of customers and firmware, as operations ask for them. The answer
// says whether the station does it; what was asked for comes later in parts, by the number of the task.
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import { tokenFactsOf } from '#fleet/tags/tag.store.ts'
import { evseIdOf } from './charging-profiles.ocpp201.ts'
import { asTold, numberOf, type Own, said, unsayable, WrongAnswer } from './said.ocpp201.ts'
import { cardOf } from './tokens.rules.ts'
import { componentOrVariableOf, type Variable, variableOf } from './variable-keys.rules.ts'

type Info = { reasonCode: string; additionalInfo?: string | undefined }
/** A status with the station's reason for it. */
const withReason = <S>({ status, statusInfo }: { status: S; statusInfo?: Info | undefined }) => ({
  status,
  ...(statusInfo && {
    statusInfo: {
      reasonCode: statusInfo.reasonCode,
      ...(statusInfo.additionalInfo !== undefined && { additionalInfo: statusInfo.additionalInfo }),
    },
  }),
})

type Named = NonNullable<Request201<'GetReport'>['componentVariable']>
/** Names were checked with the parameters of the operation. */
const named = (names: readonly string[] | undefined): { componentVariable?: Named } =>
  names === undefined || names.length === 0
    ? {}
    : { componentVariable: names.flatMap(name => componentOrVariableOf(name) ?? []) }

export const baseReport: Own<'GetBaseReport'> = (saying, { reportBase }) =>
  said(saying, 'GetBaseReport', { requestId: numberOf(saying), reportBase }, withReason)

export const report: Own<'GetReport'> = (saying, { variables, componentCriteria: criterion }) =>
  said(
    saying,
    'GetReport',
    { requestId: numberOf(saying), ...named(variables), ...(criterion && { componentCriteria: [criterion] }) },
    withReason,
  )

export const monitoringBase: Own<'SetMonitoringBase'> = (saying, { monitoringBase: base }) =>
  said(saying, 'SetMonitoringBase', { monitoringBase: base }, withReason)

export const monitoringLevel: Own<'SetMonitoringLevel'> = (saying, { severity }) =>
  said(saying, 'SetMonitoringLevel', { severity }, withReason)

export const monitoringReport: Own<'GetMonitoringReport'> = (saying, { variables, monitoringCriteria: criterion }) =>
  said(
    saying,
    'GetMonitoringReport',
    { requestId: numberOf(saying), ...named(variables), ...(criterion && { monitoringCriteria: [criterion] }) },
    withReason,
  )

/** One monitor; the answer is that of its one result. */
export const setMonitor: Own<'SetVariableMonitoring'> = async (
  saying,
  { variable, type, value, severity, during, id },
) => {
  const of = variableOf(variable)
  if (!of) return unsayable(`${variable} is no variable`)
  const monitor = {
    ...of,
    type,
    value,
    severity,
    ...(during === 'Sessions' && { transaction: true }),
    ...(id !== undefined && { id }),
  }
  return said(saying, 'SetVariableMonitoring', { setMonitoringData: [monitor] }, ({ setMonitoringResult }) => {
    const [result, ...more] = setMonitoringResult
    if (!result || more.length > 0 || !isOf(result, of)) return new WrongAnswer('The result is of another monitor')
    if (result.status === 'Accepted' && result.id === undefined) return new WrongAnswer('The monitor has no id')
    return { ...withReason(result), ...(result.id !== undefined && { id: result.id }) }
  })
}
const low = (text: string): string => text.toLowerCase()
const isOf = (a: Variable, b: Variable): boolean =>
  low(a.component.name) === low(b.component.name) && low(a.variable.name) === low(b.variable.name)

/** Several monitors, each with a result; the answer as a whole is the first that was not accepted. */
export const clearMonitors: Own<'ClearVariableMonitoring'> = (saying, { id = [] }) =>
  said(saying, 'ClearVariableMonitoring', { id }, ({ clearMonitoringResult: results }) => {
    const told = new Map(results.map(r => [r.id, r]))
    const missing = id.find(n => !told.has(n))
    if (missing !== undefined) return new WrongAnswer(`There is no result for monitor ${missing}`)
    const all = id.map(n => told.get(n) as (typeof results)[number])
    const status = all.find(r => r.status !== 'Accepted')?.status ?? 'Accepted'
    return { status, clearMonitoringResult: all.map(r => ({ id: r.id, ...withReason(r) })) }
  })

export const chargingProfiles: Own<'GetChargingProfiles'> = (
  saying,
  { connectorId, id, chargingProfilePurpose, stackLevel, chargingLimitSource: source },
) =>
  said(
    saying,
    'GetChargingProfiles',
    {
      requestId: numberOf(saying),
      ...(connectorId !== undefined && { evseId: evseIdOf(saying, connectorId) }),
      // The id decides alone where it is given (K09).
      chargingProfile:
        id !== undefined
          ? { chargingProfileId: [id] }
          : {
              ...(chargingProfilePurpose && { chargingProfilePurpose }),
              ...(stackLevel !== undefined && { stackLevel }),
              ...(source && { chargingLimitSource: [source] }),
            },
    },
    withReason,
  )

export const displayMessages: Own<'GetDisplayMessages'> = (saying, { id, priority, state }) =>
  said(
    saying,
    'GetDisplayMessages',
    {
      requestId: numberOf(saying),
      ...(id !== undefined && { id: [id] }),
      ...(priority && { priority }),
      ...(state && { state }),
    },
    withReason,
  )

export const customerInformation: Own<'CustomerInformation'> = async (saying, { idTag, customerIdentifier, what }) =>
  said(
    saying,
    'CustomerInformation',
    {
      requestId: numberOf(saying),
      report: what !== 'Clear',
      clear: what !== 'Report',
      ...(idTag ? { idToken: cardOf(await tokenFactsOf(saying.services.db, [idTag]), idTag) } : {}),
      ...(customerIdentifier ? { customerIdentifier } : {}),
    },
    withReason,
  )

export const publishFirmware: Own<'PublishFirmware'> = (saying, { location, checksum, retries, retryInterval }) =>
  said(
    saying,
    'PublishFirmware',
    {
      requestId: numberOf(saying),
      location,
      checksum: checksum.toLowerCase(),
      ...(retries !== undefined && { retries }),
      ...(retryInterval !== undefined && { retryInterval }),
    },
    withReason,
  )

export const unpublishFirmware: Own<'UnpublishFirmware'> = (saying, { checksum }) =>
  said(saying, 'UnpublishFirmware', { checksum: checksum.toLowerCase() }, asTold)
