// The outcome of our call, from the charger's answer as the validator of its action judges it.
import type { OnOddValue, Validate } from './compile.ts'
import type { CallError, CallResult } from './frames.ts'
import type { Outcome } from './own-calls.ts'

/** The outcome of a call whose answers `validate` judges; `raw` is the answer as it came. */
export function outcomeOf(
  validate: Validate | undefined,
  frame: CallResult | CallError,
  raw: string,
  onOddValue: OnOddValue | undefined,
): Outcome<unknown> {
  if (frame.kind === 'error') return { kind: 'error', code: frame.code, text: frame.text, details: frame.details, raw }
  const wrong = validate?.(frame.payload, onOddValue)
  if (wrong !== undefined) return { kind: 'bad-result', text: wrong.text, raw }
  return { kind: 'result', payload: frame.payload, raw }
}
