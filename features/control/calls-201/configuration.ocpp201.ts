// The configuration of a station: keys that are set and read as variables of its device model.
import type { Confirmation } from '@wattdesk/ocpp/messages'
import type { Response201 } from '@wattdesk/ocpp/ocpp201'
import type { Outcome } from '@wattdesk/ocpp/own-calls'
import { isReadOnlyKey } from '#control/charger-config/config-keys.contract.ts'
import { keyParts } from '#control/remote-operations/operation-request.rules.ts'
import { type Say, type Saying, said, unsayable, WrongAnswer } from './said.ocpp201.ts'
import { isSameVariable, keyOf, STANDARD_KEYS, type Variable, variableOf } from './variable-keys.rules.ts'

type SetStatus = Response201<'SetVariables'>['setVariableResult'][number]['attributeStatus']
type Told = Confirmation<'ChangeConfiguration'>['status']
const SET_AS: Readonly<Record<SetStatus, Told>> = {
  Accepted: 'Accepted',
  RebootRequired: 'RebootRequired',
  Rejected: 'Rejected',
  UnknownComponent: 'NotSupported',
  UnknownVariable: 'NotSupported',
  NotSupportedAttributeType: 'NotSupported',
}

export const changeConfiguration: Say<'ChangeConfiguration'> = async (saying, { key, value }) => {
  const named = variableOf(key)
  if (!named) return unsayable(`OCPP 2.0.1 has no variable for ${key}: write it as Component.Variable`)
  return said(
    saying,
    'SetVariables',
    { setVariableData: [{ ...named, attributeValue: value }] },
    ({ setVariableResult }) => {
      const result = setVariableResult.find(r => isSameVariable(r, named))
      return result ? { status: SET_AS[result.attributeStatus] } : new WrongAnswer(`says nothing of ${keyOf(named)}`)
    },
  )
}

type Configuration = Required<Confirmation<'GetConfiguration'>>
type Named = { key: string; named: Variable }

/** The variables of one message as keys of a configuration. */
const read = (saying: Saying, asked: readonly Named[]): Promise<Outcome<Configuration>> =>
  said(saying, 'GetVariables', { getVariableData: asked.map(a => a.named) }, ({ getVariableResult }) => {
    const told: Configuration = { configurationKey: [], unknownKey: [] }
    for (const { key, named } of asked) {
      const result = getVariableResult.find(r => isSameVariable(r, named))
      if (!result) return new WrongAnswer(`says nothing of ${keyOf(named)}`)
      const { attributeStatus: status, attributeValue: value } = result
      // A variable that is there and may not be read, such as a password, is told without its value.
      const isKnown = status === 'Accepted' || status === 'Rejected'
      const readonly = isReadOnlyKey(key)
      if (isKnown) told.configurationKey.push({ key, readonly, ...(value !== undefined && { value }) })
      else told.unknownKey.push(key)
    }
    return told
  })

const namedOf = (key: string): Named[] => {
  const named = variableOf(key)
  return named ? [{ key, named }] : []
}

/** The variables that a station is asked for at once where it does not say how many it takes. */
const MOST_AT_ONCE = 10

/** Without keys: the keys of 1.6 that have a standard variable, as far as the station has them. */
async function readAll(saying: Saying): Promise<Outcome<Confirmation<'GetConfiguration'>>> {
  const most = await read(saying, namedOf('GetConfigurationMaxKeys'))
  if (most.kind !== 'result') return most
  const whole = most.payload.configurationKey
  let { raw } = most
  const rest = STANDARD_KEYS.filter(key => key !== 'GetConfigurationMaxKeys')
  const limit = Number(whole[0]?.value)
  for (const part of keyParts(rest, limit > 0 ? Math.floor(limit) : MOST_AT_ONCE)) {
    const outcome = await read(saying, part.flatMap(namedOf))
    if (outcome.kind !== 'result') return outcome
    whole.push(...outcome.payload.configurationKey)
    raw = outcome.raw
  }
  return { kind: 'result', payload: { configurationKey: whole }, raw }
}

export const getConfiguration: Say<'GetConfiguration'> = async (saying, { key: keys }) => {
  if (!keys?.length) return readAll(saying)
  const asked = keys.flatMap(namedOf)
  const strange = keys.filter(key => variableOf(key) === undefined)
  if (asked.length === 0) return { kind: 'result', payload: { unknownKey: strange }, raw: '' }
  const outcome = await read(saying, asked)
  if (outcome.kind !== 'result') return outcome
  const { configurationKey, unknownKey } = outcome.payload
  return { ...outcome, payload: { configurationKey, unknownKey: [...unknownKey, ...strange] } }
}
