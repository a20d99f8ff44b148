// An alert as messages tell it, in the words of its kind.
import { kindOf } from '#operations/alerts/alert-kinds.store.ts'
import type { ToldAlert } from './message.rules.ts'
import { type DueAlert, factsOf } from './telling-due.store.ts'

export function toldAlert(a: DueAlert): ToldAlert {
  const kind = kindOf(a.kind)
  return {
    alertId: a.alertId,
    kind: a.kind,
    title: kind?.title ?? a.kind,
    text: kind?.text(a.subjectName, factsOf(a)) ?? a.subjectName,
    step: kind?.step.text ?? 'Look at the alerts',
    severity: a.severity,
    since: a.since,
    closedWhy: a.closedWhy,
    closedBy: a.closedBy,
  }
}
