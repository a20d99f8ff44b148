// Tells chargers what a maintenance wants of them: a task with its audit entry like any remote operation, as the product's own
// act. The step is marked before the message goes out, and its answer is stored with the end of the task: after a crash the
// step is told again at its time, from what is stored.
import { randomUUID } from 'node:crypto'
import { plainRequest } from '#control/remote-operations/operation-request.commands.ts'
import type { Plain } from '#control/remote-operations/operation-request.rules.ts'
import type { Outcome } from '#control/remote-operations/remote-operation.rules.ts'
import { announceTask, type Run, runTask } from '#control/remote-operations/task.commands.ts'
import * as tasks from '#control/remote-operations/task.store.ts'
import { pauseMs } from '#fleet/maintenance/maintenance.rules.ts'
import { type DueStep, dueSteps, holdStep, keepAnswer, markTold } from '#fleet/maintenance/maintenance-step.store.ts'
import { availabilityFate } from '#fleet/stations/availability.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'

export const BY_MAINTENANCE = 'Planned maintenance'
/** Steps of one run; the others follow in the next. */
const AT_ONCE = 1000

const operationOf = ({ what, number, chargepointId: chargerId }: DueStep) =>
  what === 'reservation'
    ? ({ chargerId, remoteOperationType: 'CancelReservation', parameters: { reservationId: number } } as const)
    : ({
        chargerId,
        remoteOperationType: 'ChangeAvailability',
        parameters: { connectorId: number, availabilityType: what === 'out' ? 'INOPERATIVE' : 'OPERATIVE' },
      } as const)

/** How a step stands after an outcome; what was not answered waits for its time. */
function answerOf(outcome: Outcome): Parameters<typeof keepAnswer>[2] {
  const fate = availabilityFate(outcome)
  if (fate === undefined) return 'pending'
  if (fate.is === 'refused') return 'rejected'
  return outcome.kind === 'result' && 'status' in outcome.payload && outcome.payload.status === 'Scheduled'
    ? 'scheduled'
    : 'accepted'
}
const wordOf = (outcome: Outcome): string | null => {
  const fate = availabilityFate(outcome)
  if (fate?.is === 'refused') return fate.word.slice(0, 100)
  return fate === undefined ? 'No answer' : null
}

/** Tells connected chargers what is due, and waits for no answer; `answered` resolves with the last one. */
export async function tellDue(services: Services): Promise<{ answered: Promise<unknown> }> {
  const due = await dueSteps(services.db, services.now(), AT_ONCE)
  const running: Promise<void>[] = []
  for (const stepId of due) await tellOne(services, stepId, running)
  return { answered: Promise.all(running) }
}

async function tellOne(services: Services, stepId: number, running: Promise<void>[]): Promise<void> {
  try {
    await act(services, async (trx, then) => {
      const at = services.now()
      const step = await holdStep(trx, stepId, at)
      if (!step) return
      const operation = operationOf(step)
      const { remoteOperationType, parameters } = operation
      const { pk, chargepointId, companyId, teamId } = step
      const taskId = randomUUID()
      const of = { companyId, teamId, pk, chargepointId, operation: remoteOperationType, parameters }
      const task = await tasks.add(trx, { taskId, ...of, createdBy: null, createdAt: at })
      const entry = { feature: 'ChargerPoint', recordId: pk, teamId, after: { taskId, ...parameters } }
      await audit.write(trx, audit.byProduct(BY_MAINTENANCE), { ...entry, action: remoteOperationType })
      await markTold(trx, stepId, { taskId, at, nextAt: new Date(at.getTime() + pauseMs(step.tries + 1)) })
      const settle: Run['settle'] = async (end, outcome) => {
        await keepAnswer(end, { stepId, taskId }, answerOf(outcome), wordOf(outcome))
      }
      const run: Run = { node: step.node, chargepointPk: pk, request: plainRequest(operation as Plain), settle }
      then(() => {
        announceTask(services, task, at)
        running.push(runTask(services, run, operation, taskId))
      })
    })
  } catch (error) {
    services.log.error({ err: error, stepId }, 'A charge point could not be told of a planned maintenance')
  }
}
