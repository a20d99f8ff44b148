// The first steps through the API: who may see and end them, what each is read from, and that their end is for good and in the
// audit log.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { FirstSteps } from './first-steps.contract.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())
beforeEach(() => set('open'))

const set = (state: string | null, companyId = t.world.one.companyId) =>
  sql`update company set first_steps = ${state} where company_id = ${companyId}`.execute(t.db)
const own = () => t.world.one.companyId
const ask = async (method: 'GET' | 'POST', who: Person, teamId = own(), payload?: object) => {
  const url = `/cms/v1/team/${teamId}/first-steps${method === 'POST' ? '/end' : ''}`
  const r = await t.app.inject({ method, url, headers: await t.as(who), ...(payload && { payload }) })
  return { status: r.statusCode, ...(r.json() as { message: string; data: FirstSteps }) }
}
const end = (how: string, who: Person = 'admin', teamId?: number) => ask('POST', who, teamId, { how })
const entries = async () =>
  (
    await sql<{ before: object; after: object }>`select before, after from audit_entry
      where feature = 'Company' and after ? 'firstSteps' order by id`.execute(t.db)
  ).rows

test('those who may make teams see and end them, nobody else', async () => {
  expect((await ask('GET', 'admin')).data.state).toBe('open')
  for (const who of ['viewer', 'operator'] as const) {
    expect((await ask('GET', who, t.world.one.teamId)).status).toBe(403)
    expect((await end('skipped', who, t.world.one.teamId)).status).toBe(403)
  }
  expect((await ask('GET', 'admin', t.world.two.companyId)).status).toBe(404)
  expect((await ask('GET', 'admin')).data.state).toBe('open')
})

test('only the own team of a company has first steps, and only where they began', async () => {
  expect((await ask('GET', 'admin', t.world.one.teamId)).data.state).toBe('none')
  expect(await end('skipped', 'admin', t.world.one.teamId)).toMatchObject({ status: 404 })
  await set(null)
  expect((await ask('GET', 'admin')).data).toEqual({
    state: 'none',
    missing: [],
    team: null,
    price: null,
    charger: null,
    session: null,
  })
  expect(await end('skipped')).toMatchObject({ status: 404, message: 'This team has no first steps' })
})

test('each step is read from the data: the company, its first team and price, the charger that spoke, the first session', async () => {
  const before = (await ask('GET', 'admin')).data
  expect(before.missing.length).toBeGreaterThan(0)
  expect(before.team).toEqual({ teamId: t.world.one.teamId, name: 'One North' })
  expect(before.price).toMatchObject({ name: expect.any(String) })
  expect(before.session).toBeNull()
  expect(await end('done')).toMatchObject({ status: 409, message: 'Some of the first steps are not done yet' })

  const { ac } = t.world.chargers
  await sql`update charger_state set first_boot_at = now(), last_boot_at = now(), vendor = 'Maker', model = 'M1',
    ocpp_protocol = 'ocpp1.6J' where chargepoint_pk = ${ac.pk}`.execute(t.db)
  expect((await ask('GET', 'admin')).data.charger).toMatchObject({
    chargepoint_id: ac.id,
    vendor: 'Maker',
    model: 'M1',
    ocppProtocol: 'ocpp1.6J',
    lastBootAt: expect.stringContaining('T'),
  })
})

test('skipped is for good and for everybody, told once in the audit log', async () => {
  const already = (await entries()).length
  expect(await end('skipped')).toMatchObject({ status: 200, data: { state: 'skipped' } })
  expect(await end('done')).toMatchObject({ status: 200, data: { state: 'skipped' } })
  expect((await ask('GET', 'admin')).data.state).toBe('skipped')
  expect((await entries()).slice(already)).toEqual([
    { before: { firstSteps: 'open' }, after: { firstSteps: 'skipped' } },
  ])
})

test('a company that is made begins with them, one of the demo or of before does not', async () => {
  const body = {
    name: 'Harbour',
    domain: 'harbour',
    provider: { name: 'Harbour' },
    paymentCurrency: 'INR',
    paymentGatewayId: 1,
    taxPercent: 18,
    transactionPercent: 2.36,
    companyProtocolType: 'ocpp',
    rootUser: 'harbour.root',
    emailId: 'root@harbour.example',
    active: 'Y',
  }
  const made = await t.app.inject({
    method: 'POST',
    url: '/cms/v1/company',
    headers: await t.as('root'),
    payload: body,
  })
  const { id } = made.json().data as { id: number }
  expect((await ask('GET', 'root', id)).data).toMatchObject({ state: 'open', missing: [], team: null, charger: null })
  expect((await ask('GET', 'root', t.world.two.companyId)).data.state).toBe('none')
})
