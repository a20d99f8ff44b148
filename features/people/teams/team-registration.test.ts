// GST registrations of a team over the API (TAX-02): rights, one for each state, bad input, two people at once, and what the
// finance of the team is recorded by.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import type { TeamRegistration } from './team-registration.contract.ts'
import { account, asker, teamBody } from './test-team.ts'

const MAHARASHTRA = '27AAPFU0939F1ZV'
const OTHER_OF_MAHARASHTRA = '27AAECD1043M1ZP'
const KARNATAKA = '29AACCC6636P1Z1'
const GUJARAT = '24AACCK3955D1ZS'
let t: TestApp
let ask: ReturnType<typeof asker>
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  ask = asker(t)
})
afterAll(() => t.close())

const newTeam = async (name: string, more: object = {}): Promise<number> =>
  (await ask('admin', 'POST', 'team', { ...teamBody({ name }), ...more })).data.teamId
const body = (gstin: string, more: object = {}) => ({ gstin, legalName: 'Two States LLP', address: '1 Road', ...more })
const add = (teamId: number, gstin: string, more: object = {}) =>
  ask('admin', 'POST', `team/${teamId}/registrations`, body(gstin, more))
const end = (teamId: number, id: number) => ask('admin', 'POST', `team/${teamId}/registrations/${id}/end`)
const list = async (teamId: number): Promise<TeamRegistration[]> =>
  (await ask('admin', 'GET', `team/${teamId}/registrations`)).data
const inForce = async (teamId: number) => (await list(teamId)).filter(r => r.until === null).map(r => r.gstin)
const recorded = async (teamId: number) =>
  (
    await sql<{
      gstin: string | null
      businessName: string | null
    }>`select gstin, business_name from team_finance_history
      where team_id = ${teamId} order by since desc, history_id desc limit 1`.execute(t.db)
  ).rows[0]

test('finance admins of the team alone add and end', async () => {
  const teamId = await newTeam('Rights')
  const { registrationId: id } = (await add(teamId, MAHARASHTRA)).data as TeamRegistration
  for (const who of ['viewer', 'operator', 'nobody', 'stranger'] as const) {
    expect((await ask(who, 'POST', `team/${teamId}/registrations`, body(KARNATAKA))).status).toBeGreaterThanOrEqual(403)
    expect((await ask(who, 'POST', `team/${teamId}/registrations/${id}/end`)).status).toBeGreaterThanOrEqual(403)
  }
  expect((await ask('stranger', 'GET', `team/${teamId}/registrations`)).status).toBe(404)
  expect(await inForce(teamId)).toEqual([MAHARASHTRA])
  // Of another team: not found there.
  const other = await newTeam('Other')
  expect((await end(other, id)).status).toBe(404)
})

test('one for each state, in the order in which they began; an ended state is free again', async () => {
  const teamId = await newTeam('States')
  expect(await list(teamId)).toEqual([])
  const first = (await add(teamId, ` ${MAHARASHTRA.toLowerCase()} `)).data as TeamRegistration
  expect(first).toMatchObject({
    gstin: MAHARASHTRA,
    state: { code: '27', name: 'Maharashtra' },
    legalName: 'Two States LLP',
    until: null,
    isFirst: true,
  })
  aheadMs += 1000
  expect((await add(teamId, KARNATAKA)).data).toMatchObject({ gstin: KARNATAKA, isFirst: false })
  // The same, and another of the same state.
  for (const gstin of [MAHARASHTRA, OTHER_OF_MAHARASHTRA]) {
    const refused = await add(teamId, gstin)
    expect([refused.status, Object.keys(refused.errors)]).toEqual([409, ['gstin']])
    expect(refused.message).toContain('registered in Maharashtra already')
  }
  aheadMs += 1000
  expect((await end(teamId, first.registrationId)).data).toMatchObject({
    gstin: MAHARASHTRA,
    until: expect.any(String),
    isFirst: false,
  })
  expect(await end(teamId, first.registrationId)).toMatchObject({
    status: 409,
    message: 'This registration has ended already',
  })
  expect((await list(teamId)).map(r => [r.gstin, r.isFirst])).toEqual([
    [MAHARASHTRA, false],
    [KARNATAKA, true],
  ])
  aheadMs += 1000
  expect((await add(teamId, MAHARASHTRA)).status).toBe(201)
  expect((await list(teamId)).map(r => [r.gstin, r.until === null, r.isFirst])).toEqual([
    [MAHARASHTRA, false, false],
    [KARNATAKA, true, true],
    [MAHARASHTRA, true, false],
  ])
  // Another team of the company, and another company, may have the same number.
  expect((await add(await newTeam('Beside'), MAHARASHTRA)).status).toBe(201)
  const theirs = `team/${t.world.two.teamId}/registrations`
  expect((await ask('root', 'POST', theirs, body(MAHARASHTRA))).status).toBe(201)
})

test.each([
  ['a wrong check character', { gstin: '06AABCU9605R1ZR' }, { gstin: 'Please enter a valid GSTIN' }],
  ['a number too long', { gstin: `${MAHARASHTRA}0` }, { gstin: 'GSTIN should be 15 characters or less' }],
  [
    'blanks',
    { gstin: '  ', legalName: ' ', address: '' },
    { gstin: 'GSTIN is required', legalName: 'Legal Name is required', address: 'Address is required' },
  ],
  ['an address too long', { address: 'x'.repeat(301) }, { address: 'Address should be 300 characters or less' }],
])('%s is refused, and nothing is added', async (what, wrong, errors) => {
  const teamId = await newTeam(`Bad ${what.length}`)
  const r = await add(teamId, MAHARASHTRA, wrong)
  expect([r.status, r.errors]).toEqual([422, errors])
  expect(await list(teamId)).toEqual([])
})

test('a unit in a Special Economic Zone: without payment of tax only while the platform has a letter of undertaking', async () => {
  const teamId = await newTeam('Zone')
  expect(await add(teamId, MAHARASHTRA, { recipientType: 'SEZ' })).toMatchObject({
    status: 422,
    errors: { recipientType: 'Please select a recipient type' },
  })
  const refused = await add(teamId, MAHARASHTRA, { recipientType: 'SEZWOP' })
  expect([refused.status, refused.errors?.recipientType]).toEqual([
    422,
    expect.stringContaining('letter of undertaking'),
  ])
  expect((await add(teamId, MAHARASHTRA, { recipientType: 'SEZWP' })).data).toMatchObject({ recipientType: 'SEZWP' })
  // A company's own letter is not that of the platform.
  const letter = async (companyId: number | null) =>
    t.db
      .insertInto('taxSetting')
      .values({
        companyId,
        name: 'lut',
        since: '2026-04-01',
        value: '"AD2404260000001"',
        setAt: new Date(),
        setBy: null,
      })
      .execute()
  await letter(t.world.one.companyId)
  expect((await add(teamId, KARNATAKA, { recipientType: 'SEZWOP' })).status).toBe(422)
  await letter(null)
  expect((await add(teamId, KARNATAKA, { recipientType: 'SEZWOP' })).data).toMatchObject({ recipientType: 'SEZWOP' })
  expect((await add(teamId, GUJARAT)).data).toMatchObject({ recipientType: null })
})

test('two people add a registration of one state at once: one is added', async () => {
  const teamId = await newTeam('At once')
  const answers = await Promise.all([MAHARASHTRA, OTHER_OF_MAHARASHTRA, MAHARASHTRA].map(gstin => add(teamId, gstin)))
  expect(answers.map(a => a.status).sort()).toEqual([201, 409, 409])
  expect(await inForce(teamId)).toHaveLength(1)
})

test('the first registration is the GST number that payouts and reports read; without one, that of the payout account', async () => {
  aheadMs += 1000
  const accounts = { payoutAccounts: [account({ gst: GUJARAT, business_name: 'Account LLP' })] }
  const teamId = await newTeam('Numbers', accounts)
  expect(await recorded(teamId)).toEqual({ gstin: GUJARAT, businessName: 'Account LLP' })
  const supplier = async () => (await ask('admin', 'GET', `team/${teamId}/supplier`)).data
  aheadMs += 1000
  // Otherwise the number of the account would count no more for bills in its state.
  expect(await add(teamId, MAHARASHTRA)).toMatchObject({
    status: 422,
    errors: { gstin: expect.stringContaining(`begin with ${GUJARAT}`) },
  })
  const { data: first } = await add(teamId, GUJARAT)
  aheadMs += 1000
  await add(teamId, KARNATAKA, { legalName: 'South LLP' })
  expect(await recorded(teamId)).toEqual({ gstin: GUJARAT, businessName: 'Two States LLP' })
  expect(await supplier()).toEqual({ name: 'Two States LLP', gstin: GUJARAT })
  aheadMs += 1000
  await end(teamId, first.registrationId)
  expect(await recorded(teamId)).toEqual({ gstin: KARNATAKA, businessName: 'South LLP' })
  aheadMs += 1000
  for (const r of await list(teamId)) if (r.until === null) await end(teamId, r.registrationId)
  expect(await recorded(teamId)).toEqual({ gstin: GUJARAT, businessName: 'Account LLP' })
})

test('each change is audited, and the database refuses to change or take away a line', async () => {
  const teamId = await newTeam('Audited')
  await add(teamId, MAHARASHTRA)
  const { rows } = await sql<{
    before: unknown
    after: { registrations: string[] }
  }>`select before, after from audit_entry
    where feature = 'Finance' and record_id = ${String(teamId)} order by id desc limit 1`.execute(t.db)
  expect(rows[0]?.after.registrations).toEqual([`${MAHARASHTRA}, Two States LLP, 1 Road`])
  for (const statement of [
    sql`update team_registration set gstin = ''`,
    sql`delete from team_registration`,
    sql`truncate team_registration`,
  ])
    await expect(statement.execute(t.db)).rejects.toThrow('only added to')
})
