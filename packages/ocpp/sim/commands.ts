// Every call of the central system, looked up in one table, refused, delayed or left unanswered as the faults say.
import { type CentralSystemAction, isAction, isCentralSystemAction } from '../src/messages.ts'
import { validators } from '../src/validators.ts'
import { realTime } from './clock.ts'
import type { Commands, Reply } from './commands/command.ts'
import { core } from './commands/core.ts'
import { maintenance } from './commands/maintenance.ts'
import { security } from './commands/security.ts'
import { smart } from './commands/smart.ts'
import { CallError } from './link.ts'
import type { Station } from './station.ts'

const commands: Commands = { ...core, ...smart, ...maintenance, ...security }

function decide(station: Station, action: string, payload: unknown): Reply<CentralSystemAction> {
  const refusal = station.faults.refuse?.[action]
  if (typeof refusal === 'string') throw new CallError(refusal, `${action} is refused`)
  if (refusal) return { answer: refusal as Reply<CentralSystemAction>['answer'] }
  if (!isCentralSystemAction(action))
    throw new CallError(isAction(action) ? 'NotSupported' : 'NotImplemented', `${action} is not for a charger`)
  const wrong = (station.options.strict ?? true) ? validators.get(action)?.sentCall(payload ?? {}) : undefined
  if (wrong) throw new CallError(wrong.code, wrong.text)
  const command = commands[action] as (station: Station, request: unknown) => Reply<CentralSystemAction>
  return command(station, payload ?? {})
}

/** Answers one call. The charger acts on the call after the answer has been sent. */
export function answer(station: Station, id: string, action: string, payload: unknown): void {
  const { silentOn, answerDelayMs } = station.faults
  if (silentOn?.includes(action) || silentOn?.includes('*')) {
    station.events.emit('call', { id, action, payload })
    return
  }
  const act = (): void => {
    try {
      const reply = decide(station, action, payload)
      station.link.send(JSON.stringify([3, id, reply.answer]))
      station.events.emit('call', { id, action, payload, answer: reply.answer })
      const work = reply.after?.()
      if (work) station.background(work)
    } catch (error) {
      const { code, message } =
        error instanceof CallError
          ? error
          : { code: 'InternalError', message: error instanceof Error ? error.message : '' }
      station.link.send(JSON.stringify([4, id, code, message.slice(0, 255), {}]))
      station.events.emit('call', { id, action, payload, error: code })
    }
  }
  if (answerDelayMs) realTime.after(answerDelayMs, act)
  else act()
}
