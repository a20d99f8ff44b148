// The rows of what is no list: the dashboard, uptime, the month end. Each is a table of its own, read by the calls of its page.
import { monthText, offsetMinutes } from '@wattdesk/base/time'
import {
  type GraphPoint,
  getGraph,
  listStatistics,
  STATISTICS,
  type Statistic,
} from '#desk/dashboard/dashboard.contract.ts'
import { CARDS, countText } from '#desk/dashboard/dashboard.rules.ts'
import { listUptime, type UptimeStation, type UptimeSummary } from '#fleet/uptime/uptime.contract.ts'
import type { Services } from '#office/installation/services.ts'
import { getMonthEnd, type MonthEnd } from '#settlement/reconciliation/month-end.contract.ts'
import { OPEN_WORDS } from '#settlement/reconciliation/open-item.words.ts'
import type { Fact } from './report-props.rules.ts'
import { askAll, type Owner } from './report-read.commands.ts'
import { days, type Span } from './report-sources.rules.ts'

type Page = { rows: object[]; facts: Fact[]; told?: string }
type Of = { teamId: number; span: Span; what: string }
type Read = (services: Services, owner: Owner, of: Of) => Promise<Page>

const SUMS = ['revenue', 'energy', 'sessions', 'successful', 'failed', 'card', 'wallet', 'rfid'] as const
/** The sum of figures of up to three decimals, added up as whole thousandths. */
const sumOf = (figures: readonly number[]): number => figures.reduce((sum, n) => sum + Math.round(n * 1000), 0) / 1000

/** The figures of the whole time, then day by day. */
const dashboard: Read = async (services, owner, { teamId, span, what }) => {
  const params = { teamId: String(teamId) }
  const { from: start, to: end } = days(span, services.timeZone)
  const range = { start: span.from.toISOString(), end: new Date(span.to.getTime() - 1).toISOString(), type: 'Custom' }
  const statistics = await askAll<{ data: Record<string, Statistic> }>(
    services,
    owner,
    listStatistics,
    { params, query: range },
    what,
  )
  const graph = await askAll<{ data: { current: GraphPoint[] } }>(
    services,
    owner,
    getGraph,
    { params, query: { start, end } },
    what,
  )
  const points = graph.data.current
  const whole = Object.fromEntries(SUMS.map(f => [f, sumOf(points.map(p => p[f]))]))
  return {
    rows: [{ date: 'Whole period', ...whole }, ...points],
    facts: STATISTICS.flatMap(name => {
      const s = statistics.data[name]
      return s ? [[CARDS[name].title, countText(name, s.count)] as const] : []
    }),
  }
}

const percent = (value: number | null): string => (value === null ? 'no time counts' : `${value.toFixed(2)} %`)
const PAGE = 100
/** The stations, the lowest first. */
const uptime: Read = async (services, owner, { teamId, span, what }) => {
  const params = { teamId: String(teamId) }
  const rows: UptimeStation[] = []
  type Reply = { data: { summary: UptimeSummary; stations: UptimeStation[] }; total: number }
  for (let page = 1; ; page++) {
    const query = { ...days(span, services.timeZone), page: String(page), pageSize: String(PAGE) }
    const { data, total } = await askAll<Reply>(services, owner, listUptime, { params, query }, what)
    rows.push(...data.stations)
    if (rows.length < total && data.stations.length > 0) continue
    const s = data.summary
    return {
      rows,
      facts: [
        ['Overall uptime', percent(s.overallUptime)],
        ['Charge points', String(s.totalStations)],
        ['Excellent', String(s.excellentStations)],
        ['Good', String(s.goodStations)],
        ['Need attention', String(s.needsAttentionStations)],
        ['Other', String(s.otherStations)],
      ],
    }
  }
}

/** What is still open of a month, line by line. */
const monthEnd: Read = async (services, owner, { teamId, span, what }) => {
  const middle = new Date((span.from.getTime() + span.to.getTime()) / 2)
  const month = new Date(middle.getTime() + offsetMinutes(middle, services.timeZone) * 60_000).toISOString().slice(0, 7)
  const asked = { params: { teamId: String(teamId) }, query: { month } }
  const { data } = await askAll<{ data: MonthEnd }>(services, owner, getMonthEnd, asked, what)
  const beside = (label: string, asks: string, { sessions, amount }: MonthEnd['overrun']) => ({
    kind: label,
    asked: asks,
    open: sessions,
    amount,
  })
  return {
    told: monthText(month),
    rows: [
      ...data.lines.map(l => ({
        kind: OPEN_WORDS[l.kind].label,
        asked: OPEN_WORDS[l.kind].asked,
        open: l.open,
        amount: l.amount,
      })),
      beside('Energy beyond the amount', 'Served beyond the amounts kept back; nobody pays for it', data.overrun),
      beside('Small rests', 'Below the least that the provider returns', data.smallRests),
    ],
    facts: [
      ['Over', data.isOver ? 'Yes' : 'No'],
      ['Difference of the books', data.difference.toFixed(2)],
    ],
  }
}

export const PAGES: Readonly<Record<string, Read>> = { dashboard, uptime, 'month-end': monthEnd }
