// No parameter of a call is taken and then ignored: each documented query parameter is sent with two values, and either the
// reply or the statements to the database differ. A new parameter needs no row here unless the test finds no values for it.
// Fields of bodies: write-back.test.ts.
import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { importsOf } from '#desk/network-import/test-import.ts'
import { stopKey as reportStopKey } from '#desk/scheduled-reports/report-stop.rules.ts'
import { reportBody } from '#desk/scheduled-reports/test-reports.ts'
import { addTransactions } from '#desk/transactions/test-transactions.ts'
import { driverBody } from '#drivers/drivers/test-driver.ts'
import { setSite } from '#fleet/chargers/charger-site.store.ts'
import { stopKey } from '#operations/telling/stop.rules.ts'
import { makeDelivery, makeWebhook, webhookBody } from '#people/webhooks/test-webhook.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import { newCharger, newTeam, saveFinance } from '#settlement/payouts/test-payout.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { recordStatements } from '#testing/recorded-statements.ts'
import { inner } from '#testing/shapes.ts'

const NOW = new Date('2026-03-18T09:20:00Z')
let t: TestApp
let headers: { authorization: string }
let statementsSince: () => string
const ids = {
  driver: 0,
  bulk: 0,
  payoutId: '',
  payoutTeam: 0,
  account: 0,
  transaction: 0,
  site: 0,
  campaign: 0,
  networkImport: 0,
  maintenance: 0,
  report: 0,
  webhook: 0,
  paymentId: 'pay_00000000000001',
}

beforeAll(async () => {
  statementsSince = recordStatements()
  t = await startApp({ now: () => NOW })
  headers = await t.as('root')
  await addTransactions(t.db, t.world, 12)
  const post = async (url: string, payload: object) =>
    (await t.app.inject({ method: 'POST', url, headers, payload })).json().data
  ids.driver = (await post(`/cms/v1/customer?teamId=${t.world.one.teamId}`, driverBody())).id
  ids.bulk = (
    await post(`/cms/v1/team/${t.world.one.teamId}/bulk-actions`, {
      kind: 'ChargingSite',
      parameters: { chargingSiteId: null },
      requestKey: randomUUID(),
      confirmed: 1,
      chosen: { ids: [t.world.chargers.dc.pk] },
    })
  ).id
  ids.payoutTeam = await newTeam(t)
  await newCharger(t, ids.payoutTeam, 'DC', new Date('2025-07-31T18:30:00Z'))
  await saveFinance(t, ids.payoutTeam)
  ids.payoutId = (await post(`/cms/v1/team/${ids.payoutTeam}/teamPayout/2025/08`, {})).payoutIds[0]
  ids.account =
    (
      await t.db
        .selectFrom('account')
        .select('accountId')
        .where('kind', '=', 'owner')
        .where('ref', '=', ids.payoutTeam)
        .executeTakeFirst()
    )?.accountId ?? 0
  ids.transaction =
    (await sql<{ id: number }>`select min(transaction_id) as id from transaction`.execute(t.db)).rows[0]?.id ?? 0
  ids.site = await sites.create(t.db, { teamId: t.world.one.teamId, zoneName: 'Volt yard' })
  await setSite(t.db, t.world.chargers.dc.pk, ids.site, NOW)
  ids.campaign =
    (
      await sql<{
        id: number
      }>`with f as (insert into firmware (company_id, team_id, version, vendor, model, source, location, sha256)
          values (${t.world.one.companyId}, ${t.world.one.teamId}, '2.0', 'Maker', 'One', 'Address', 'https://f.example/fw', ${'ab'.repeat(32)})
          returning firmware_id),
        m as (insert into firmware_campaign (company_id, team_id, name, firmware_id, state, wave_percent, time_zone, at_once,
            stop_percent, waits_for_sessions, retries, step_minutes, give_up_hours)
          select ${t.world.one.companyId}, ${t.world.one.teamId}, 'Made', firmware_id, 'Done', 100, 'UTC', 1, 50, true, 0, 60, 24 from f
          returning campaign_id)
        insert into firmware_campaign_charger (campaign_id, chargepoint_pk, chargepoint_id, wave, place, state_at, is_open)
        select m.campaign_id, c.chargepoint_pk, c.chargepoint_id || ' volt', 1, c.chargepoint_pk, now(), false from m, charger c
        where c.team_id = ${t.world.one.teamId} returning campaign_id as id`.execute(t.db)
    ).rows[0]?.id ?? 0
  ids.report = (
    await post(`/cms/v1/team/${t.world.one.teamId}/scheduled-reports`, reportBody({ users: [t.world.userIds.viewer] }))
  ).scheduled_report_id
  await sql`insert into scheduled_report_run (scheduled_report_id, company_id, due_at, at, result, rows, told)
    select ${ids.report}, ${t.world.one.companyId}, ${NOW}::timestamptz - make_interval(days => n), ${NOW}::timestamptz - make_interval(days => n),
      'Sent', n, 'volt' from generate_series(1, 9) n`.execute(t.db)
  ids.webhook = (await makeWebhook(t, 'root', t.world.one.companyId, webhookBody())).id
  for (let n = 0; n < 12; n++) await makeDelivery(t.db, ids.webhook, { object: `volt ${n}` })
  ids.networkImport = (
    await importsOf(t, 'root').checked('tags', 'RFID Tag,Expiry Date\nVOLT-1,never\nVOLT-2,never\nVOLT-3,never\n')
  ).id
  ids.maintenance =
    (
      await sql<{
        id: number
      }>`with w as (insert into maintenance_window (company_id, team_id, reason, starts_at, ends_at,
            sets_inoperative, created_at)
          values (${t.world.one.companyId}, ${t.world.one.teamId}, 'Cables', ${NOW}, ${NOW}::timestamptz + interval '1 day', false, ${NOW})
          returning maintenance_id, company_id, starts_at, ends_at)
        insert into maintenance_charger (maintenance_id, chargepoint_pk, company_id, planned_from, planned_to)
        select w.maintenance_id, c.chargepoint_pk, w.company_id, w.starts_at, w.ends_at from w, charger c
        where c.team_id = ${t.world.one.teamId} returning maintenance_id as id`.execute(t.db)
    ).rows[0]?.id ?? 0
})
afterAll(async () => {
  vi.restoreAllMocks()
  await t.close()
})

type Values = readonly [unknown, unknown]
const hasDays = (path: string) => /\/(razorpay\/transactions|station-uptime)$/.test(path)
const isReportMail = (path: string) => path.startsWith('/public/v1/report-mails')
const reportReceiver = (who: 'viewer' | 'admin') => `${ids.report}-user-${t.world.userIds[who]}`
/** Parameters by name, where their shape offers no two values; a function where an endpoint takes others. */
const VALUES: Record<string, (path: string) => Values> = {
  page: () => [1, 2],
  pageSize: () => [1, 7],
  total: () => ['exact', 'only'],
  lanes: () => ['status', 'commands'],
  includeDetails: () => ['true', 'false'],
  list: () => ['transactions', 'chargers'],
  kind: () => ['owner', 'wallet'],
  status: () => ['NONE', 'CAPTURED'],
  type: () => ['CARD', 'WALLET'],
  limit: () => [1, 7],
  offset: () => [0, 1],
  q: () => ['volt', 'zzz'],
  tz: () => [0, 330],
  teamId: () => [t.world.one.teamId, t.world.one.companyId],
  id: () => [ids.transaction, 999_999],
  templateId: () => [1, 999_999],
  charger: () => [t.world.chargers.dc.pk, 999_999],
  chargers: () => [String(t.world.chargers.dc.pk), String(t.world.chargers.ac.pk)],
  sites: () => ['1', '2'],
  chargepoint_pk: () => [t.world.chargers.dc.pk, 999_999],
  keys: () => [String(t.world.chargers.dc.pk), '999999'],
  chargersOf: () => [t.world.one.teamId, t.world.one.siblingId],
  parentsOf: () => [t.world.one.teamId, t.world.one.siblingId],
  memberId: () => [t.world.userIds.admin, t.world.userIds.viewer],
  tag: () => [t.world.tag, 999_999],
  ocpp_tag_pk: () => [1, 999_999],
  payoutId: () => [ids.payoutId, 'PO-2501-1'],
  email: () => ['a@example.com', 'b@example.com'],
  phone: () => ['9876543210', '9876543211'],
  domain: () => ['east', 'west'],
  month: () => ['2025-08', '2025-09'],
  asOf: () => ['2025-08', '2025-09'],
  zone: () => ['Asia/Kolkata', 'UTC'],
  zoneId: () => [ids.site, 999_999],
  zone_name: () => ['volt yard', 'Nowhere'],
  lat: () => [12.9, 28.6],
  lng: () => [77.5, 72.8],
  before: () => ['1767225600000.5', '1767225700000.5'],
  at: () => ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
  messageId: () => ['one', 'two'],
  action: () => ['Heartbeat', 'BootNotification'],
  stationId: () => [t.world.chargers.dc.pk, t.world.chargers.ac.pk],
  startDate: path =>
    path.endsWith('/report') ? ['2026-01-01 00:00:00', '2026-01-02 00:00:00'] : ['2026-03-01', '2026-03-02'],
  endDate: path =>
    path.endsWith('/report') ? ['2026-03-01 00:00:00', '2026-03-02 00:00:00'] : ['2026-03-03', '2026-03-04'],
  startTime: () => ['00:00:00', '01:00:00'],
  endTime: () => ['20:00:00', '21:00:00'],
  from: path => (hasDays(path) ? ['2026-03-01', '2026-03-02'] : ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z']),
  to: path => (hasDays(path) ? ['2026-03-03', '2026-03-04'] : ['2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z']),
  start: path =>
    path.endsWith('/graph') ? ['2026-03-01', '2026-03-02'] : ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'],
  end: path =>
    path.endsWith('/graph') ? ['2026-03-10', '2026-03-11'] : ['2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z'],
  baseStart: () => ['2026-02-01', '2026-02-02'],
  baseEnd: () => ['2026-02-10', '2026-02-11'],
  // The link of a mail: the key of one receiver is wrong for any other.
  of: path =>
    isReportMail(path)
      ? [reportReceiver('viewer'), reportReceiver('admin')]
      : [`user-${t.world.userIds.viewer}`, `user-${t.world.userIds.admin}`],
  key: path =>
    isReportMail(path)
      ? [reportStopKey(t.services.seal, reportReceiver('viewer')), 'guessed']
      : [stopKey(t.services.seal, `user-${t.world.userIds.viewer}`), 'guessed'],
}
/** Parameters that count together: sent beside each of the others. */
const TOGETHER: readonly string[] = [
  'start',
  'end',
  'baseStart',
  'baseEnd',
  'startDate',
  'startTime',
  'endDate',
  'endTime',
  'kind',
]
/** Parameters that make no difference in this test, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  'GET /cms/v1/team/{teamId}/transaction/{id}/invoice/pdf note': 'the number of a note; tested with invoices',
  'GET /public/v1/pay/session/{sessionId}/invoice/pdf note': 'the same',
  'GET /cms/v1/team/{teamId}/transaction/{id}/invoice/pdf language': 'the language of a paper; tested with invoices',
  'GET /public/v1/pay/session/{sessionId}/invoice/pdf language': 'the same',
  'GET /cms/v1/team/{teamId}/transaction/{id}/signed_values format':
    'a session without signed values has no file: signed-values.test.ts',
  'GET /cms/v1/bell listed': 'the bell of the caller of this test is empty: telling.test.ts',
  'GET /cms/v1/team/{teamId}/dashboard_stats type': 'a name of the range, which start and end give',
  'GET /cms/v1/team/{teamId}/dashboard_stats field': 'the six statistics are answered together',
  'GET /cms/v1/team/{teamId}/{statName} type': 'a name of the range, which start and end give',
  'GET /cms/v1/team/{teamId}/{statName} field': 'has to be the name in the path',
  'GET /cms/v1/team/{teamId}/transactions type': 'a name of the range, which start and end give',
  'GET /cms/v1/team/{teamId}/tax/exports gstin': 'no GST number has documents here: tax-exports.test.ts',
  'GET /cms/v1/team/{teamId}/tax/exports/gstr-1 gstin': 'the same',
  'GET /cms/v1/team/{teamId}/tax/exports/tally-sales gstin': 'the same',
  'GET /cms/v1/team/{teamId}/tax/exports/26q month': 'the paper of a quarter, which both months are of',
  'GET /cms/v1/team/{teamId}/teamchoices right': 'the caller of this test holds every right: charging-site.test.ts',
  'POST /cms/v1/team/{teamId}/firmware-uploads name': 'its body is the file: firmware.test.ts',
  'POST /cms/v1/team/{teamId}/network-imports kind': 'its body is the file: network-import.test.ts',
  'POST /cms/v1/team/{teamId}/network-imports file_name': 'its body is the file: network-import.test.ts',
  'POST /cms/v1/util/image-upload teamId': 'its body is a form with a file: upload.test.ts',
}

const fieldsOf = (e: AnyEndpoint): Record<string, z.ZodType> =>
  e.query instanceof z.ZodObject ? (e.query.shape as Record<string, z.ZodType>) : {}

const condition = (field: string, type: string, n: number) =>
  JSON.stringify({
    combine: 'AND',
    conditions: [
      type === 'number'
        ? { field, operator: 'greaterThan', value: 5 + n }
        : type === 'date'
          ? { field, operator: 'after', value: `2026-01-0${1 + n}` }
          : { field, operator: 'equals', value: String(1 + n) },
    ],
  })
function valuesOf(e: AnyEndpoint, name: string, shape: z.ZodType): Values | undefined {
  const offered = Object.entries(e.offers?.filters ?? {})
  if (name === 'filters')
    return offered[0] && [condition(offered[0][0], offered[0][1], 0), condition(offered[0][0], offered[0][1], 1)]
  if (name === 'export') return [undefined, 'true']
  const def = inner(shape)._zod.def as { type: string; entries?: object; values?: unknown[] }
  const named = VALUES[name]?.(e.path)
  if (name === 'total' || (named && def.type !== 'enum')) return named
  const options =
    def.type === 'enum' ? Object.values(def.entries ?? {}) : def.type === 'literal' ? def.values : undefined
  if (options)
    return options.length === 0 ? undefined : options.length === 1 ? [undefined, options[0]] : [options[0], options[1]]
  return named
}

const pathOf = (e: AnyEndpoint): string =>
  e.path
    .replace('/customer-wallet/{id}', `/customer-wallet/${ids.driver}`)
    .replace('/payout/{payoutId}', `/payout/${ids.payoutId}`)
    .replace('{teamId}', String(/\{(payoutId|accountId)\}/.test(e.path) ? ids.payoutTeam : t.world.one.companyId))
    .replace('/tag/{id}', `/tag/${t.world.tag}`)
    .replace('/bulk-action/{id}', `/bulk-action/${ids.bulk}`)
    .replace('{accountId}', String(ids.account))
    .replace('{campaignId}', String(ids.campaign))
    .replace('/network-import/{id}', `/network-import/${ids.networkImport}`)
    .replace('{scheduledReportId}', String(ids.report))
    .replace('{maintenanceId}', String(ids.maintenance))
    .replace('{webhookId}', String(ids.webhook))
    .replace('/open/{kind}', '/open/refundsFailed')
    .replace('{statName}', 'totalEnergy')
    .replace('{feature}/{recordId}', `Team/${t.world.one.teamId}`)
    .replace('{paymentId}', ids.paymentId)
    .replace(/\{(chargepointId|stationId)\}/, t.world.chargers.dc.id)
    .replace('{roleId}', String(t.world.one.roles.Viewer))
    .replace('{id}', t.world.chargers.dc.id)

type Sent = { status: number; mark: string; body: string }
async function send(e: AnyEndpoint, query: Record<string, unknown>): Promise<Sent> {
  statementsSince()
  const given = Object.entries(query).filter(([, v]) => v !== undefined)
  const search = new URLSearchParams(Object.fromEntries(given.map(([k, v]) => [k, String(v)])))
  const r = await t.app.inject({
    method: e.method,
    url: `${pathOf(e)}?${search}`,
    headers,
    ...(e.body && { payload: {} }),
  })
  return { status: r.statusCode, mark: `${r.statusCode} ${r.body} ${statementsSince()}`, body: r.body }
}

test('each query parameter makes a difference', { timeout: 120_000 }, async () => {
  const unused: string[] = []
  for (const e of t.app.endpoints) {
    const fields = fieldsOf(e)
    const required: Record<string, unknown> = {}
    for (const [name, shape] of Object.entries(fields)) {
      const values = valuesOf(e, name, shape)
      if (values && (!shape.safeParse(undefined).success || TOGETHER.includes(name)))
        required[name] = values[0] ?? values[1]
    }
    // The first call may write records that later calls find: waiting batches, a used token.
    if (e.query) await send(e, required)
    for (const [name, shape] of Object.entries(fields)) {
      // Tested below, and in cursors.test.ts.
      if (name === 'cursor') continue
      const line = `${e.method} ${e.path} ${name}`
      const values = valuesOf(e, name, shape)
      if (!values) {
        if (inner(shape)._zod.def.type !== 'enum' && name !== 'filters') unused.push(`${line}: no values`)
        continue
      }
      // A required parameter of a single value cannot differ.
      if (values[0] === undefined && required[name] !== undefined) continue
      const base: Record<string, unknown> = { ...required, ...('page' in fields && name !== 'export' && { page: 1 }) }
      const day = Object.entries(e.offers?.filters ?? {}).find(([, type]) => type === 'date')
      if (name === 'tz' && day) base.filters = condition(day[0], 'date', 0)
      // The first day counts with the last alone.
      const other = { from: 'to', to: 'from' }[name]
      if (other && e.path.endsWith('/station-uptime')) base[other] = VALUES[other]?.(e.path)[0]
      // The search for users reads days by the offset.
      if (name === 'tz' && !day && 'q' in fields) base.q = 'Feb 29, 2024'
      const [one, two] = [await send(e, { ...base, [name]: values[0] }), await send(e, { ...base, [name]: values[1] })]
      if (one.status === 422 || two.status === 422) {
        if (e.method === 'GET') unused.push(`${line}: refused ${one.body.slice(0, 200)} ${two.body.slice(0, 100)}`)
        else if (one.mark === two.mark) unused.push(`${line}: 422 alike`)
      } else if (one.mark === two.mark) unused.push(`${line}: ${one.status}`)
      else if ((await send(e, { ...base, [name]: values[0] })).mark !== one.mark)
        unused.push(`${line}: not the same twice`)
    }
  }
  const isException = (line: string) => Object.keys(EXCEPTIONS).some(x => line.startsWith(`${x}:`))
  expect(unused.filter(line => !isException(line))).toEqual([])
  // No row of the exceptions is left over.
  expect(unused.filter(isException)).toHaveLength(Object.keys(EXCEPTIONS).length)
})

describe('by a cursor', () => {
  /** The lists that go by a cursor, each with what it must be asked with. */
  const lists = () =>
    t.app.endpoints
      .filter(e => e.method === 'GET' && 'cursor' in fieldsOf(e))
      .map(e => {
        const required = Object.entries(fieldsOf(e)).flatMap(([name, shape]) => {
          const values = valuesOf(e, name, shape)
          return values && (!shape.safeParse(undefined).success || TOGETHER.includes(name))
            ? [[name, values[0] ?? values[1]] as const]
            : []
        })
        return { e, required: Object.fromEntries(required) as Record<string, unknown> }
      })
  test('what is no cursor is refused, and so is an order beside it', { timeout: 120_000 }, async () => {
    for (const { e, required } of lists()) {
      for (const query of [
        { cursor: '!' },
        { cursor: 'x'.repeat(401) },
        { cursor: Buffer.from('a\u0000').toString('base64url') },
        { cursor: '', page: 1 },
        { cursor: '', sort: `-${e.offers?.sorts[0]}` },
      ]) {
        if ('sort' in query && !e.offers?.sorts[0]) continue
        const r = await send(e, { ...required, ...query })
        expect([r.status, Object.keys(JSON.parse(r.body).errors ?? {})], `${e.path} ${JSON.stringify(query)}`).toEqual([
          422,
          ['cursor'],
        ])
      }
      const strange = await send(e, { ...required, cursor: Buffer.from("1' or true").toString('base64url') })
      expect([200, 422], e.path).toContain(strange.status)
    }
  })
})
