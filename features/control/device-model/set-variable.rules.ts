// Which variables may be set by a person, and what the answers of stations mean.
import { err, ok, type Result } from '@wattdesk/base/result'
import type { Response201 } from '@wattdesk/ocpp/ocpp201'
import { NOT_CONNECTED, type Outcome, TOO_MANY } from '#control/remote-operations/remote-operation.rules.ts'
import type { SET_STATES } from './device-model.contract.ts'
import type { VariableName } from './device-model.rules.ts'

type SetState = (typeof SET_STATES)[number]
export type Refusal = { status: 409 | 422; field?: string; text: string }

/** Whether a variable decides how the station signs in: that takes full access on charge points (D-OCPP-9). */
export const decidesAccess = ({ component, variable }: Pick<VariableName, 'component' | 'variable'>): boolean =>
  component.toLowerCase() === 'securityctrlr' || variable.toLowerCase() === 'networkconfigurationpriority'

type Known = { mutability: string; dataType: string | null }
/** Refuses a value that is not to be sent at all. `known`: the attribute as it was told; undefined where none was. */
export function settable(
  { component, variable }: VariableName,
  value: string,
  { known, isLoadBalanced }: { known: Known | undefined; isLoadBalanced: boolean },
): Result<void, Refusal> {
  if (variable.toLowerCase() === 'basicauthpassword')
    return err({ status: 409, text: 'The password of the charge point is changed by New key on its Settings tab' })
  if (isLoadBalanced && component.toLowerCase() === 'smartchargingctrlr')
    return err({ status: 409, text: 'This charger is load balanced by its site' })
  if (!known) return err({ status: 422, field: 'variable', text: 'The charge point has not told of this variable' })
  if (known.mutability === 'ReadOnly')
    return err({ status: 422, field: 'value', text: 'The charge point does not let this variable be changed' })
  const wrong = wrongFor(known.dataType, value)
  return wrong === undefined ? ok(undefined) : err({ status: 422, field: 'value', text: wrong })
}

/** Why a value is none of its type; limits and lists are left to the station, which knows them as they are now. */
function wrongFor(dataType: string | null, value: string): string | undefined {
  if (dataType === 'integer' && !/^[+-]?\d+$/.test(value)) return 'Should be a whole number'
  if (dataType === 'decimal' && !/^[+-]?\d+(\.\d+)?$/.test(value)) return 'Should be a number'
  if (dataType === 'boolean' && !/^(true|false)$/i.test(value)) return 'Should be true or false'
  return undefined
}

type Told = Response201<'SetVariables'>['setVariableResult'][number]
const SAYS: Readonly<Record<Told['attributeStatus'], [SetState, string]>> = {
  Accepted: ['Accepted', 'The charge point uses the value from now on'],
  RebootRequired: [
    'RebootRequired',
    'The charge point has kept the value and uses it after its next restart: send Reset to restart it',
  ],
  Rejected: ['Rejected', 'The charge point refused the value'],
  UnknownComponent: ['Rejected', 'The charge point does not know this component any more'],
  UnknownVariable: ['Rejected', 'The charge point does not know this variable any more'],
  NotSupportedAttributeType: ['Rejected', 'The charge point does not let this attribute be set'],
}
export type SetAnswer = { state: SetState; text: string; status?: Told['attributeStatus'] }

/** How a call to set one variable has ended. */
export function answerOf(o: Outcome): SetAnswer {
  switch (o.kind) {
    case 'result': {
      const told = (o.payload as unknown as Response201<'SetVariables'>).setVariableResult[0]
      if (!told) return { state: 'Unanswered', text: 'The answer of the charge point says nothing of the variable' }
      const [state, says] = SAYS[told.attributeStatus]
      const why = [told.attributeStatusInfo?.reasonCode, told.attributeStatusInfo?.additionalInfo]
        .filter(Boolean)
        .join(', ')
      return { state, text: why === '' ? says : `${says}: ${why}`, status: told.attributeStatus }
    }
    case 'error':
      return {
        state: 'Rejected',
        text: `The charge point refused the request: ${[o.code, o.text].filter(Boolean).join(', ')}`,
      }
    case 'timeout':
      return o.sent
        ? {
            state: 'Unanswered',
            text: 'The charge point did not answer: read its device model again to see what holds',
          }
        : { state: 'NotSent', text: 'The charge point was busy with other requests, so nothing was sent' }
    case 'closed':
    case 'unreachable':
      return o.sent
        ? {
            state: 'Unanswered',
            text: 'The connection was lost before the answer: read the device model again to see what holds',
          }
        : { state: 'NotSent', text: NOT_CONNECTED }
    case 'busy':
      return { state: 'NotSent', text: TOO_MANY }
    default:
      return { state: 'Unanswered', text: 'The answer of the charge point could not be read' }
  }
}
