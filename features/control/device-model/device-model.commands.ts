// Acts of people on the device model of a station: it is read anew, or a variable of it is set. The answer is waited for, and
// kept with the wish, so that a template and the Config tab know of it.
import { fail, found } from '@wattdesk/wire/route'
import { keepAttempt } from '#control/charger-config/charger-config.commands.ts'
import { NO_CHARGER } from '#control/remote-operations/remote-operation.commands.ts'
import { ANSWER_MS, NOT_CONNECTED, type Outcome } from '#control/remote-operations/remote-operation.rules.ts'
import * as tasks from '#control/remote-operations/task.store.ts'
import type { Services } from '#office/installation/services.ts'
import { everywhere } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Command, CommandOutcome } from '#platform/bus/bus.ts'
import { askNode } from './base-report.commands.ts'
import type { SetVariableBody } from './device-model.contract.ts'
import { isHidden, namesOf, variableKey } from './device-model.rules.ts'
import * as variables from './device-variable.store.ts'
import { answerOf, decidesAccess, type SetAnswer, settable } from './set-variable.rules.ts'

/** Asks a station for all of its model; `refusal`: why it gives none. */
export async function readModel(
  services: Services,
  { scope, by }: Caller,
  id: string,
): Promise<{ pk: number; refusal: string | null }> {
  const { pk, node } = await act(services, async trx => {
    const target = found(await tasks.target(trx, scope, id, 'key'), NO_CHARGER)
    if (!target.connected || target.node === null) return fail(409, NOT_CONNECTED)
    await audit.write(trx, by, {
      action: 'read-device-model',
      feature: 'ChargerPoint',
      recordId: target.chargepointPk,
      teamId: target.teamId,
    })
    return { pk: target.chargepointPk, node: target.node }
  })
  return { pk, refusal: (await askNode(services, pk, node)) ?? null }
}

/** Sets one attribute of a variable, and returns the station's answer. */
export async function setVariable(
  services: Services,
  { who, scope, by }: Caller,
  id: string,
  { attribute, value, ...name }: SetVariableBody,
): Promise<SetAnswer> {
  const full = decidesAccess(name) ? await everywhere(services.db, who, 'ChargerPoint.full') : undefined
  const key = variableKey(name)
  const { pk, node, hidden } = await act(services, async trx => {
    const target = found(await tasks.target(trx, scope, id, 'key'), NO_CHARGER)
    if (full?.kind === 'teams' && !full.teams.includes(target.teamId)) return fail(403, 'Not Authorized')
    const known = await variables.known(trx, target.chargepointPk, name, attribute)
    const sendable = settable(name, value, { known, isLoadBalanced: target.isLoadBalanced })
    if (!sendable.ok) {
      const { status, field, text } = sendable.error
      return fail(status, text, field === undefined ? undefined : { [field]: text })
    }
    if (!target.connected || target.node === null) return fail(409, NOT_CONNECTED)
    const isSecret = isHidden(name.variable, known?.mutability ?? '')
    await audit.write(trx, by, {
      action: 'set-variable',
      feature: 'ChargerPoint',
      recordId: target.chargepointPk,
      teamId: target.teamId,
      before: { variable: key, attribute, value: isSecret ? null : (known?.value ?? null) },
      after: { variable: key, attribute, value: isSecret ? '***' : value },
    })
    return { pk: target.chargepointPk, node: target.node, hidden: isSecret }
  })
  const setAt = services.now()
  const command: Command = {
    chargepointPk: pk,
    action: 'SetVariables',
    payload: {
      setVariableData: [
        { ...namesOf(name), attributeValue: value, ...(attribute !== 'Actual' && { attributeType: attribute }) },
      ],
    },
    family: 'ocpp2',
    ...(hidden && { secrets: [value] }),
    taskId: undefined,
    timeoutMs: ANSWER_MS,
  }
  const outcome = await services.bus.command(node, command)
  const answer = answerOf(outcome)
  await services.db.transaction().execute(async trx => {
    const at = services.now()
    if (attribute === 'Actual') {
      const attempt = { pk, key, value: hidden ? '' : value, setBy: who.userId, setAt, isSecret: hidden }
      await keepAttempt(trx, attempt, asKept(outcome, answer), at)
    }
    if (answer.state === 'Accepted' && !hidden) await variables.takeValue(trx, { pk, name, attribute, value, at })
  })
  return answer
}

/** The answer in the words of OCPP 1.6, in which values that were set are kept. */
function asKept(outcome: CommandOutcome, { status }: SetAnswer): Outcome {
  if (outcome.kind !== 'result') return outcome
  return status === undefined
    ? { kind: 'bad-result', text: '', raw: '' }
    : { kind: 'result', payload: { status: status.startsWith('Unknown') ? 'NotSupported' : status } }
}
