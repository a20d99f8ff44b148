// Exports: every row as its shape has it, in pieces, two at a time, and nothing left behind when the caller goes away.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { type AnyEndpoint, endpoint } from '@wattdesk/wire/endpoint'
import { inPieces, portionsOf } from '@wattdesk/wire/pieces'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { templateBody } from '#control/settings-templates/test-settings.ts'
import { reportBody } from '#desk/scheduled-reports/test-reports.ts'
import { addTransactions } from '#desk/transactions/test-transactions.ts'
import { driverBody } from '#drivers/drivers/test-driver.ts'
import { vehicleBody } from '#drivers/vehicles/test-vehicle.ts'
import { fixedBody } from '#money/price-groups/test-price-group.ts'
import { addRefund } from '#money/refunds/refund.store.ts'
import { paid } from '#money/refunds/test-refund.ts'
import { sweepAlerts } from '#operations/alerts/alert-look.commands.ts'
import { campaignBody, firmwareBody } from '#operations/firmware/test-firmware.ts'
import { apiKeyBody } from '#people/api-keys/test-api-key.ts'
import { addKnocks } from '#people/joining/knock.store.ts'
import { makeDelivery, makeWebhook, webhookBody } from '#people/webhooks/test-webhook.ts'
import { allRows } from '#platform/http/exports.ts'
import { takeInPayment } from '#settlement/payments/payment.commands.ts'
import { providerId } from '#settlement/payments/test-pay-session.ts'
import { testPayment } from '#settlement/payments/test-payment.ts'
import { newTeam, newCharger as payoutCharger, saveFinance } from '#settlement/payouts/test-payout.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { newCharger, newTag } from '#testing/ocpp.ts'

const ENTRIES = 20_000
// Long lists on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
let t: TestApp
let http: string
beforeAll(async () => {
  t = await startApp()
  http = (await t.listen()).http
  const { companyId, teamId } = t.world.one
  await sql`insert into audit_entry (username, company_id, team_id, action, feature, record_id, after)
    select 'admin', ${companyId}, ${teamId}, 'update', 'Team', n::text, json_build_object('description', repeat('x', 200))
    from generate_series(1, ${ENTRIES}) n`.execute(t.db)
})
afterAll(() => t.close())

const audit = () => `/cms/v1/team/${t.world.one.companyId}/audit?export=true`
/** An act on one charge point; only the person who started the act may read its results. */
async function bulkAction(person: Person): Promise<number> {
  const r = await t.app.inject({
    method: 'POST',
    url: `/cms/v1/team/${t.world.one.teamId}/bulk-actions`,
    headers: await t.as(person),
    payload: {
      kind: 'ChargingSite',
      parameters: { chargingSiteId: null },
      requestKey: randomUUID(),
      confirmed: 1,
      chosen: { ids: [t.world.chargers.dc.pk] },
    },
  })
  expect([r.statusCode, r.json().errors]).toEqual([201, undefined])
  return r.json().data.id
}
/** An import of a file, whose rows are a list. */
async function fileImport(person: Person): Promise<number> {
  const r = await t.app.inject({
    method: 'POST',
    url: `/cms/v1/team/${t.world.one.teamId}/network-imports?kind=tags&file_name=tags.csv`,
    headers: { ...(await t.as(person)), 'content-type': 'application/octet-stream' },
    payload: Buffer.from('UID,Notes\nNI-1,x\n'),
  })
  expect(r.statusCode, r.body).toBe(201)
  return r.json().data.id
}
/** Transactions of this database that are open, the asking one aside. */
const open = async () =>
  (
    await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(t.db)
  ).rows[0]?.n
/** An export whose caller takes the first piece and then nothing. */
async function lazy(headers: Record<string, string>): Promise<IncomingMessage> {
  const request = httpGet(http + audit(), { headers })
  const [r] = (await once(request, 'response')) as [IncomingMessage]
  r.on('error', () => undefined)
  await once(r, 'readable')
  return r
}

test('an export holds every row once, in the order asked for, as a page has them', async () => {
  const headers = await t.as('admin')
  const r = await t.app.inject({ url: `${audit()}&sort=id&q=update`, headers })
  expect([r.statusCode, r.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  const { data, total, success, message } = r.json()
  expect([success, message, total, data.length]).toEqual([true, 'OK', ENTRIES, ENTRIES])
  expect(data.map((e: { recordId: string }) => Number(e.recordId))).toEqual(
    Array.from({ length: ENTRIES }, (_, i) => i + 1),
  )
  const page = (await t.app.inject({ url: audit().replace('export=true', 'page=1&sort=id&q=update'), headers })).json()
  expect(data.slice(0, 10)).toEqual(page.data)
})

/** A driver whose wallet is a list. */
const driverId = async (): Promise<number> => {
  const url = `/cms/v1/customer?teamId=${t.world.one.teamId}`
  const r = await t.app.inject({ method: 'POST', url, headers: await t.as('root'), payload: driverBody() })
  return r.json().data.id
}

/** A payout, whose sessions are a list. */
const payoutId = async (): Promise<string> => {
  const team = await newTeam(t)
  await payoutCharger(t, team, 'DC', new Date('2025-07-31T18:30:00Z'))
  await saveFinance(t, team)
  const url = `/cms/v1/team/${team}/teamPayout/2025/08`
  const r = await t.app.inject({ method: 'POST', url, headers: await t.as('root'), payload: {} })
  expect([r.statusCode, r.json().data?.made], r.body).toEqual([200, 1])
  return r.json().data.payoutIds[0]
}
/** A planned maintenance without charge points. */
async function maintenanceId(): Promise<number> {
  const { companyId, teamId } = t.world.one
  const { rows } = await sql<{
    id: number
  }>`insert into maintenance_window (company_id, team_id, reason, starts_at, ends_at,
      sets_inoperative, created_at)
    values (${companyId}, ${teamId}, 'Work', now(), now() + interval '1 hour', true, now()) returning maintenance_id as id`.execute(
    t.db,
  )
  return rows[0]?.id ?? 0
}
/** A campaign, whose chargers are a list. */
const campaignId = async (): Promise<number> => {
  const headers = await t.as('root')
  const make = async (what: string, payload: object) =>
    (await t.app.inject({ method: 'POST', url: `/cms/v1/team/${t.world.one.teamId}/${what}`, headers, payload })).json()
      .data
  await sql`update charger_state set vendor = 'Maker', model = 'One', fw_version = '0.9'`.execute(t.db)
  const { firmware_id } = await make('firmware', firmwareBody(`0.${++firmwareNo}`))
  return (await make('campaigns', campaignBody(firmware_id))).campaign_id
}
let firmwareNo = 0
/** A scheduled report, whose runs are a list. */
async function scheduledReport(person: Person): Promise<number> {
  const url = `/cms/v1/team/${t.world.one.companyId}/scheduled-reports`
  const r = await t.app.inject({
    method: 'POST',
    url,
    headers: await t.as(person),
    payload: reportBody({ name: `Report ${randomUUID()}` }),
  })
  expect(r.statusCode, r.body).toBe(201)
  return r.json().data.scheduled_report_id
}
/** An address of each list, with what it must be asked by. */
async function listUrls(lists: readonly AnyEndpoint[], person: Person): Promise<string[]> {
  const [act, driver, payout] = [await bulkAction(person), await driverId(), await payoutId()]
  const maintenance = await maintenanceId()
  const campaign = await campaignId()
  const sent = await fileImport(person)
  const report = await scheduledReport(person)
  const { companyId } = t.world.one
  const webhook = await makeWebhook(t, person, companyId, webhookBody())
  await makeDelivery(t.db, webhook.id)
  const account = await t.db
    .selectFrom('account')
    .select('accountId')
    .where('kind', '=', 'owner')
    .where('ref', '=', companyId)
    .executeTakeFirstOrThrow()
  const asked: Record<string, string> = {
    '/report': 'startDate=2025-01-01 00:00:00&endDate=2025-01-01 23:59:59',
    '/reconciliation/accounts': 'kind=owner',
    '/reconciliation/register': 'month=2025-08',
    '/reconciliation/payouts': 'month=2025-08',
    '/tax/collected': 'month=2025-08',
    '/tax/deliveries': 'month=2025-08',
    '/tax/vouchers': 'month=2025-08',
  }
  return lists.map(e => {
    const path = e.path
      .replace('/customer-wallet/{id}', `/customer-wallet/${driver}`)
      .replace('{teamId}', String(companyId))
      .replace('/tag/{id}', `/tag/${t.world.tag}`)
      .replace('/bulk-action/{id}', `/bulk-action/${act}`)
      .replace('/network-import/{id}', `/network-import/${sent}`)
      .replace('{payoutId}', payout)
      .replace('{maintenanceId}', String(maintenance))
      .replace('{accountId}', String(account.accountId))
      .replace('/open/{kind}', '/open/refundClearing')
      .replace('{campaignId}', String(campaign))
      .replace('{scheduledReportId}', String(report))
      .replace('{webhookId}', String(webhook.id))
      .replace('{id}', t.world.chargers.dc.id)
      .replace('{chargepointId}', t.world.chargers.dc.id)
    const [, query] = Object.entries(asked).find(([end]) => path.endsWith(end)) ?? []
    return query ? `${path}?${query}` : path
  })
}

test('every list that can be exported answers as it does with a page', async () => {
  const headers = await t.as('root')
  const lists = t.app.endpoints.filter(e => e.method === 'GET' && e.query?.shape?.export)
  expect(lists.length).toBeGreaterThan(5)
  for (const path of await listUrls(lists, 'root')) {
    const of = (query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}&teamId=${t.world.one.companyId}`
    const page = await t.app.inject({ url: of('page=1&pageSize=100'), headers })
    // Up to 100,000 rows, and however many there are.
    for (const which of ['true', 'all']) {
      const whole = await t.app.inject({ url: of(`export=${which}`), headers })
      expect([whole.statusCode, page.statusCode], path).toEqual([200, 200])
      const { data, page: _, pageSize: __, ...beside } = page.json()
      // Entries written between the two reads do not matter here.
      if (path.endsWith('/audit')) continue
      expect(whole.json(), path).toEqual({ ...beside, data })
    }
  }
})

test('every list that names rows by their keys exports exactly those, in its order', async () => {
  await addTransactions(t.db, t.world, 40)
  await newCharger(t)
  for (const idTag of ['EXPORT,1', 'EXPORT-2', 'EXPORT-3']) await newTag(t, { idTag })
  const knock = { address: '10.0.0.9', protocols: null, userAgent: null, isEncrypted: false, hasCredentials: false }
  const knocks = ['KNOCK,1', 'KNOCK-2', 'KNOCK-3'].map(chargepointId => ({
    ...knock,
    chargepointId,
    at: new Date(),
    count: 1,
  }))
  await addKnocks(t.db, knocks)
  for (let n = 0; n < 3; n++)
    await takeInPayment(t.services, t.world.one.companyId, testPayment({ id: providerId('pay') }), 'poll')
  for (let n = 0; n < 3; n++) {
    const { paymentId, companyId, teamId } = await paid(t, { paidPaise: 50_000 })
    const refund = { paymentId, companyId, teamId, amountPaise: 50_000, cause: 'no session' as const }
    await t.db.transaction().execute(trx => addRefund(trx, { ...refund, at: t.services.now() }))
  }
  const headers = await t.as('root')
  const make = async (path: string, payload: object) =>
    expect((await t.app.inject({ method: 'POST', url: `/cms/v1/${path}`, headers, payload })).statusCode).toBe(201)
  for (const n of [1, 2, 3]) {
    await make(`customer?teamId=${t.world.one.teamId}`, driverBody({ lastName: `${n}` }))
    await make(`team/${t.world.one.teamId}/vehicles`, vehicleBody(`KA ${n}`))
    await make(`pricegroup?teamId=${t.world.one.teamId}`, fixedBody({ name: `Day ${n}` }))
    const rule = { name: `Rule ${n}`, kind: 'connector-faulted', severity: 'Major', is_active: true }
    await make(`team/${t.world.one.teamId}/alert-rules`, rule)
    await make(`team/${t.world.one.teamId}/api-keys`, apiKeyBody())
    await make(`team/${t.world.one.teamId}/webhooks`, webhookBody())
    const [starts_at, ends_at] = [n * 24, n * 24 + 2].map(hours =>
      new Date(Date.now() + hours * 3_600_000).toISOString(),
    )
    const times = { starts_at, ends_at }
    const work = { reason: `Work ${n}`, ...times, sets_inoperative: true, chargers: [t.world.chargers.ac.pk] }
    await make(`team/${t.world.one.teamId}/maintenance`, work)
    await make(`team/${t.world.one.teamId}/firmware`, firmwareBody(`${n}.0`))
    await make(`team/${t.world.one.teamId}/settings-templates`, templateBody(`Yard ${n}`))
    const except = { chargepoint_pk: t.world.chargers.dc.pk, key: `Key${n}`, reason: 'Old' }
    await make(`team/${t.world.one.teamId}/settings-exceptions`, except)
  }
  await sql`update charger_state set connected = true, live_status = 'online', last_message_at = now(), first_boot_at = now()`.execute(
    t.db,
  )
  await sql`update charger_state set vendor = 'Maker', model = 'One', fw_version = '0.9'`.execute(t.db)
  const { rows: files } = await sql<{
    id: number
  }>`select firmware_id as id from firmware where version in ('1.0', '2.0', '3.0')`.execute(t.db)
  for (const { id } of files) await make(`team/${t.world.one.teamId}/campaigns`, campaignBody(id))
  for (let n = 0; n < 3; n++)
    await make(`team/${t.world.one.teamId}/scheduled-reports`, reportBody({ name: `Report ${n}` }))
  await sql`update connector set status = 'Faulted', status_at = now()`.execute(t.db)
  await sweepAlerts(t.services)
  const lists = t.app.endpoints.filter(e => e.offers?.key && !e.path.includes('{id}'))
  expect(lists.map(e => e.path.split('/').at(-1)).sort()).toEqual([
    'alert-rules',
    'alerts',
    'api-keys',
    'audit',
    'campaigns',
    'chargers',
    'customer',
    'customer',
    'firmware',
    'joining',
    'maintenance',
    'pricegroups',
    'refund',
    'refund-requests',
    'report',
    'scheduled-reports',
    'settings-exceptions',
    'settings-templates',
    'tags',
    // Those of the provider too.
    'transactions',
    'transactions',
    'vehicles',
    'webhooks',
  ])
  for (const e of lists) {
    const key = e.offers?.key ?? ''
    const read = async (query: object) => {
      const period = e.path.endsWith('/report') && {
        startDate: '2020-01-01 00:00:00',
        endDate: '2030-01-01 00:00:00',
      }
      const text = new URLSearchParams({ sort: `-${e.offers?.sorts[0]}`, ...period, ...query }).toString()
      const r = await t.app.inject({
        url: `${e.path.replace('{teamId}', String(t.world.one.companyId))}?${text}`,
        headers,
      })
      expect(r.statusCode, `${e.path} ${r.body}`).toBe(200)
      return r.json().data.map((row: Record<string, string | number>) => row[key]) as (string | number)[]
    }
    const keys = await read({ page: 1, pageSize: 30 })
    const picked = keys.filter((_, i) => i !== 1)
    expect(picked.length, e.path).toBeGreaterThan(1)
    // As the portal names them: one with a comma by itself.
    const named = [...picked]
      .reverse()
      .map(k => ({ field: key, operator: String(k).includes(',') ? 'equals' : 'isAnyOf', value: String(k) }))
    const filters = JSON.stringify({ combine: 'OR', conditions: named })
    expect(await read({ filters, export: 'true' }), e.path).toEqual(picked)
  }
})

test('while an export is written others are answered', async () => {
  const headers = await t.as('admin')
  let isDone = false
  const whole = fetch(http + audit(), { headers })
    .then(r => r.text())
    .finally(() => {
      isDone = true
    })
  let answered = 0
  while (!isDone) {
    await (await fetch(`${http}/health/live`)).text()
    answered++
  }
  expect(JSON.parse(await whole).data.length).toBeGreaterThanOrEqual(ENTRIES)
  expect(answered).toBeGreaterThan(20)
})

test('a third export of a user waits for one of the two; another user does not', async () => {
  const admin = await t.as('admin')
  const [one, two] = await Promise.all([lazy(admin), lazy(admin)])
  const third = await t.app.inject({ url: audit(), headers: admin })
  expect([third.statusCode, third.json()]).toEqual([
    429,
    { success: false, message: 'Too many attempts. Please try again later.' },
  ])
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
  // A page is no export.
  expect((await t.app.inject({ url: audit().replace('export=true', 'page=1'), headers: admin })).statusCode).toBe(200)
  const other = await lazy(await t.as('root'))
  other.destroy()
  one.destroy()
  await vi.waitFor(async () => expect(await open()).toBe(1))
  expect((await t.app.inject({ url: audit(), headers: admin })).statusCode).toBe(200)
  two.destroy()
  await vi.waitFor(async () => expect(await open()).toBe(0))
})

test('a list without a page takes a place too, and waits until one is free', async () => {
  const admin = await t.as('admin')
  const headers = { ...admin, connection: 'close' }
  const whole = `/cms/v1/team/${t.world.one.companyId}/audit`
  const [one, two] = await Promise.all([lazy(admin), lazy(admin)])
  let done = 0
  const ask = async (url: string) => {
    const r = await t.app.inject({ url, headers })
    done++
    return [r.statusCode, r.json().data.length]
  }
  const first = ask(whole)
  const second = ask(`${whole}?sort=id`)
  // Whoever goes away, while waiting or before, keeps no place.
  for (const url of [whole, whole, audit(), audit()]) {
    const gone = httpGet(http + url, { headers })
    gone.on('error', () => undefined)
    await once(gone, 'finish')
    gone.destroy()
  }
  // Bounded reads do not wait: a page, a number of rows, a count, a choice, a summary.
  const team = `/cms/v1/team/${t.world.one.companyId}`
  for (const url of [
    `${whole}?page=1`,
    `${whole}?pageSize=5`,
    `${team}/transactions?total=only`,
    `/cms/v1/roles?teamId=${t.world.one.companyId}&choice=true`,
    `${team}/charging-status?includeDetails=false`,
    `${team}/charger/${t.world.chargers.dc.id}/log?limit=50`,
  ])
    expect((await t.app.inject({ url, headers: admin })).statusCode, url).toBe(200)
  expect(done).toBe(0)
  expect((await t.app.inject({ url: audit(), headers: admin })).statusCode).toBe(429)
  one.destroy()
  expect(await first).toEqual([200, 5000])
  expect(await second).toEqual([200, 5000])
  two.destroy()
  // Both places are free again.
  const none = `${audit()}&q=nothing-like-this`
  const bothStatuses = () =>
    Promise.all([1, 2].map(async () => (await t.app.inject({ url: none, headers: admin })).statusCode))
  await vi.waitFor(async () => expect(await bothStatuses()).toEqual([200, 200]), 10_000)
})

test('of six lists at once of one user two are read, whatever the list; another user is served beside them', async () => {
  const admin = await t.as('admin')
  const { companyId, teamId } = t.world.one
  const team = `/cms/v1/team/${companyId}`
  const day = { startDate: '2025-01-01', startTime: '00:00:00', endDate: '2025-01-01', endTime: '23:59:59' }
  const lists = t.app.endpoints.filter(e => e.method === 'GET' && e.query?.shape?.page && e.query.shape.pageSize)
  expect(lists.length).toBeGreaterThan(6)
  const urls = [
    ...(await listUrls(lists, 'admin')),
    `${team}/charger/${t.world.chargers.dc.id}/log/time_interval?${new URLSearchParams(day)}`,
  ]
  const [one, two] = await Promise.all([lazy(admin), lazy(admin)])
  let served = 0
  const early: string[] = []
  const all = urls.map(async url => {
    const r = await t.app.inject({ url, headers: admin })
    served++
    if (served === 1) early.push(url)
    return [r.statusCode, url]
  })
  const other = await t.app.inject({ url: `/cms/v1/team/${teamId}/chargers`, headers: await t.as('viewer') })
  expect([other.statusCode, served], early.join()).toEqual([200, 0])
  one.destroy()
  two.destroy()
  expect(await Promise.all(all)).toEqual(urls.map(url => [200, url]))
})

test('a refused export keeps no place', async () => {
  const headers = await t.as('viewer')
  for (let i = 0; i < 4; i++) expect((await t.app.inject({ url: audit(), headers })).statusCode).toBe(404)
  const team = `/cms/v1/team/${t.world.one.teamId}/audit?export=true`
  for (let i = 0; i < 4; i++) expect((await t.app.inject({ url: team, headers })).statusCode).toBe(403)
})

test('cursors stand in line where three are open, and whoever leaves lets the next one in', async () => {
  const rows = () => allRows(t.db, sql<{ n: number }>`select n from generate_series(1, 2000) n`)
  const three = [rows(), rows(), rows()]
  for (const r of three) expect((await r.next()).value).toHaveLength(500)
  const fourth = rows()
  let isIn = false
  const first = fourth.next().then(r => {
    isIn = true
    return r
  })
  await three[0]?.next()
  expect(isIn).toBe(false)
  await three[1]?.return(undefined)
  expect((await first).value?.at(-1)).toEqual({ n: 500 })
  for (const r of [...three, fourth]) await r.return(undefined)
  expect(await open()).toBe(0)
})

const Things = endpoint({
  method: 'GET',
  path: '/things',
  can: 'anyone',
  summary: 'Things',
  data: z.array(z.object({ id: z.number(), name: z.string() })),
  beside: { total: z.number() },
})
const textOf = async (stream: AsyncIterable<unknown>) => {
  let text = ''
  for await (const part of stream) text += part
  return text
}

test('what a row has beyond its shape does not leave, and a row against it breaks the reply off', async () => {
  const row = (id: unknown) => ({ id, name: 'a', passwordHash: 'secret' })
  const rows = Array.from({ length: 450 }, (_, i) => row(i))
  const good = await inPieces(Things, { message: 'OK', total: 450, more: 1 }, portionsOf(rows))
  expect(JSON.parse(await textOf(good))).toEqual({
    success: true,
    message: 'OK',
    total: 450,
    data: rows.map(({ id, name }) => ({ id, name })),
  })
  const none = await inPieces(Things, { message: 'OK', total: 0 }, portionsOf([]))
  expect(JSON.parse(await textOf(none)).data).toEqual([])
  const bad = await inPieces(Things, { message: 'OK', total: 2 }, portionsOf([row(1), row('x')]))
  await expect(textOf(bad)).rejects.toThrow()
  await expect(inPieces(Things, { message: 'OK', total: 'x' }, portionsOf([]))).rejects.toThrow()
})

test('rows are read as they are taken, and no further when nobody takes them', async () => {
  let read = 0
  let isEnded = false
  async function* endless() {
    try {
      for (;;) {
        read++
        yield Array.from({ length: 200 }, (_, id) => ({ id, name: 'x'.repeat(100) }))
      }
    } finally {
      isEnded = true
    }
  }
  const stream = await inPieces(Things, { message: 'OK', total: 1 }, endless())
  const taken = stream[Symbol.asyncIterator]()
  for (let i = 0; i < 4; i++) await taken.next()
  for (let i = 0; i < 20; i++) await new Promise(setImmediate)
  expect(read).toBeLessThan(10)
  await taken.return?.()
  await vi.waitFor(() => expect(isEnded).toBe(true))
  // Left before the first piece was taken.
  isEnded = false
  const unread = await inPieces(Things, { message: 'OK', total: 1 }, endless())
  unread.destroy()
  await vi.waitFor(() => expect(isEnded).toBe(true))
})
