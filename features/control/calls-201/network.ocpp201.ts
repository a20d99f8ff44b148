// How a station reaches the central system: a profile of its network is stored (B09), and its security profile is raised by one
// (A05): the profile goes into a slot, the slot to the front of the priorities, and the station restarts.
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import type { Outcome } from '@wattdesk/ocpp/own-calls'
import type {
  raiseSecurityProfile,
  setNetworkProfile,
} from '#control/remote-operations/operations/network-201.contract.ts'
import type { CheckedParameters } from '#control/remote-operations/operations/operation-field.contract.ts'
import { keepSecret } from '#fleet/stations/station.memory.ts'
import { asTold, type Saying, said, WrongAnswer } from './said.ocpp201.ts'
import { isSameVariable, variableOf } from './variable-keys.rules.ts'

type Profile = Request201<'SetNetworkProfile'>['connectionData']
type Stored = CheckedParameters<typeof setNetworkProfile.fields>
type Raised = CheckedParameters<typeof raiseSecurityProfile.fields>

const MESSAGE_TIMEOUT_SEC = 30
const PRIORITY = 'OCPPCommCtrlr.NetworkConfigurationPriority'

const commonOf = (p: Stored | Raised): Profile => ({
  // The version is that of the handshake, whatever stands here (B09).
  ocppVersion: 'OCPP20',
  ocppTransport: 'JSON',
  ocppCsmsUrl: p.ocppCsmsUrl,
  messageTimeout: p.messageTimeout ?? MESSAGE_TIMEOUT_SEC,
  securityProfile: Number(p.securityProfile),
  ocppInterface: p.ocppInterface,
})

function apnOf({ apn, apnAuthentication, apnUserName, apnPassword, simPin }: Stored): Pick<Profile, 'apn'> {
  if (apn === undefined || apnAuthentication === undefined) return {}
  return {
    apn: {
      apn,
      apnAuthentication,
      ...(apnUserName !== undefined && { apnUserName }),
      ...(apnPassword !== undefined && { apnPassword }),
      ...(simPin !== undefined && { simPin }),
    },
  }
}

function vpnOf(p: Stored): Pick<Profile, 'vpn'> {
  const { vpnType: type, vpnServer: server, vpnUser: user, vpnGroup: group, vpnPassword: password, vpnKey: key } = p
  if (type === undefined || server === undefined || user === undefined || password === undefined || key === undefined)
    return {}
  return { vpn: { type, server, user, password, key, ...(group !== undefined && { group }) } }
}

/** The station may echo these in any frame. */
function keepQuiet({ session: { station } }: Saying, secrets: readonly (string | undefined)[]): void {
  keepSecret(
    station,
    secrets.filter(s => s !== undefined),
  )
}

export function storeNetworkProfile(saying: Saying, p: Stored): Promise<Outcome<object>> {
  keepQuiet(saying, [p.apnPassword, p.vpnPassword, p.vpnKey])
  const connectionData = { ...commonOf(p), ...apnOf(p), ...vpnOf(p) }
  return said(saying, 'SetNetworkProfile', { configurationSlot: p.configurationSlot, connectionData }, asTold)
}

type Priorities = { slots: number[] }
const priority = variableOf(PRIORITY) as NonNullable<ReturnType<typeof variableOf>>
/** The slots that the station uses, the first one first. */
const prioritiesOf = (saying: Saying): Promise<Outcome<Priorities>> =>
  said(saying, 'GetVariables', { getVariableData: [priority] }, ({ getVariableResult }) => {
    const told = getVariableResult.find(r => isSameVariable(r, priority))
    if (told?.attributeStatus !== 'Accepted') return new WrongAnswer(`has no ${PRIORITY}`)
    const slots = (told.attributeValue ?? '').split(',').map(s => s.trim())
    return { slots: slots.filter(s => /^\d{1,9}$/.test(s)).map(Number) }
  })

type SetStatus = Response201<'SetVariables'>['setVariableResult'][number]['attributeStatus']
const setPriorities = (saying: Saying, slots: readonly number[]): Promise<Outcome<{ status: SetStatus }>> => {
  const setVariableData = [{ ...priority, attributeValue: slots.join(',') }]
  return said(saying, 'SetVariables', { setVariableData }, ({ setVariableResult }) => {
    const told = setVariableResult.find(r => isSameVariable(r, priority))
    return told ? { status: told.attributeStatus } : new WrongAnswer(`says nothing of ${PRIORITY}`)
  })
}

/** A step that the station did not take: nothing has changed of the way it connects. */
const refusedAt = (step: string, status: string): Outcome<never> => ({
  kind: 'error',
  code: 'Rejected',
  text: `The charge point answered ${status} to ${step}: it stays with its security profile`,
  details: {},
  raw: '',
})

/** The first step only asks: without its answer nothing was changed, and the station connects as before. */
const prioritiesNotTold: Outcome<never> = {
  kind: 'error',
  code: 'Rejected',
  text: `The charge point did not tell ${PRIORITY}: it stays with its security profile`,
  details: {},
  raw: '',
}

/** Ends with the first step that is not taken, else with the answer to the restart. */
export async function raiseSecurity(saying: Saying, p: Raised): Promise<Outcome<object>> {
  const told = await prioritiesOf(saying)
  if (told.kind !== 'result') return prioritiesNotTold
  const { slots } = told.payload
  const slot = p.configurationSlot ?? lowestUnused(slots)
  const stored = await said(
    saying,
    'SetNetworkProfile',
    { configurationSlot: slot, connectionData: commonOf(p) },
    asTold,
  )
  if (stored.kind !== 'result') return stored
  if (stored.payload.status !== 'Accepted') return refusedAt('SetNetworkProfile', stored.payload.status)
  const set = await setPriorities(saying, [slot, ...slots.filter(s => s !== slot)])
  if (set.kind !== 'result') return set
  if (set.payload.status !== 'Accepted' && set.payload.status !== 'RebootRequired')
    return refusedAt(PRIORITY, set.payload.status)
  // From here on the station may come back by either profile, whatever becomes of the restart.
  const restart = await said(saying, 'Reset', { type: 'OnIdle' }, asTold)
  if (restart.kind === 'result' && restart.payload.status !== 'Rejected') return restart
  return { kind: 'result', payload: { status: 'RebootRequired' }, raw: 'raw' in restart ? restart.raw : '' }
}

function lowestUnused(slots: readonly number[]): number {
  let slot = 0
  while (slots.includes(slot)) slot++
  return slot
}
