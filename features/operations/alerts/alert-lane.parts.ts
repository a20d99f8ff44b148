// Alerts of a charger as a lane of its timeline: a mark where one opened, and where it closed (ALERT-12).
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Filters } from '@wattdesk/base/filters'
import { dayMs } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import type { AlertLaneEvent, UseAlertLane } from '#fleet/charger-timeline/timeline-shape.rules.ts'
import { useAccess } from '#kit/session.ts'
import { pathOf } from './alert.actions.ts'
import { type Alert, listAlerts } from './alert.contract.ts'

/** The newest alerts that opened before the end of the time; of more a lane would show nothing. */
const MOST = 100
const TONES = { Critical: 'fault', Major: 'fault', Minor: 'warning' } as const

const filtersOf = (chargepointPk: number, to: string): Filters => ({
  combine: 'AND',
  conditions: [
    { field: 'chargepoint_pk', operator: 'equals', value: chargepointPk },
    // By days of whatever zone: what opened later is left out below.
    { field: 'openedAt', operator: 'onOrBefore', value: new Date(Date.parse(to) + dayMs).toISOString().slice(0, 10) },
  ],
})

/** What opened and closed within the time, oldest first. */
export function alertMarks(alerts: readonly Alert[], from: string, to: string): AlertLaneEvent[] {
  const [first, end] = [Date.parse(from), Date.parse(to)]
  return alerts
    .flatMap((a): AlertLaneEvent[] => [
      {
        id: `alerts.${a.alert_id}.opened`,
        at: a.openedAt,
        tone: TONES[a.severity],
        text: a.text,
        more: '',
        to: pathOf(a),
      },
      ...(a.closedAt
        ? [
            {
              id: `alerts.${a.alert_id}.closed`,
              at: a.closedAt,
              tone: 'success' as const,
              text: `Closed: ${a.text}`,
              more: a.closedWhy ?? '',
              to: pathOf(a),
            },
          ]
        : []),
    ])
    .filter(e => Date.parse(e.at) >= first && Date.parse(e.at) < end)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

export const useAlertLane: UseAlertLane = ({ teamId, chargepointPk, from, to }, isWanted) => {
  const { canView } = useAccess('Alert')
  const filters = JSON.stringify(filtersOf(chargepointPk, to))
  const asked = useQuery({
    ...query(listAlerts, { params: { teamId }, query: { filters, sort: '-alert_id', pageSize: MOST } }),
    enabled: canView && isWanted,
    placeholderData: keepPreviousData,
  })
  const alerts = asked.data?.data
  const events = useMemo(() => alerts && alertMarks(alerts, from, to), [alerts, from, to])
  return { isOffered: canView, asked, events }
}
