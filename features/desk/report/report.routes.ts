// Serves the statement report with its exports as streams, and the charge points that it can be narrowed to.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { zoneNamed, zoneOfOffset } from '@wattdesk/base/time'
import { fail, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listReply } from '#platform/http/list-reply.ts'
import { listReport, listReportChargers } from './report.contract.ts'
import { intervalOf } from './report.rules.ts'
import * as store from './report.store.ts'
import { periodSums } from './report-hours.store.ts'

const BAD_ZONE = 'Please name a time zone such as Asia/Kolkata'

export function reportRoutes(app: FastifyInstance): void {
  const { db, timeZone } = app.services

  /** The clock of the period: a named zone, which knows summer time, before an offset, before the business time zone (D-GEN-5). */
  const zoneOf = ({ zone, tz }: { zone?: string | undefined; tz?: number | undefined }): string => {
    if (zone !== undefined) return zoneNamed(zone) ?? fail(422, BAD_ZONE, { zone: BAD_ZONE })
    return tz === undefined ? timeZone : zoneOfOffset(tz)
  }

  route(app, listReport, async ({ query, scope }) => {
    const zone = zoneOf(query)
    const interval = intervalOf(query.startDate, query.endDate, zone)
    if (!interval.ok) fail(422, interval.error, { startDate: interval.error })
    const asked = { scope, query, ...interval.value }
    const summed = store.narrowing(asked)
      ? store.narrowedSums(db, asked)
      : periodSums(db, scope, asked.from, asked.until)
    // A page and its cards beside each other; of an export the size first.
    const isPage = query.export === undefined
    const [sums, page] = await Promise.all([summed, isPage ? store.reportRows(db, asked) : undefined])
    const rows = () => page ?? store.reportRows(db, asked)
    const reply = await listReply(query, { total: sums.sessions, rows, row: store.reportRowOf })
    return { ...reply, summary: summaryOf(sums) }
  })

  route(app, listReportChargers, async ({ query, scope }) => {
    const { rows, total } = await store.chargersOf(db, scope, query)
    return { data: rows, total }
  })
}
const summaryOf = ({ sessions, energyWh, payoutPaise }: store.Sums) => ({
  totalEnergy: energyWh / 1000,
  totalRevenue: rupeesFromPaise(BigInt(payoutPaise)),
  totalSession: sessions,
})
