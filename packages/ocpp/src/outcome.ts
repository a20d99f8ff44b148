// The outcome of our call, from the charger's answer as the validator of its action judges it.
import type { OnOddValue } from './compile.ts'
import type { CallError, CallResult } from './frames.ts'
import type { CentralSystemAction, Confirmation } from './messages.ts'
import type { CallOutcome } from './own-calls.ts'
import { validators } from './validators.ts'

/** The outcome of a call of this action; `raw` is the answer as it came. */
export function outcomeOf(
  action: CentralSystemAction,
  frame: CallResult | CallError,
  raw: string,
  onOddValue: OnOddValue | undefined,
): CallOutcome {
  if (frame.kind === 'error') return { kind: 'error', code: frame.code, text: frame.text, details: frame.details, raw }
  const wrong = validators.get(action)?.answer(frame.payload, onOddValue)
  if (wrong !== undefined) return { kind: 'bad-result', text: wrong.text, raw }
  return { kind: 'result', payload: frame.payload as Confirmation<CentralSystemAction>, raw }
}
