// The session of one connected charger, from the central system's side (OCPP-J §4, in 1.6, 2.0.1 and 2.1 alike). The charger's
// calls are served singly, in the order of arrival. Our calls go out singly in a slot of their own, so that neither
// direction waits for the other. An idle session has no timer, no queue and no closure.
import type { OnOddValue } from './compile.ts'
import type { Dialect } from './dialect.ts'
import { NoAnswer, OcppError, type OcppErrorCode } from './error-code.ts'
import { type Call, type CallError, type CallResult, callFrame, errorFrame, parseFrame, resultFrame } from './frames.ts'
import { messageIds } from './message-ids.ts'
import type {
  ActionOf,
  CentralSystemActionOf,
  ChargePointActionOf,
  ConfirmationOf,
  Messages,
  RequestOf,
} from './messages/message.ts'
import type { Messages16 } from './messages.ts'
import { outcomeOf } from './outcome.ts'
import { type CallOptions, type Outcome, OwnCalls, ownCall } from './own-calls.ts'
import { callKey, hasOwnTime, RecentAnswers } from './recent-answers.ts'
import type { ActionValidators } from './validators.ts'
import { WaitingCalls } from './waiting-calls.ts'

/** The transport, as far as a session needs it. */
export interface SessionSocket {
  send(text: string): void
  close(code?: number, reason?: string): void
}

/** The facts that a handler may need besides the payload. */
export interface CallContext<M extends Messages = Messages16> {
  /** The charger's message id. */
  readonly id: string
  readonly action: ChargePointActionOf<M>
  /** When the frame arrived, in milliseconds since 1970; a call may have waited behind others. */
  readonly receivedAt: number
  readonly session: ChargePointSession<M>
}

/** Answers any action. May throw an OcppError, which is then the answer, or NoAnswer, which ends the session without one. */
export type Handle<M extends Messages = Messages16> = <A extends ChargePointActionOf<M>>(
  action: A,
  payload: RequestOf<M, A>,
  context: CallContext<M>,
) => ConfirmationOf<M, A> | Promise<ConfirmationOf<M, A>>

/** Every callback gets the session, so that one set of functions can serve all chargers. */
export interface SessionOptions<M extends Messages = Messages16> {
  readonly socket: SessionSocket
  /** The protocol that was negotiated. */
  readonly dialect: Dialect<M>
  readonly handle: Handle<M>
  /** A handler failed, or its answer does not fit (the charger was told InternalError and nothing else), or a send failed. */
  readonly onError: (error: unknown, session: ChargePointSession<M>, action?: ChargePointActionOf<M>) => void
  /** A handler threw NoAnswer: the call stays unanswered and the socket is closed with 1012. */
  readonly onUnanswered?: (error: NoAnswer, session: ChargePointSession<M>, action: ChargePointActionOf<M>) => void
  /** Every text frame, before it is judged or sent. */
  readonly onFrame?: (direction: 'in' | 'out', text: string, session: ChargePointSession<M>) => void
  /** A value that was taken although the standard does not know it (compile.ts). */
  readonly onOddValue?: (action: ActionOf<M>, path: string, value: string, session: ChargePointSession<M>) => void
  /** A call that does not fit its schema was refused with this code. */
  readonly onRefused?: (action: ActionOf<M>, code: OcppErrorCode, session: ChargePointSession<M>) => void
  /** A frame that was neither served nor answered, and why. */
  readonly onDropped?: (reason: string, text: string, session: ChargePointSession<M>) => void
  /** Milliseconds since 1970. */
  readonly now?: () => number
  readonly callTimeoutMs?: number
  readonly newMessageId?: () => string
  /** The answers of the charger's session before, so that repeated calls are recognised. */
  readonly recentAnswers?: RecentAnswers
}

const POLICY_VIOLATION = 1008
const SERVICE_RESTART = 1012

const newIdOfProcess = messageIds()

export class ChargePointSession<M extends Messages = Messages16> {
  readonly recentAnswers: RecentAnswers
  readonly #options: SessionOptions<M>
  #isOpen = true
  /** Pending while a call takes its time. */
  #serving: Promise<void> | undefined
  #waiting: WaitingCalls | undefined
  #ownCalls: OwnCalls | undefined

  constructor(options: SessionOptions<M>) {
    this.#options = options
    this.recentAnswers = options.recentAnswers ?? new RecentAnswers()
    this.recentAnswers.connectionChanged()
  }

  /** The protocol that was negotiated. */
  get dialect(): Dialect<M> {
    return this.#options.dialect
  }

  /** Resolves when the call being served, if any, has ended, so that a call sent again does not overtake its first try. */
  get settled(): Promise<void> {
    return this.#serving ?? Promise.resolve()
  }

  /** A call of the charger is being served, or waits for its turn. */
  get isServing(): boolean {
    return this.#serving !== undefined
  }

  /** Takes a text frame from the transport. */
  receive(text: string): void {
    this.#note('in', text)
    if (!this.#isOpen) {
      this.#drop('after the end of the session', text)
      return
    }
    const frame = parseFrame(text, this.#options.dialect.faults)
    if (frame.kind === 'call') this.#receiveCall(frame, text)
    else if (frame.kind !== 'bad') this.#receiveReply(frame, text)
    else if (frame.id !== undefined) this.#send(errorFrame(frame.id, frame.code, frame.text))
    else this.#drop(frame.text, text)
  }

  /** OCPP-J knows text frames only; a binary one does no harm. */
  receiveBinary(): void {
    this.#drop('a binary frame', '')
  }

  /** The transport is gone: our open calls end, waiting ones of the charger are its to send again. */
  closed(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#ownCalls?.closeAll()
    for (let call = this.#waiting?.next(); call !== undefined; call = this.#waiting?.next()) {
      this.#drop('the session ended first', call.text)
    }
  }

  /** Ends the session from our side. */
  close(code?: number, reason?: string): void {
    this.#options.socket.close(code, reason)
    this.closed()
  }

  /**
   * Asks the charger, after our calls that wait before this one.
   * @returns how the call ended: everything that can happen on the way is an outcome, also that the session is over
   * @throws TypeError only where the payload does not fit the schema, which is our own mistake
   * @example
   * const outcome = await session.call('Reset', { type: 'Soft' })
   * if (outcome.kind === 'result') console.log(outcome.payload.status)
   */
  async call<A extends CentralSystemActionOf<M>>(
    action: A,
    payload: RequestOf<M, A>,
    options: CallOptions = {},
  ): Promise<Outcome<ConfirmationOf<M, A>>> {
    const wrong = this.#validatorsOf(action)?.sentCall(payload)
    if (wrong !== undefined) throw new TypeError(`${action}: ${wrong.text}`)
    if (!this.#isOpen) return { kind: 'closed', sent: false }
    this.#ownCalls ??= new OwnCalls()
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>()
    const { callTimeoutMs: timeoutMs } = this.#options
    const asked = { ...(timeoutMs !== undefined && { timeoutMs }), ...options }
    const taken = this.#ownCalls.enqueue(ownCall(action, payload as object, asked, this.#now(), resolve))
    if (!taken) return { kind: 'busy' }
    this.#sendNextCall(this.#ownCalls)
    // The reply was judged by the validator of this action.
    return promise as Promise<Outcome<ConfirmationOf<M, A>>>
  }

  #sendNextCall(calls: OwnCalls): void {
    if (calls.out !== undefined) return
    const call = calls.next(this.#now())
    if (call === undefined) return
    call.id = (this.#options.newMessageId ?? newIdOfProcess)()
    calls.startTimer(() => this.#endCall(calls, { kind: 'timeout', sent: true }))
    this.#send(callFrame(call.id, call.action, call.payloadJson))
    try {
      call.onSent?.(call.id)
    } catch (error) {
      this.#options.onError(error, this)
    }
  }

  #endCall(calls: OwnCalls, outcome: Outcome<unknown>): void {
    calls.end(outcome)
    this.#sendNextCall(calls)
  }

  #receiveReply(frame: CallResult | CallError, text: string): void {
    const calls = this.#ownCalls
    const call = calls?.out
    if (calls === undefined || call === undefined || call.id !== frame.id) this.#drop('answers no call', text)
    else {
      const validate = this.#validatorsOf(call.action)?.answer
      this.#endCall(calls, outcomeOf(validate, frame, text, this.#oddValues(call.action as ActionOf<M>)))
    }
  }

  #receiveCall(frame: Call, text: string): void {
    const receivedAt = this.#now()
    if (this.#serving === undefined) {
      this.#serve(frame, text, receivedAt)
      return
    }
    this.#waiting ??= new WaitingCalls()
    if (this.#waiting.enqueue({ frame, text, receivedAt })) return
    this.#drop('too many calls wait', text)
    this.close(POLICY_VIOLATION, 'Too many calls wait')
  }

  /** After a call that was answered later: serves the waiting calls, until another call is not answered at once. */
  #serveWaiting(): void {
    this.#serving = undefined
    while (this.#serving === undefined && this.#isOpen) {
      const call = this.#waiting?.next()
      if (call === undefined) {
        this.#waiting = undefined
        return
      }
      this.#serve(call.frame, call.text, call.receivedAt)
    }
  }

  #serve(frame: Call, text: string, receivedAt: number): void {
    const { id, action } = frame
    const validators = this.#validatorsOf(action)
    if (validators === undefined) this.#refuse(id, 'NotImplemented', 'unknown action')
    else if (!this.#options.dialect.isChargePointAction(action))
      this.#refuse(id, 'NotSupported', `${action} is for chargers`)
    else {
      const key = callKey(text)
      const before = this.recentAnswers.find(key, receivedAt)
      if (before !== undefined) this.#send(resultFrame(id, before))
      else this.#handle(action as ChargePointActionOf<M>, validators, frame, key, receivedAt)
    }
  }

  #handle(
    action: ChargePointActionOf<M>,
    validators: ActionValidators,
    { id, payload }: Call,
    key: number,
    receivedAt: number,
  ): void {
    const wrong = validators.call(payload, this.#oddValues(action))
    if (wrong !== undefined) {
      this.#options.onRefused?.(action, wrong.code, this)
      this.#refuse(id, wrong.code, wrong.text)
      return
    }
    const context: CallContext<M> = { id, action, receivedAt, session: this }
    let answer: object
    try {
      // The validator of this action has passed the payload.
      answer = this.#options.handle(action, payload as RequestOf<M, typeof action>, context) as object
    } catch (error) {
      this.#fail(error, context)
      return
    }
    if (answer instanceof Promise) this.#serving = this.#answerLater(answer, context, key, payload)
    else this.#answer(answer, context, key, payload)
  }

  async #answerLater(answer: Promise<object>, context: CallContext<M>, key: number, payload: unknown): Promise<void> {
    try {
      this.#answer(await answer, context, key, payload)
    } catch (error) {
      this.#fail(error, context)
    }
    this.#serveWaiting()
  }

  #answer(answer: object, context: CallContext<M>, key: number, payload: unknown): void {
    const { id, action } = context
    const wrong = this.#validatorsOf(action)?.sentAnswer(answer)
    if (wrong !== undefined) {
      this.#fail(new TypeError(`our answer to ${action}: ${wrong.text}`), context)
      return
    }
    const json = JSON.stringify(answer)
    this.recentAnswers.remember(key, json, hasOwnTime(action, payload), this.#now())
    this.#send(resultFrame(id, json))
  }

  /** A failed call is not remembered: sent again, it is tried again. */
  #fail(error: unknown, { id, action }: CallContext<M>): void {
    if (error instanceof OcppError) this.#refuse(id, error.code, error.message)
    else if (error instanceof NoAnswer) {
      this.#options.onUnanswered?.(error, this, action)
      this.close(SERVICE_RESTART, 'Please try again')
    } else {
      this.#options.onError(error, this, action)
      this.#refuse(id, 'InternalError', '')
    }
  }

  #refuse(id: string, code: OcppErrorCode, text: string): void {
    this.#send(errorFrame(id, code, text))
  }

  #send(text: string): void {
    if (!this.#isOpen) return
    try {
      this.#note('out', text)
      this.#options.socket.send(text)
    } catch (error) {
      this.#options.onError(error, this)
    }
  }

  /** A frame that cannot be noted is served and answered all the same. */
  #note(direction: 'in' | 'out', text: string): void {
    try {
      this.#options.onFrame?.(direction, text, this)
    } catch (error) {
      this.#options.onError(error, this)
    }
  }

  #drop(reason: string, text: string): void {
    this.#options.onDropped?.(reason, text, this)
  }

  #oddValues(action: ActionOf<M>): OnOddValue | undefined {
    const { onOddValue } = this.#options
    return onOddValue && ((path, value) => onOddValue(action, path, value, this))
  }

  #validatorsOf(action: string): ActionValidators | undefined {
    return this.#options.dialect.validators.get(action)
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }
}
