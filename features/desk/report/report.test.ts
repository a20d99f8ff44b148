// The statement report: rights, the figures of a row under every rule and bearer of its time, totals as the sum of the
// rows under every filter, pages, orders, and the stored hours.

import { FEATURES } from '@wattdesk/base/access'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { TeamPayoutAccounts } from '#people/teams/payout-account.contract.ts'
import { replace } from '#people/teams/payout-account.store.ts'
import { save } from '#people/teams/team-finance.store.ts'
import { account } from '#people/teams/test-team.ts'
import { byProduct } from '#platform/audit/audit-log.ts'
import { runUpTo } from '#settlement/payouts/payout-run.commands.ts'
import { periodNamed } from '#settlement/payouts/period.rules.ts'
import * as payouts from '#settlement/payouts/test-payout.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { ReportRow } from './report.contract.ts'
import { foldAllReport } from './report-hours.store.ts'
import { addBill, addSession, billOf, expectedOf, financeOf, type Session, type Terms } from './test-report.ts'

vi.setConfig({ testTimeout: 120_000 })
const GSTIN = '29AACCC6636P1Z1'
let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

type Reply = {
  status: number
  message: string
  data: ReportRow[]
  total: number
  summary: { totalEnergy: number; totalRevenue: number; totalSession: number }
}
const get = async (who: Person | 'anonymous', teamId: number, query: object, path = 'report'): Promise<Reply> => {
  const r = await t.app.inject({
    url: `/cms/v1/team/${teamId}/${path}?${new URLSearchParams(query as Record<string, string>)}`,
    headers: who === 'anonymous' ? {} : await t.as(who),
  })
  if (r.statusCode === 500) throw new Error(r.body)
  return { status: r.statusCode, ...r.json() }
}
const all = { startDate: '2026-01-01 00:00:00', endDate: '2027-12-31 23:59:59', zone: 'UTC' }
const report = (query: object = {}, teamId = t.world.one.companyId) =>
  get('admin', teamId, { ...all, page: 1, pageSize: 100, ...query })
const at = (text: string) => new Date(`${text}Z`)

describe('rights', () => {
  test.each([
    ['anonymous', 401],
    // Without a role there: no team of his.
    ['nobody', 404],
    ['stranger', 404],
    ['viewer', 200],
    ['operator', 200],
    ['finance', 200],
    ['admin', 200],
    ['root', 200],
  ] as const)('%s', async (who, status) => {
    for (const path of ['report', 'report/chargers'])
      expect([path, (await get(who, t.world.one.teamId, { ...all, page: 1 }, path)).status]).toEqual([path, status])
    // Exports of the report are refused alike.
    expect((await get(who, t.world.one.teamId, { ...all, export: 'true' })).status).toBe(status)
  })

  test('a role without view on Report is refused, one with nothing else is served', async () => {
    const { teamId, roles } = t.world.one
    const report = FEATURES.indexOf('Report') + 1
    const view = (feature: RawBuilder<boolean>, can: boolean) =>
      sql`update role_access set can_view = ${can} where role_id = ${roles.Viewer} and ${feature}`.execute(t.db)
    const statuses = async () =>
      Promise.all(
        ['report', 'report/chargers'].map(async p => (await get('viewer', teamId, { ...all, page: 1 }, p)).status),
      )
    await view(sql`feature_id = ${report}`, false)
    expect(await statuses()).toEqual([403, 403])
    await view(sql`true`, false)
    await view(sql`feature_id = ${report}`, true)
    expect(await statuses()).toEqual([200, 200])
  })
})

test('sessions of another company and of teams beside are in nobody else’s report', async () => {
  const mine = await addSession(t.db, t.world, { stoppedAt: at('2026-03-01T10:00:00'), energyWh: 5000 })
  const beside = await addSession(t.db, t.world, {
    sibling: true,
    stoppedAt: at('2026-03-01T10:00:00'),
    energyWh: 5000,
  })
  const other = await addSession(t.db, t.world, { of: 'two', stoppedAt: at('2026-03-01T10:00:00'), energyWh: 5000 })
  const day = { startDate: '2026-03-01 00:00:00', endDate: '2026-03-01 23:59:59' }
  const ids = (r: Reply) => r.data.map(x => x.transaction_pk).sort((a, b) => a - b)
  expect(ids(await report(day, t.world.one.teamId))).toEqual([mine])
  expect(ids(await report(day))).toEqual([mine, beside])
  const root = await get('root', t.world.gp, { ...all, ...day, page: 1 })
  expect([ids(root), root.summary.totalSession]).toEqual([[mine, beside, other], 3])
})

const rules = [1, 2, 3, 4, 5, 6, 7]
const cases: Terms[] = rules.flatMap(rule =>
  (['EV', 'CPO'] as const).flatMap(bearer =>
    (['CM', 'CPO'] as const).flatMap(taxBearer =>
      ['', GSTIN].map(gst => ({ rule, bearer, taxBearer, tax: rule % 2 ? 18 : 12, gst })),
    ),
  ),
)
const TYPES = ['CARD', 'UPI', 'WALLET', 'PREPAID', 'RFID'] as const
type Made = Session & { id: number; terms: Terms }
const made: Made[] = []

describe('rows', () => {
  beforeAll(async () => {
    const teamId = t.world.one.siblingId
    // One set of terms an hour; each holds from its hour on, and sessions that ended before keep their own.
    for (const [i, terms] of cases.entries()) {
      const since = new Date(at('2027-04-01T00:00:00').getTime() + i * 3_600_000)
      await t.db.transaction().execute(async trx => {
        const accounts = TeamPayoutAccounts.parse([account({ gst: terms.gst })])
        await replace(trx, teamId, 'team', accounts, since)
        await save(trx, teamId, financeOf(terms), since)
      })
      for (const [n, paymentType] of TYPES.entries()) {
        const energyWh = 1000 + i * 137 + n * 53
        const stoppedAt = new Date(since.getTime() + n * 600_000)
        const s = { sibling: true, stoppedAt, energyWh, paymentType, bearer: terms.bearer }
        made.push({ ...s, terms, id: await addSession(t.db, t.world, s) })
      }
    }
  })

  const month = { startDate: '2027-04-01 00:00:00', endDate: '2027-04-30 23:59:59' }
  const every = async (): Promise<ReportRow[]> =>
    (await get('admin', t.world.one.siblingId, { ...all, ...month, export: 'true', sort: 'transaction_pk' })).data

  test('say under every rule, bearer and way of paying what money.md says of the frozen amounts', async () => {
    const rows = await every()
    expect(rows).toHaveLength(cases.length * TYPES.length)
    for (const [i, m] of made.entries()) {
      const b = billOf(m)
      const e = expectedOf(b, m.terms, m.paymentType)
      expect(rows[i], JSON.stringify(m.terms)).toEqual({
        transaction_pk: m.id,
        charge_box_id: t.world.chargers.dc.id,
        connector_id: 1,
        evseId: null,
        evseConnectorId: null,
        start_value: 1000,
        stop_value: 1000 + m.energyWh,
        totalEnergy: m.energyWh / 1000,
        payment_type: m.paymentType,
        amount_paid: Number(b.totalPaise) / 100,
        charging_cost: Number(b.totalPaise) / 100,
        cm_commission: e.commission,
        payout_with_gst: e.with,
        payout_without_gst: e.without,
        status: null,
        gst: m.terms.gst,
        settlement: 'open',
        stoptime: m.stoppedAt.toISOString(),
        starttime: new Date(m.stoppedAt.getTime() - 3_600_000).toISOString(),
      })
    }
  })

  test('the cards are the sums of the rows, before the hours are kept, and after', async () => {
    const expected = made.reduce((n, m) => n + expectedOf(billOf(m), m.terms, m.paymentType).revenue * 100, 0)
    const { summary, total } = await report(month, t.world.one.siblingId)
    expect([total, summary]).toEqual([
      made.length,
      {
        totalSession: made.length,
        totalRevenue: Math.round(expected) / 100,
        totalEnergy: made.reduce((n, m) => n + m.energyWh, 0) / 1000,
      },
    ])
    await foldAllReport(t.db)
    expect((await report(month, t.world.one.siblingId)).summary).toEqual(summary)
    const { rows } = await sql<{ n: number }>`select count(*) as n from report_noted`.execute(t.db)
    expect(rows[0]?.n).toBe(0)
  })

  test('terms saved later change no row that ended before', async () => {
    const before = await every()
    const terms = { rule: 7, bearer: 'EV', taxBearer: 'CM', tax: 0 } as const
    await t.db
      .transaction()
      .execute(trx => save(trx, t.world.one.siblingId, financeOf(terms), at('2028-01-01T00:00:00')))
    expect(await every()).toEqual(before)
  })

  test('totals are the sums of the rows for any narrowing, and pages of any order put together are the whole', async () => {
    const fields = [
      'stoptime',
      'starttime',
      'totalEnergy',
      'cm_commission',
      'payout_with_gst',
      'charge_box_id',
    ] as const
    const asked = fc.record({
      sort: fc.constantFrom(...fields.flatMap(f => [f, `-${f}`])),
      q: fc.constantFrom('', 'card', 'RFID', 'upi', 'nowhere', '1'),
      from: fc.integer({ min: 0, max: 60 }),
      hours: fc.integer({ min: 0, max: 60 }),
      over: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
      pageSize: fc.integer({ min: 7, max: 60 }),
    })
    await fc.assert(
      fc.asyncProperty(asked, async a => {
        const clock = (h: number, s = 0) =>
          new Date(at('2027-04-01T00:00:00').getTime() + h * 3_600_000 + 1_000_000 + s * 1000)
            .toISOString()
            .slice(0, 19)
            .replace('T', ' ')
        const filters =
          a.over === undefined ? undefined : { field: 'payout_with_gst', operator: 'greaterThan', value: a.over }
        const query = {
          ...all,
          startDate: clock(a.from),
          endDate: clock(a.from + a.hours, 900),
          sort: a.sort,
          ...(a.q && { q: a.q }),
          ...(filters && { filters: JSON.stringify({ combine: 'AND', conditions: [filters] }) }),
        }
        const whole = await get('admin', t.world.one.siblingId, { ...query, export: 'true' })
        const sum = (of: (r: ReportRow) => number) =>
          Math.round(whole.data.reduce((n, r) => n + of(r), 0) * 1000) / 1000
        expect([whole.status, whole.total, whole.summary]).toEqual([
          200,
          whole.data.length,
          {
            totalSession: whole.data.length,
            totalEnergy: sum(r => r.totalEnergy),
            totalRevenue: sum(r => (r.gst ? r.payout_with_gst : r.payout_without_gst)),
          },
        ])
        const pages: ReportRow[] = []
        for (let page = 1; pages.length < whole.total; page++) {
          const p = await get('admin', t.world.one.siblingId, {
            ...query,
            page: String(page),
            pageSize: String(a.pageSize),
          })
          expect(p.summary).toEqual(whole.summary)
          pages.push(...p.data)
        }
        expect(pages).toEqual(whole.data)
      }),
      { numRuns: 25 },
    )
  })
})

describe('beside the settlement', () => {
  const ZONE = 'Asia/Kolkata'
  const month = { startDate: '2025-09-01 00:00:00', endDate: '2025-09-30 23:59:59', zone: ZONE }
  test.each([
    [5, GSTIN],
    [5, ''],
    [6, GSTIN],
    [6, ''],
  ])(
    'under rule %i, with GST number %j, the card is what the month pays, and rows follow the payout’s state',
    async (rule, gst) => {
      const teamId = await payouts.newTeam(t)
      const pk = await payouts.newCharger(t, teamId, 'DC')
      const inPercent = rule % 2 === 1
      await payouts.saveFinance(t, teamId, {
        payout: {
          payout_rule: rule,
          tax_bearer: 'CM',
          cm_commission_in_percent: inPercent,
          cm_commission_percent: 5,
          cm_commission_cost: 1,
        },
        bearer: 'CPO',
      })
      await payouts.saveAccounts(t, teamId, [{ gst }])
      for (const [i, paymentType] of (['UPI', 'CARD', 'WALLET', 'PREPAID', 'UPI', 'RFID'] as const).entries()) {
        const energyWh = paymentType === 'RFID' ? 1001 : 9000 + i * 137
        const stoppedAt = `2025-09-${10 + i}T08:00:00Z`
        await payouts.billed(t, { teamId, pk, stoppedAt, energyWh, paymentType, bearer: 'CPO' })
      }
      const rows = async (query: object = {}) => get('admin', teamId, { ...month, page: 1, pageSize: 100, ...query })
      const before = await rows()
      expect([before.total, before.data.map(r => r.status)]).toEqual([6, Array(6).fill(null)])
      const period = periodNamed('2025-09-01', ZONE)
      const services = Object.create(t.services, { now: { value: () => new Date(period.end.getTime() + 7_200_000) } })
      await runUpTo(services, byProduct('Test'), { kind: 'teams', teamId, teams: [teamId] }, period)
      const { rows: paid } = await sql<{ payoutPaise: number }>`
      select payout_paise from payout where team_id = ${teamId} and month = '2025-09-01'`.execute(t.db)
      expect(before.summary.totalRevenue).toBe((paid[0]?.payoutPaise ?? 0) / 100)
      const after = await rows()
      expect([after.summary, new Set(after.data.map(r => r.status))]).toEqual([
        before.summary,
        new Set(['PAYOUTPENDING']),
      ])
      await sql`update payout set status = 'PAYOUTCOMPLETED' where team_id = ${teamId} and month = '2025-09-01'`.execute(
        t.db,
      )
      expect((await rows({ status: 'PAYOUTCOMPLETED' })).total).toBe(6)
      expect((await rows({ q: 'payout comp' })).total).toBe(6)
      expect((await rows({ status: 'PAYOUTPENDING,NONE' })).total).toBe(0)
    },
  )
})

describe('the terms of a payout', () => {
  const ZONE = 'Asia/Kolkata'
  const month = { startDate: '2025-09-01 00:00:00', endDate: '2025-09-30 23:59:59', zone: ZONE, page: 1, pageSize: 100 }
  const byShare = {
    payout_rule: 5,
    tax_bearer: 'CM' as const,
    cm_commission_in_percent: true,
    cm_commission_percent: 5,
  }
  const byKwh = { payout_rule: 6, tax_bearer: 'CPO' as const, cm_commission_in_percent: false, cm_commission_cost: 1 }

  test('a settled session has the figures of its payout, one that is not settled those by the terms at the stop', async () => {
    const teamId = await payouts.newTeam(t)
    const pk = await payouts.newCharger(t, teamId, 'DC')
    await payouts.saveFinance(t, teamId, { payout: byShare })
    // The terms change inside the month, after the first session and during the second, whose bill froze the share alone.
    const changed = new Date('2025-09-15T08:00:00Z')
    await payouts.saveFinance(t, teamId, { payout: byKwh, since: changed })
    await payouts.saveAccounts(t, teamId, [{ gst: GSTIN }], changed)
    const first = { teamId, pk, stoppedAt: '2025-09-10T08:00:00Z', percent: 5, paisePerKwh: 0 }
    const during = { ...first, stoppedAt: '2025-09-15T08:10:00Z' }
    const ids = [await payouts.billed(t, first), await payouts.billed(t, during)]
    const rows = async () => get('admin', teamId, { ...month, sort: 'transaction_pk' })
    const f = payouts.figuresOf(first)
    const before = await rows()
    expect(before.data.map(r => [r.transaction_pk, r.cm_commission, r.gst, r.settlement])).toEqual([
      [ids[0], 9, '', 'open'],
      [ids[1], 9, GSTIN, 'open'],
    ])
    expect(before.data.map(r => r.payout_without_gst)).toEqual([f.net / 100 - 9, f.net / 100 - 9 - 1.62])
    await foldAllReport(t.db)

    const period = periodNamed('2025-09-01', ZONE)
    const services = Object.create(t.services, { now: { value: () => new Date(period.end.getTime() + 7_200_000) } })
    await runUpTo(services, byProduct('Test'), { kind: 'teams', teamId, teams: [teamId] }, period)
    const after = await rows()
    expect(after.data.map(r => [r.cm_commission, r.gst, r.settlement])).toEqual([
      [9, GSTIN, 'settled'],
      [9, GSTIN, 'settled'],
    ])
    // The payout's commission, its tax and the payout are the sums of the rows.
    const { rows: paid } = await sql<{ commission: number; payout: number }>`
      select commission_paise as commission, payout_paise as payout from payout where team_id = ${teamId}`.execute(t.db)
    const sum = (of: (r: ReportRow) => number) => Math.round(after.data.reduce((n, r) => n + of(r), 0) * 100)
    expect([sum(r => r.cm_commission), sum(r => r.payout_with_gst)]).toEqual([paid[0]?.commission, paid[0]?.payout])
    expect(after.summary.totalRevenue).toBe((paid[0]?.payout ?? 0) / 100)
    // The sums of the hours follow the payout.
    await foldAllReport(t.db)
    expect((await rows()).summary).toEqual(after.summary)

    await payouts.corrected(t, ids[0] ?? 0, 2, first, { ...first, netPaise: 9000 }, new Date('2025-10-05T10:00:00Z'))
    expect((await rows()).data.map(r => [r.cm_commission, r.settlement])).toEqual([
      [4.5, 'corrected'],
      [9, 'settled'],
    ])
  })
})

describe('what counts', () => {
  const day = { startDate: '2026-05-01 00:00:00', endDate: '2026-05-01 23:59:59' }
  const may = (text: string, more: Partial<Session> = {}): Session => ({
    stoppedAt: at(`2026-05-01T${text}`),
    energyWh: 2000,
    ...more,
  })
  test('sessions that wait for a person are left out, free ones bring nothing', async () => {
    await addSession(t.db, t.world, may('08:00:00', { inReview: true }))
    const free = await addSession(t.db, t.world, may('09:00:00', { isFree: true }))
    const r = await report(day)
    expect(r.data).toEqual([
      expect.objectContaining({ transaction_pk: free, payout_with_gst: 0, payout_without_gst: 0, cm_commission: 0 }),
    ])
    expect(r.summary).toEqual({ totalSession: 1, totalEnergy: 2, totalRevenue: 0 })
  })

  test('both ends of the period are within, to the last millisecond, by the clock of the zone', async () => {
    const ids = []
    for (const text of [
      '2026-06-01T18:29:59.999',
      '2026-06-01T18:30:00.000',
      '2026-06-02T18:29:59.999',
      '2026-06-02T18:30:00.000',
    ])
      ids.push(await addSession(t.db, t.world, { stoppedAt: at(text), energyWh: 1000 }))
    const day = { startDate: '2026-06-02 00:00:00', endDate: '2026-06-02 23:59:59', sort: 'stoptime' }
    for (const zone of ['Asia/Kolkata', 'asia/kolkata']) {
      const r = await report({ ...day, zone })
      expect([r.data.map(x => x.transaction_pk), r.summary.totalSession]).toEqual([ids.slice(1, 3), 2])
    }
    // By minutes east of UTC, which a zone by its name overrules.
    const { zone: _, ...business } = { ...all, ...day }
    const byOffset = async (query: object) =>
      (await get('admin', t.world.one.companyId, { ...business, page: '1', ...query })).data.map(x => x.transaction_pk)
    expect(await byOffset({ tz: '330' })).toEqual(ids.slice(1, 3))
    expect(await byOffset({ tz: '0' })).toEqual(ids.slice(2))
    expect(await byOffset({ tz: '0', zone: 'Asia/Kolkata' })).toEqual(ids.slice(1, 3))
    const r = await get('admin', t.world.one.companyId, { ...business, page: '1' })
    expect(r.data.map(x => x.transaction_pk)).toEqual(ids.slice(1, 3))
  })

  test('a corrected bill counts in its last version, and the kept hour follows', async () => {
    const s = may('12:00:00', { energyWh: 9000 })
    const id = await addSession(t.db, t.world, s)
    await foldAllReport(t.db)
    const before = (await report(day)).summary
    const corrected = billOf({ ...s, energyWh: 4000 })
    await addBill(t.db, id, corrected, 2)
    const { data, summary } = await report({ ...day, q: String(id) })
    const r = data[0] as ReportRow
    expect(r.charging_cost).toBe(Number(corrected.totalPaise) / 100)
    expect(summary.totalEnergy).toBe(4)
    const after = (await report(day)).summary
    expect(Math.round((before.totalEnergy - after.totalEnergy) * 1000)).toBe(5000)
    expect(after.totalRevenue).toBeLessThan(before.totalRevenue)
    await foldAllReport(t.db)
    expect((await report(day)).summary).toEqual(after)
    // A session that turns out to need a decision leaves its hour at once.
    await sql`update transaction set in_review = true where transaction_id = ${id}`.execute(t.db)
    expect((await report(day)).summary.totalSession).toBe(after.totalSession - 1)
  })

  test('a statement over many sessions notes the hours of those it changes, before and after, and no others', async () => {
    const ids: number[] = []
    for (const text of ['01:10', '01:20', '02:10', '03:10', '04:10'])
      ids.push(await addSession(t.db, t.world, { stoppedAt: at(`2026-08-01T${text}:00`), energyWh: 1000 }))
    await foldAllReport(t.db)
    const change = async (set: RawBuilder<unknown>) => {
      await sql`update transaction set ${set} where transaction_id = any(${ids})`.execute(t.db)
      const { rows } = await sql<{ hour: string }>`select distinct to_char(hour at time zone 'UTC', 'HH24') as hour
        from report_noted order by 1`.execute(t.db)
      await foldAllReport(t.db)
      return rows.map(r => r.hour)
    }
    // One row first: PostgreSQL keeps the plan of this update for the others.
    await sql`update transaction set energy_wh = 1001 where transaction_id = ${ids[0]}`.execute(t.db)
    await foldAllReport(t.db)
    expect(await change(sql`notes = 'seen'`)).toEqual([])
    expect(await change(sql`energy_wh = case when transaction_id = ${ids[3]} then 7 else energy_wh end`)).toEqual([
      '03',
    ])
    const moved = sql`stopped_at + case when transaction_id = ${ids[2]} then interval '7 hours' else interval '0' end`
    expect(await change(sql`stopped_at = ${moved}`)).toEqual(['02', '09'])
    // Two sessions change places: each hour has other sessions, though its sums are the same.
    const swapped = sql`case transaction_id when ${ids[0]} then ${at('2026-08-01T04:10:00')}
      when ${ids[4]} then ${at('2026-08-01T01:10:00')} else stopped_at end`
    expect(await change(sql`stopped_at = ${swapped}`)).toEqual(['01', '04'])
    expect(await change(sql`in_review = transaction_id = ${ids[1]}`)).toEqual(['01'])
  })

  test('chosen charge points and states narrow rows and cards; several of one are either', async () => {
    const day = { startDate: '2026-07-01 00:00:00', endDate: '2026-07-01 23:59:59' }
    const july = (charger: 'dc' | 'ac', status: string | null) =>
      addSession(t.db, t.world, { stoppedAt: at('2026-07-01T10:00:00'), energyWh: 1000, charger, status })
    const [a, b, c, d] = [
      await july('dc', null),
      await july('dc', 'PAYOUTPENDING'),
      await july('ac', 'PAYOUTCOMPLETED'),
      await july('ac', 'CAPTURED'),
    ]
    const { dc, ac } = t.world.chargers
    const ids = async (query: object) => {
      const r = await report({ ...day, sort: 'transaction_pk', ...query })
      expect(r.summary.totalSession).toBe(r.data.length)
      return r.data.map(x => x.transaction_pk)
    }
    expect(await ids({ chargers: `${dc.pk}` })).toEqual([a, b])
    expect(await ids({ chargers: `${dc.pk},${ac.pk}` })).toEqual([a, b, c, d])
    expect(await ids({ status: 'PAYOUTPENDING,PAYOUTCOMPLETED' })).toEqual([b, c])
    expect(await ids({ status: 'NONE', chargers: `${ac.pk}` })).toEqual([])
    expect(await ids({ q: 'payout pend' })).toEqual([b])
    const names = await get('admin', t.world.one.teamId, { q: 'ac', chargers: `${dc.pk}` }, 'report/chargers')
    expect(names.data).toEqual([
      { chargepoint_pk: dc.pk, charge_box_id: dc.id },
      { chargepoint_pk: ac.pk, charge_box_id: ac.id },
    ])
    // Another company's are neither named nor found.
    const other = t.world.chargers.other.pk
    expect(
      (await get('admin', t.world.one.teamId, { chargers: `${other}` }, 'report/chargers')).data,
    ).not.toContainEqual(expect.objectContaining({ chargepoint_pk: other }))
  })

  test.each([
    [{ startDate: '2026-02-30 00:00:00' }, 'Please select a valid period'],
    [{ startDate: '2028-01-01 00:00:00' }, 'Please select a valid period'],
    [{ zone: 'Mars/Base' }, 'Please name a time zone such as Asia/Kolkata'],
    [{ startDate: 'today' }, undefined],
    [{ status: 'PAID' }, undefined],
    [{ chargers: '1;2' }, undefined],
    [{ sort: 'gst' }, undefined],
  ])('%j is refused with 422', async (query, message) => {
    const r = await report(query)
    expect(r.status).toBe(422)
    if (message) expect(r.message).toBe(message)
  })
})
