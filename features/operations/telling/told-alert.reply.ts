// An alert as messages tell it, in the words of its kind.
import { alertCost } from '#operations/alerts/alert-cost.store.ts'
import { stepText } from '#operations/alerts/alert-kind.store.ts'
import { kindOf } from '#operations/alerts/alert-kinds.store.ts'
import type { ToldAlert } from './message.rules.ts'
import { type DueAlert, factsOf } from './telling-due.store.ts'

export function toldAlert(a: DueAlert, now: Date): ToldAlert {
  const kind = kindOf(a.kind)
  const facts = factsOf(a)
  return {
    alertId: a.alertId,
    kind: a.kind,
    title: kind?.title ?? a.kind,
    text: kind?.text(a.subjectName, facts) ?? a.subjectName,
    step: kind ? stepText(kind, facts) : 'Look at the alerts',
    severity: a.severity,
    since: a.since,
    closedWhy: a.closedWhy,
    closedBy: a.closedBy,
    // A test is about no alert.
    cost: a.alertId > 0 ? alertCost(kind, a, facts, now) : null,
  }
}
