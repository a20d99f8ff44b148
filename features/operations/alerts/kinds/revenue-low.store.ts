// A day brought a team far less than its weekday did in the four weeks before; looked at when its sessions have ended.
import { sql } from 'kysely'
import { MISSING_REVENUE } from '../alert-cost.rules.ts'
import { reportOfDay, writtenDay } from '../alert-day.rules.ts'
import { alertKind, ofTeam } from '../alert-kind.store.ts'
import { judgedDay, revenueOf, revenuePast } from '../alert-past-figures.store.ts'

export const revenueLow = alertKind({
  id: 'revenue-low',
  title: 'Revenue of a day low',
  group: 'Money',
  severity: 'Major',
  subject: 'team',
  parameters: {
    percent: { label: 'Revenue below', unit: '% of its weekday', default: 50, min: 1, max: 99 },
    rupees: { label: 'Where the weekday brings at least', unit: 'rupees', default: 1000, min: 1, max: 1_000_000 },
  },
  candidates: look => {
    const { day, end, on } = judgedDay(look)
    return sql`select ${ofTeam({
      subject: sql`'revenue ' || m.id`,
      name: sql`m.name`,
      since: sql`${day}::timestamptz`,
      happenedAt: sql`${end}::timestamptz`,
      facts: sql`jsonb_build_object('day', ${on(0)}, 'paise', u.paise, 'usual', u.usual, 'percent', round(100 * u.paise / u.usual))`,
    })} from (${revenueOf(on)}) u join team m on m.id = u.team_id
      where u.paise < u.usual and ${look.chargers === undefined}`
  },
  holds: p => sql`(x.facts->>'usual')::numeric >= 100 * ${p.rupees}
    and (x.facts->>'paise')::numeric * 100 < (x.facts->>'usual')::numeric * ${p.percent}`,
  past: (p, look) => revenuePast(p, look),
  onNews: 'nothing',
  everyMinutes: 60,
  cost: MISSING_REVENUE,
  opens: 'a day brought a team less than the rule’s percentage of the same weekday in the four weeks before',
  closes: 'the next day that is judged brings enough',
  text: (name, f) => `${name} made ${f.percent} % of what the weekday brings on ${writtenDay(f.day)}`,
  over: 'The next day brought enough',
  step: { text: 'See the day in the report', needs: ['Report.view'], to: (_, f) => reportOfDay(String(f.day)) },
})
