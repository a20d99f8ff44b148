// The session of a charger under test, in the protocol that it speaks: its messages are answered, and it is asked.
import type { Messages } from '@wattdesk/ocpp/messages/message'
import { ocpp16 } from '@wattdesk/ocpp/ocpp16'
import { type Messages201, ocpp201 } from '@wattdesk/ocpp/ocpp201'
import { ChargePointSession, type Handle, type SessionSocket } from '@wattdesk/ocpp/session'
import type { QuestionId } from './charger-test.words.ts'
import { answers16, answers201, type TestMemory } from './charger-test-answers.ocpp.ts'
import { asks16, asks201 } from './charger-test-questions.ocpp.ts'
import type { TestedProtocol } from './journal.rules.ts'

export type TestSession = {
  receive: (text: string) => void
  receiveBinary: () => void
  closed: () => void
  /** Asks; returns why it could not, null where it did. */
  ask: (question: QuestionId) => Promise<string | null>
}
type Options = {
  socket: SessionSocket
  onFrame: (direction: 'in' | 'out', text: string) => void
  onError: (error: unknown) => void
}

export function testSession(protocol: TestedProtocol, memory: TestMemory, options: Options): TestSession {
  const common = { ...options, now: () => memory.now().getTime() }
  if (protocol === 'ocpp1.6') {
    const answers = answers16(memory)
    const handle: Handle = (action, payload) => answers[action](payload)
    const session = new ChargePointSession({ dialect: ocpp16, handle, ...common })
    return faceOf(session, q => asks16[q](session, memory))
  }
  const answers = answers201(memory)
  const handle: Handle<Messages201> = (action, payload) => answers[action](payload)
  const session = new ChargePointSession({ dialect: ocpp201, handle, ...common })
  return faceOf(session, q => asks201[q](session, memory))
}

const faceOf = <M extends Messages>(s: ChargePointSession<M>, ask: TestSession['ask']): TestSession => ({
  receive: text => s.receive(text),
  receiveBinary: () => s.receiveBinary(),
  closed: () => s.closed(),
  ask,
})
