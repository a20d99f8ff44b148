// The uptime of a charger in 30 days is below target: the figure of the page of uptime, without the time in which our own server
// was down, of chargers that have lived for a day of them.
import { startOfDay } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { uptimeSince } from '#fleet/uptime/uptime-sums.store.ts'
import { alertKind, CHARGERS_WITH_STATE, isInService, isMeant, mostOf, ofCharger } from '../alert-kind.store.ts'
import { fairUptime, uptimePast } from '../alert-past-figures.store.ts'

export const uptimeLow = alertKind({
  id: 'uptime-low',
  title: 'Uptime of 30 days below target',
  group: 'Charge Points',
  severity: 'Major',
  subject: 'charger',
  parameters: { percent: { label: 'Uptime below', unit: '%', default: 95, min: 1, max: 100 } },
  candidates: look => {
    const from = startOfDay(look.now, look.zone, -29)
    const uptime = uptimeSince({ from, now: look.now, where: isMeant(look, sql`c.chargepoint_pk`) })
    return sql`select ${ofCharger(sql`greatest(s.first_boot_at, ${from})`, sql`jsonb_build_object('percent', u.percent)`)}
      from (${fairUptime(sql`(${uptime})`, { from, now: look.now, percent: mostOf('percent', 95) })}) u
        join (${CHARGERS_WITH_STATE}) on c.chargepoint_pk = u.pk
      where ${isInService} and u.percent < ${mostOf('percent', 95)}`
  },
  holds: p => sql`(x.facts->>'percent')::numeric < ${p.percent}`,
  past: (p, look) => uptimePast(p, look),
  onNews: 'nothing',
  everyMinutes: 60,
  inParts: true,
  opens:
    'a charge point was up for less than the rule’s percentage of the last 30 days, time in which Wattdesk itself was down left out',
  closes: 'it reaches the percentage',
  text: (name, f) => `${name} was up ${f.percent} % of the last 30 days`,
  over: 'It reaches its target again',
  step: {
    text: 'See when it was down',
    needs: ['ChargerPoint.view'],
    to: s => `/charger/${s.chargepointPk}?tab=timeline&lanes=connection`,
  },
})
