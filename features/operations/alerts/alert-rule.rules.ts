// What a rule may ask for: the parameters of its kind within their limits (ALERT-14).
import { err, ok, type Result } from '@wattdesk/base/result'
import { unitOf } from '@wattdesk/base/text'
import type { AlertKindShown } from './alert-rule.contract.ts'

type Named = Pick<AlertKindShown['parameters'][number], 'name' | 'label' | 'unit' | 'min' | 'max'>

/** The parameters of a rule with every default filled in, or what is wrong with each of them by its field. */
export function checkedParameters(
  known: readonly (Named & { default: number })[],
  given: Readonly<Record<string, number>>,
): Result<Record<string, number>, Record<string, string>> {
  const wrong: Record<string, string> = {}
  for (const name of Object.keys(given))
    if (!known.some(p => p.name === name)) wrong[`parameters.${name}`] = 'This kind of alert has no such parameter'
  for (const { name, label, unit, min, max } of known) {
    const value = given[name]
    if (value !== undefined && (value < min || value > max))
      wrong[`parameters.${name}`] =
        `${label} must be from ${min.toLocaleString('en-IN')} to ${max.toLocaleString('en-IN')} ${unit}`
  }
  if (Object.keys(wrong).length > 0) return err(wrong)
  return ok(Object.fromEntries(known.map(p => [p.name, given[p.name] ?? p.default])))
}

type Asking = { kind: string; parameters: Readonly<Record<string, number>> }
/** When a rule opens an alert, in words: 'Charge point offline: offline for 15 minutes'. Without a figure above 0 it is at once. */
export function conditionText(kinds: readonly AlertKindShown[], rule: Asking): string {
  const kind = kinds.find(k => k.kind === rule.kind)
  if (!kind) return rule.kind
  const parts = kind.parameters.flatMap(p => {
    const value = rule.parameters[p.name] ?? p.default
    return value === 0 ? [] : [`${p.label.toLowerCase()} ${value.toLocaleString('en-IN')} ${unitOf(value, p.unit)}`]
  })
  return [kind.title, ...parts].join(': ')
}
