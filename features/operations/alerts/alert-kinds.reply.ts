// A kind of alert as the form of a rule needs it.
import type { AlertKind } from './alert-kind.store.ts'
import type { AlertKindShown } from './alert-rule.contract.ts'

export const shownKind = ({ id, parameters, step, ...k }: AlertKind): AlertKindShown => ({
  kind: id,
  title: k.title,
  group: k.group,
  severity: k.severity,
  subject: k.subject,
  parameters: Object.entries(parameters).map(([name, p]) => ({ name, ...p })),
  opens: k.opens,
  closes: k.closes,
  step: step.text,
})
