// The alerts of a charger as marks of its timeline: where each opened and closed, within the time alone.
import { expect, test } from 'vitest'
import { emptyRecord } from '#testing/web/record.ts'
import type { Alert } from './alert.contract.ts'
import { alertFields } from './alert.fields.ts'
import { alertMarks } from './alert-lane.parts.ts'

const alert = (alert_id: number, openedAt: string, closedAt: string | null): Alert => ({
  ...emptyRecord(alertFields),
  alert_id,
  severity: alert_id === 1 ? 'Minor' : 'Critical',
  text: `Alert ${alert_id}`,
  openedAt,
  closedAt,
  closedWhy: closedAt && 'It is back',
  title: 'T',
  step: { text: 'S', to: '/', needs: [] },
  cost: null,
  subject_page: null,
  plannedUntil: null,
})
test('opened and closed are marks of their own, oldest first; what lies outside the time is left out', () => {
  const [from, to] = ['2026-03-04T08:00:00Z', '2026-03-04T09:00:00Z']
  const marks = alertMarks(
    [
      alert(3, '2026-03-04T08:30:00Z', null),
      alert(2, '2026-03-04T08:10:00Z', '2026-03-04T08:40:00Z'),
      alert(1, '2026-03-04T07:00:00Z', '2026-03-04T08:00:00Z'),
      alert(4, '2026-03-04T09:00:00Z', null),
    ],
    from,
    to,
  )
  expect(marks.map(m => [m.id, m.tone, m.text, m.more, m.to])).toEqual([
    ['alerts.1.closed', 'success', 'Closed: Alert 1', 'It is back', '/alerts/1'],
    ['alerts.2.opened', 'fault', 'Alert 2', '', '/alerts/2'],
    ['alerts.3.opened', 'fault', 'Alert 3', '', '/alerts/3'],
    ['alerts.2.closed', 'success', 'Closed: Alert 2', 'It is back', '/alerts/2'],
  ])
})
