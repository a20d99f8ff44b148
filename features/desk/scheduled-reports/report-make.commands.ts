// Makes the file of a report: the rows as its owner reads them, written by the columns of the list (REPORT-01, REPORT-02).
import { Readable } from 'node:stream'
import { formatDate, monthText, offsetMinutes } from '@wattdesk/base/time'
import { HttpFailure } from '@wattdesk/wire/route'
import type { Home } from '#office/brand/brand.rules.ts'
import type { Services } from '#office/installation/services.ts'
import type { ViewContent } from '#office/saved-views/saved-view.contract.ts'
import { shownKind } from '#operations/alerts/alert-kinds.reply.ts'
import { ALERT_KINDS } from '#operations/alerts/alert-kinds.store.ts'
import type { OpenRows } from '#platform/documents/documents.ts'
import * as owners from './report-owner.store.ts'
import type { Fact, ReportProps } from './report-props.rules.ts'
import { ask, askAll, type Owner, ownerOf, ReportFault } from './report-read.commands.ts'
import { PAGES } from './report-rows.commands.ts'
import { filterWords, LIST_SOURCES, mayNarrow, queryOf, type Span } from './report-sources.rules.ts'
import { lastDayOf, periodBefore } from './report-time.rules.ts'
import type { ReportRow } from './scheduled-report.store.ts'
import { sourceWords } from './scheduled-report.words.ts'

type MadeReport = {
  path: string
  bytes: number
  type: string
  fileName: string
  rows: number
  remove: () => Promise<void>
}
/** `told`: period and filters in words. `fault`: why there is no file. */
export type Outcome = {
  told: string
  facts: readonly Fact[]
  file: MadeReport | undefined
  fault?: string
  path: string
}

/** '3 Mar 2026', '25 Feb 2026 to 3 Mar 2026', 'February 2026'. */
function spanText(span: Span, period: string, zone: string): string {
  if (period === 'month') {
    const middle = new Date((span.from.getTime() + span.to.getTime()) / 2)
    return monthText(new Date(middle.getTime() + offsetMinutes(middle, zone) * 60_000).toISOString().slice(0, 7))
  }
  const [first, last] = [formatDate(span.from, zone), formatDate(lastDayOf(span, zone), zone)]
  return first === last ? first : `${first} to ${last}`
}

/** The view of a report as its owner reaches it now. */
async function viewOf(services: Services, { who }: Owner, r: ReportRow): Promise<owners.ReachedView | undefined> {
  if (r.viewId === null) return undefined
  const view = await owners.viewFor(services.db, { userId: who.userId, teamId: r.teamId }, r.viewId)
  if (!view) throw new ReportFault('stop', 'Its view was deleted, or is no longer shared with its owner')
  if (view.list !== r.source) throw new ReportFault('stop', 'Its view is of another list')
  if (r.period !== 'view' && sourceWords(r.source).time && !mayNarrow(view.content))
    throw new ReportFault('stop', `Its view ${view.name} joins filters by OR, which leaves no room for a period`)
  return view
}
/** The list with its view on the portal. */
const pathOf = (r: ReportRow): string => {
  const { path } = sourceWords(r.source)
  return r.viewId === null ? path : `${path}${path.includes('?') ? '&' : '?'}view=${r.viewId}`
}

/** `open` begins to read them. */
type Rows = { open: OpenRows; facts: readonly Fact[]; told?: string }
async function rowsOf(
  services: Services,
  owner: Owner,
  r: ReportRow,
  { span, view, dueAt }: { span: Span | undefined; view: ViewContent | undefined; dueAt: Date },
): Promise<Rows> {
  const what = `${sourceWords(r.source).title} of ${r.teamName}`
  const page = PAGES[r.source]
  if (page && span) {
    const { rows, ...rest } = await page(services, owner, { teamId: r.teamId, span, what })
    return { ...rest, open: () => Readable.from([Buffer.from(JSON.stringify({ data: rows }))]) }
  }
  const { endpoint, team } = LIST_SOURCES[r.source]
  const id = { teamId: String(r.teamId) }
  // Such a list is no page of rows: it takes neither order nor search.
  if (sourceWords(r.source).isPage) {
    const whole = team === 'params' ? { params: id, query: {} } : { params: {}, query: id }
    return { open: () => ask(services, owner, endpoint, whole, what), facts: [] }
  }
  const zone = services.timeZone
  const query = {
    ...queryOf(r.source, { view, span, zone, tz: offsetMinutes(dueAt, zone) }),
    ...(team === 'query' && id),
    // A CSV has no end; the others say themselves what is too much for them.
    export: 'all',
  }
  const asked = { params: team === 'params' ? id : {}, query }
  const facts = r.source === 'report' ? await totalsOf(services, owner, asked, what) : []
  return { open: () => ask(services, owner, endpoint, asked, what), facts }
}
type Asked = { params: Record<string, string>; query: Record<string, string> }
/** The totals of the statement, which stand above its rows. */
async function totalsOf(services: Services, owner: Owner, { params, query }: Asked, what: string): Promise<Fact[]> {
  const { export: _, ...rest } = query
  type Reply = { summary: { totalEnergy: number; totalRevenue: number; totalSession: number } }
  const asked = { params, query: { ...rest, page: '1', pageSize: '1' } }
  const { summary: s } = await askAll<Reply>(services, owner, LIST_SOURCES.report.endpoint, asked, what)
  const figure = (n: number, decimals: number) =>
    n.toLocaleString('en-IN', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return [
    ['Total sessions', figure(s.totalSession, 0)],
    ['Total energy', `${figure(s.totalEnergy, 3)} kWh`],
    ['CPO payout', `₹${figure(s.totalRevenue, 2)}`],
  ]
}

/** A name that every disk takes. */
const fileNameOf = (r: ReportRow, span: Span | undefined, dueAt: Date, zone: string): string => {
  const day = (at: Date) => new Date(at.getTime() + offsetMinutes(at, zone) * 60_000).toISOString().slice(0, 10)
  const when = span ? day(lastDayOf(span, zone)) : day(dueAt)
  return `${
    r.name
      .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
      .replaceAll(/^_|_$/g, '')
      .slice(0, 60) || 'report'
  }_${when}`
}

/**
 * Makes the file of a report for a time. Whoever gets it removes it.
 * @throws ReportFault where the report stops, or is tried again later
 */
export async function makeReport(services: Services, r: ReportRow, dueAt: Date, home: Home): Promise<Outcome> {
  const zone = services.timeZone
  const owner = await ownerOf(services, r.ownerId)
  const view = await viewOf(services, owner, r)
  const span = periodBefore(r.period, dueAt, zone)
  const path = pathOf(r)
  let told = span ? spanText(span, r.period, zone) : ''
  let facts: readonly Fact[] = []
  const words = () => [told, ...filterWords(view?.content)].filter(Boolean).join('; ') || 'All rows'
  try {
    const read = await rowsOf(services, owner, r, { span, view: view?.content, dueAt })
    told = read.told ?? told
    facts = read.facts
    const what = `${sourceWords(r.source).title}${view ? `: ${view.name}` : ''}`
    const props: ReportProps = {
      title: what,
      fileName: fileNameOf(r, span, dueAt, zone),
      facts: [['Team', r.teamName], ['Rows', words()], ...facts],
      format: r.format,
      columns: view?.content.columns ?? null,
      kinds: r.source === 'alert-rules' ? ALERT_KINDS.map(shownKind) : [],
    }
    const { name, supportEmail, logo } = home.brand
    const file = await services.documents.makeFromRows(
      {
        kind: `report-${r.source}`,
        props,
        brandHome: { name, supportEmail, ...(logo && { logo }) },
        mode: services.mode,
        at: services.now().toISOString(),
        as: r.format,
      },
      read.open,
    )
    return { told: words(), facts, file, path }
  } catch (error) {
    if (error instanceof ReportFault && error.kind !== 'no file') throw error
    // Longer than a file of its kind holds, or than the list gives at once: told, with what would help.
    const isRefusal = error instanceof ReportFault || (error instanceof HttpFailure && error.statusCode === 422)
    if (isRefusal) return { told: words(), facts, file: undefined, fault: error.message, path }
    throw error instanceof HttpFailure ? new ReportFault('later', error.message) : error
  }
}
