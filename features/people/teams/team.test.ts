// Teams over the API: rights, the rules of the tree, the records that block deleting, and the texts of refusals.
import { LATITUDE, LONGITUDE, POINT_MISSING } from '@wattdesk/base/address'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as roles from '#people/roles/role.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import type { TeamRow } from './team.contract.ts'
import { addMember, create } from './team.store.ts'
import { financeDefaults } from './team-finance.contract.ts'
import { account, asker, point, teamBody } from './test-team.ts'

let t: TestApp
let ask: ReturnType<typeof asker>
beforeAll(async () => {
  t = await startApp()
  ask = asker(t)
})
afterAll(() => t.close())

let count = 0
/** A new team of operator one. */
const made = async (more: object = {}) => {
  const r = await ask('admin', 'POST', 'team', teamBody({ name: `Team ${++count}`, ...more }))
  expect(r.status, r.message).toBe(201)
  return r.data
}
const stored = async (teamId: number) =>
  (await sql<Record<string, unknown>>`select * from team where id = ${teamId}`.execute(t.db)).rows[0]
const auditOf = async (teamId: number) =>
  (
    await sql<{ action: string; feature: string; before: object | null; after: object | null; isMoney: boolean }>`
      select action, feature, before, after, is_money from audit_entry where record_id = ${String(teamId)}
      and feature in ('Team', 'Finance') order by id`.execute(t.db)
  ).rows

describe('who may', () => {
  test('a viewer reads, and neither makes, changes nor deletes', async () => {
    const { teamId } = t.world.one
    expect((await ask('viewer', 'GET', `team/${teamId}`)).data).toMatchObject({
      teamId,
      name: 'One North',
      active: 'Y',
    })
    for (const [method, path] of [
      ['POST', `team?teamId=${teamId}`],
      ['PUT', `team/${teamId}`],
      ['DELETE', `team/${teamId}`],
    ] as const)
      expect(await ask('viewer', method, path, teamBody())).toMatchObject({ status: 403, message: 'Not Authorized' })
  })
  test('a role on a team below opens nothing above or beside it', async () => {
    const { companyId, siblingId } = t.world.one
    for (const id of [companyId, siblingId, t.world.gp])
      expect(await ask('viewer', 'GET', `team/${id}`)).toMatchObject({ status: 404, message: 'Team not found' })
  })
  test('nobody makes a team under, or moves one to, what is not theirs', async () => {
    const { teamId } = await made()
    const { companyId } = t.world.two
    expect((await ask('admin', 'POST', 'team', teamBody({ parentCompanyId: companyId }))).status).toBe(404)
    expect((await ask('admin', 'POST', 'team', teamBody({ parentCompanyId: t.world.gp }))).status).toBe(404)
    expect((await ask('admin', 'PUT', `team/${teamId}`, teamBody({ parentCompanyId: companyId }))).status).toBe(404)
    expect(await stored(teamId)).toMatchObject({ parentId: t.world.one.companyId })
  })
  test('a role held lower down replaces the one above it, for reading the list too', async () => {
    const { teamId } = await made()
    const { userIds, one } = t.world
    const blind = await roles.create(t.db, one.companyId, 'Blind', [])
    await addMember(t.db, { teamId, userId: userIds.admin, roleId: blind })
    expect((await ask('admin', 'GET', `team/${teamId}`)).status).toBe(403)
    const list = await ask('admin', 'GET', `team/${one.companyId}/teams`)
    expect(list.data.map((row: TeamRow) => row.teamId)).not.toContain(teamId)
    await sql`delete from team_member where team_id = ${teamId}`.execute(t.db)
  })
})

describe('the list', () => {
  test('is the team and all below it in the order of the tree, each with its parent', async () => {
    const { companyId, teamId, siblingId } = t.world.one
    const child = await made({ parentCompanyId: teamId, name: 'A child' })
    const { data } = await ask('root', 'GET', `team/${companyId}/teams`)
    const places = [companyId, teamId, child.teamId, siblingId].map(id =>
      data.findIndex((r: TeamRow) => r.teamId === id),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBe(0)
    expect(data.find((r: TeamRow) => r.teamId === child.teamId)).toMatchObject({
      parentCompanyId: teamId,
      parentName: 'One North',
      companyId,
      companyType: 'C',
      creationTime: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const all = (await ask('root', 'GET', `team/${t.world.gp}/teams`)).data.map((r: TeamRow) => r.teamId)
    expect(all).toEqual(expect.arrayContaining([t.world.gp, companyId, t.world.two.companyId]))
  })
  test('the name of a parent beyond one’s teams is not told', async () => {
    const { data } = await ask('viewer', 'GET', `team/${t.world.one.teamId}/teams`)
    expect(data[0]).toMatchObject({ teamId: t.world.one.teamId, parentName: null })
  })
})

describe('making and changing', () => {
  test('what was sent is stored, trimmed; what a team has not got is not', async () => {
    const r = await ask('admin', 'POST', 'teams', {
      ...teamBody({ name: '  West ', domain: ' west.example ' }),
      companyId: t.world.two.companyId,
      companyType: 'GP',
      path: [1],
      tax_ppm: 1,
      teamId: 1,
    })
    expect(r).toMatchObject({ status: 201, message: 'Team created successfully' })
    expect(r.data).toMatchObject({
      name: 'West',
      domain: 'west.example',
      companyId: t.world.one.companyId,
      companyType: 'C',
      parentCompanyId: t.world.one.companyId,
      settlement_percentage: 100,
      address: { ...point, addressId: r.data.teamId, street: '1 Test Road', zipCode: null, country: 'IN' },
    })
    expect(await stored(r.data.teamId)).toMatchObject({ taxPpm: 180_000, createdBy: t.world.userIds.admin })
    expect((await ask('admin', 'GET', `teams/${r.data.teamId}`)).data).toEqual(r.data)
    expect(await auditOf(r.data.teamId)).toMatchObject([{ action: 'create', feature: 'Team', after: { name: 'West' } }])
  })
  test('a team goes below another with all that is below it, and its members see what they now cover', async () => {
    const above = await made()
    const team = await made()
    const below = await made({ parentCompanyId: team.teamId })
    const { userIds, one } = t.world
    await addMember(t.db, { teamId: above.teamId, userId: userIds.nobody, roleId: one.roles.Viewer })
    expect((await ask('nobody', 'GET', `team/${below.teamId}`)).status).toBe(404)
    const moved = await ask(
      'admin',
      'PUT',
      `team/${team.teamId}`,
      teamBody({ name: team.name, parentCompanyId: above.teamId }),
    )
    expect(moved).toMatchObject({ status: 200, message: 'Team updated successfully' })
    expect((await ask('nobody', 'GET', `team/${below.teamId}`)).status).toBe(200)
    expect(await stored(below.teamId)).toMatchObject({
      path: [t.world.gp, one.companyId, above.teamId, team.teamId, below.teamId],
      parentId: team.teamId,
    })
    expect(await auditOf(team.teamId)).toContainEqual(
      expect.objectContaining({
        action: 'update',
        before: expect.objectContaining({ parentCompanyId: one.companyId }),
        after: expect.objectContaining({ parentCompanyId: above.teamId }),
      }),
    )
    await sql`delete from team_member where user_id = ${userIds.nobody}`.execute(t.db)
  })
  test('no team stands below itself, and none leaves its company', async () => {
    const team = await made()
    const below = await made({ parentCompanyId: team.teamId })
    for (const parentCompanyId of [team.teamId, below.teamId])
      expect(await ask('admin', 'PUT', `team/${team.teamId}`, teamBody({ parentCompanyId }))).toMatchObject({
        status: 422,
        errors: { parentCompanyId: 'A team cannot stand below itself' },
      })
    expect(
      await ask('root', 'PUT', `team/${team.teamId}`, teamBody({ parentCompanyId: t.world.two.companyId })),
    ).toMatchObject({ status: 422, errors: { parentCompanyId: 'A team stays within its company' } })
    expect(
      await ask('root', 'PUT', `team/${t.world.one.companyId}`, teamBody({ parentCompanyId: t.world.two.companyId })),
    ).toMatchObject({ status: 422, errors: { parentCompanyId: 'A company keeps its place in the tree' } })
  })
  test('nobody takes a team to where their own rights are stronger', async () => {
    const { one, userIds } = t.world
    const [weak, strong] = [await made(), await made()]
    const team = await made({ parentCompanyId: weak.teamId })
    const changer = await roles.create(t.db, one.companyId, 'Changer', [
      { featureId: 4, canView: true, canCreate: false, canUpdate: true, canDelete: false },
    ])
    await addMember(t.db, { teamId: weak.teamId, userId: userIds.nobody, roleId: changer })
    await addMember(t.db, { teamId: strong.teamId, userId: userIds.nobody, roleId: one.roles.Admin })
    const move = (parentCompanyId: number) =>
      ask('nobody', 'PUT', `team/${team.teamId}`, teamBody({ name: team.name, parentCompanyId }))
    expect(await move(strong.teamId)).toMatchObject({ status: 403, message: 'Not Authorized' })
    expect(await stored(team.teamId)).toMatchObject({ parentId: weak.teamId })
    await addMember(t.db, { teamId: strong.teamId, userId: userIds.nobody, roleId: changer })
    expect((await move(strong.teamId)).status).toBe(200)
    await sql`delete from team_member where user_id = ${userIds.nobody}`.execute(t.db)
  })
  test('two moves at once make no circle', async () => {
    const [a, b] = [await made(), await made()]
    await Promise.all([
      ask('admin', 'PUT', `team/${a.teamId}`, teamBody({ name: a.name, parentCompanyId: b.teamId })),
      ask('admin', 'PUT', `team/${b.teamId}`, teamBody({ name: b.name, parentCompanyId: a.teamId })),
    ])
    const [pathOfA, pathOfB] = [(await stored(a.teamId))?.path, (await stored(b.teamId))?.path] as number[][]
    expect([pathOfA?.includes(b.teamId), pathOfB?.includes(a.teamId)].filter(Boolean)).toHaveLength(1)
  })
  test('a company keeps its status and domain: they are set on the company screen', async () => {
    const { companyId } = t.world.one
    await sql`update team set domain = 'one' where id = ${companyId}`.execute(t.db)
    expect(await ask('admin', 'PUT', `team/${companyId}`, teamBody({ name: 'One', active: 'N' }))).toMatchObject({
      status: 422,
      errors: { active: 'The status of a company is set on the company screen' },
    })
    expect((await ask('admin', 'PUT', `team/${companyId}`, teamBody({ name: 'One', domain: 'two' }))).status).toBe(200)
    expect(await stored(companyId)).toMatchObject({
      isActive: true,
      domain: 'one',
      description: 'Chargers of the east',
    })
  })
  test('what a change does not name stays as it is, and is not judged', async () => {
    const { teamId } = await made()
    // A missing point, as in older records.
    await sql`update team set latitude = null, longitude = null, domain = 'east.example' where id = ${teamId}`.execute(
      t.db,
    )
    const before = (await ask('admin', 'GET', `team/${teamId}`)).data
    const saved = await ask('admin', 'PUT', `team/${teamId}`, { financeConfig: financeDefaults })
    expect(saved.status).toBe(200)
    expect(saved.data).toEqual({ ...before, financeConfig: financeDefaults })
    const renamed = await ask('admin', 'PUT', `team/${teamId}`, { name: ' Far East ', description: null })
    expect(renamed.data).toEqual({ ...saved.data, name: 'Far East', description: '' })
    expect(await ask('admin', 'PUT', `team/${teamId}`, {})).toMatchObject({ status: 200, data: { name: 'Far East' } })
    // A stored value that is sent back is not checked; a changed one is.
    const back = await ask('admin', 'PUT', `team/${teamId}`, { address: before.address })
    expect([back.status, back.data]).toEqual([200, { ...saved.data, name: 'Far East', description: '' }])
    expect(await ask('admin', 'PUT', `team/${teamId}`, { address: { ...before.address, city: 'Pune' } })).toMatchObject(
      {
        status: 422,
        errors: { 'address.lat': POINT_MISSING, 'address.lng': POINT_MISSING },
      },
    )
    expect(await ask('admin', 'PUT', `team/${teamId}`, { name: ' ' })).toMatchObject({
      status: 422,
      errors: { name: 'Team name is required' },
    })
  })
  test('the limit of a team’s name does not bind the own team of a company', async () => {
    const { companyId } = t.world.one
    const { name } = (await ask('admin', 'GET', `team/${companyId}`)).data
    const long = 'A company whose name is far beyond twenty characters'
    const rename = (id: number, to: string) => ask('admin', 'PUT', `team/${id}`, { name: to })
    expect(await rename(companyId, long)).toMatchObject({ status: 200, data: { name: long } })
    expect(await ask('admin', 'PUT', `team/${companyId}`, { settlement_percentage: 90 })).toMatchObject({ status: 200 })
    expect(await rename(companyId, 'x'.repeat(101))).toMatchObject({
      status: 422,
      errors: { name: 'Team name should be 100 characters or less' },
    })
    await ask('admin', 'PUT', `team/${companyId}`, { name, settlement_percentage: 100 })
    const { teamId } = await made()
    const tooLong = { status: 422, errors: { name: 'Team name should be 20 characters or less' } }
    expect(await rename(teamId, 'x'.repeat(21))).toMatchObject(tooLong)
    expect(await ask('admin', 'POST', 'team', teamBody({ name: 'x'.repeat(21) }))).toMatchObject(tooLong)
    // A name from the time of another limit stays until it is changed.
    await sql`update team set name = ${'y'.repeat(30)} where id = ${teamId}`.execute(t.db)
    expect((await rename(teamId, 'y'.repeat(30))).status).toBe(200)
  })
  test('script in a text stays text', async () => {
    const name = '<b>x</b>'
    const { teamId } = await made({ name, description: '<script>alert(1)</script>' })
    expect((await ask('admin', 'GET', `team/${teamId}`)).data).toMatchObject({
      name,
      description: '<script>alert(1)</script>',
    })
  })
})

test.each<[string, object, Record<string, string>]>([
  ['no name', { name: ' ' }, { name: 'Team name is required' }],
  ['a long name', { name: 'x'.repeat(21) }, { name: 'Team name should be 20 characters or less' }],
  ['no status', { active: undefined }, { active: 'Please select status' }],
  ['another status', { active: 'X' }, { active: 'Please select status' }],
  [
    'a long description',
    { description: 'x'.repeat(501) },
    { description: 'Description should be 500 characters or less' },
  ],
  ['no point', { address: { city: 'Pune' } }, { 'address.lat': POINT_MISSING, 'address.lng': POINT_MISSING }],
  [
    'a state that is none',
    { address: { ...teamBody().address, state: 'Karnatka' } },
    { 'address.state': 'Please enter a valid state, such as Karnataka or KA' },
  ],
  ['a point off the globe', { address: { lat: 91, lng: -181 } }, { 'address.lat': LATITUDE, 'address.lng': LONGITUDE }],
])('%s is refused beside its field', async (_what, more, errors) => {
  const r = await ask('admin', 'POST', 'team', teamBody(more))
  expect(r.status).toBe(422)
  expect(r.errors).toMatchObject(errors)
})

describe('deleting', () => {
  test('a team that nothing belongs to goes', async () => {
    const { teamId } = await made()
    expect(await ask('admin', 'DELETE', `team/${teamId}`)).toMatchObject({
      status: 200,
      message: 'Team deleted successfully',
    })
    expect((await ask('admin', 'GET', `team/${teamId}`)).status).toBe(404)
    expect((await auditOf(teamId)).at(-1)).toMatchObject({ action: 'delete', after: null })
  })
  test.each([
    ['child teams (Child)', (teamId: number) => create(t.db, { parentId: teamId, companyType: 'C', name: 'Child' })],
    [
      'chargers (AC-1)',
      (teamId: number) => sql`update charger set team_id = ${teamId} where chargepoint_id = 'AC-1'`.execute(t.db),
    ],
    [
      'RFID tags (LEFT-1, LEFT-2, LEFT-3 and 2 more)',
      (teamId: number) =>
        sql`insert into ocpp_tag (company_id, team_id, id_tag, max_active_transactions)
          select ${t.world.one.companyId}, ${teamId}, 'LEFT-' || n, 1 from generate_series(1, 5) n`.execute(t.db),
    ],
    [
      'members (nobody)',
      (teamId: number) => addMember(t.db, { teamId, userId: t.world.userIds.nobody, roleId: t.world.one.roles.Viewer }),
    ],
  ])('one with %s stays', async (what, give) => {
    const { teamId } = await made()
    await give(teamId)
    expect(await ask('admin', 'DELETE', `team/${teamId}`)).toMatchObject({
      status: 409,
      message: `The team cannot be deleted, it still has ${what}`,
    })
    expect(await stored(teamId)).toBeDefined()
  })
  test('one with other records stays, and a company is not a team to delete', async () => {
    const { teamId } = await made()
    await sql`insert into price_group (company_id, team_id, name) values (${t.world.one.companyId}, ${teamId}, 'Night')`.execute(
      t.db,
    )
    expect(await ask('admin', 'DELETE', `team/${teamId}`)).toMatchObject({
      status: 409,
      message: 'The team cannot be deleted, it still has price groups (Night)',
    })
    expect(await ask('root', 'DELETE', `team/${t.world.two.companyId}`)).toMatchObject({
      status: 409,
      message: 'A company is deleted on the company screen',
    })
  })
})

describe('finance and accounts', () => {
  const finance = { financeConfig: financeDefaults, payoutAccounts: [account()], settlement_percentage: 80 }
  test('belong to finance admins: ignored from others and left out of what they read', async () => {
    const { one, userIds } = t.world
    const { teamId } = await made(finance)
    const whole = (await ask('admin', 'GET', `team/${teamId}`)).data
    expect(whole).toMatchObject({
      financeConfig: financeDefaults,
      settlement_percentage: 80,
      payoutAccounts: [{ account_no: '000123456789', payoutDetailId: expect.any(Number) }],
    })
    const clerk = await roles.create(t.db, one.companyId, 'Clerk', [
      // Team: view and update; Finance: all but delete.
      { featureId: 4, canView: true, canCreate: false, canUpdate: true, canDelete: false },
      { featureId: 19, canView: true, canCreate: true, canUpdate: true, canDelete: false },
    ])
    await addMember(t.db, { teamId, userId: userIds.nobody, roleId: clerk })
    const seen = await ask('nobody', 'PUT', `team/${teamId}`, {
      ...teamBody({ name: 'Clerk was here' }),
      financeConfig: { ...financeDefaults, payout_details: { ...financeDefaults.payout_details, payout_rule: 5 } },
      payoutAccounts: [account({ account_no: '666666666' })],
      settlement_percentage: 1,
    })
    expect(seen.status).toBe(200)
    expect(seen.data).not.toHaveProperty('financeConfig')
    expect(seen.data).not.toHaveProperty('payoutAccounts')
    const odd = {
      financeConfig: { payout_details: { payout_rule: 99 } },
      payoutAccounts: [],
      settlement_percentage: 'x',
    }
    expect(
      (await ask('nobody', 'PUT', `team/${teamId}`, { ...teamBody({ name: 'Clerk was here' }), ...odd })).status,
    ).toBe(200)
    expect(await ask('admin', 'PUT', `team/${teamId}`, { ...teamBody(), ...odd })).toMatchObject({
      status: 422,
      errors: {
        'financeConfig.payout_details.payout_rule': 'Please select a payout rule.',
        payoutAccounts: 'At least one payout account shall be defined',
        settlement_percentage: 'Only digits are allowed',
      },
    })
    const after = (await ask('admin', 'GET', `team/${teamId}`)).data
    expect(after).toEqual({ ...whole, ...after, name: 'Clerk was here' })
    expect(after).toMatchObject({
      financeConfig: financeDefaults,
      payoutAccounts: whole.payoutAccounts,
      settlement_percentage: 80,
    })
    await sql`delete from team_member where user_id = ${userIds.nobody}`.execute(t.db)
  })
  test('are saved by a finance admin who may otherwise only view the team', async () => {
    const { one, userIds } = t.world
    const { teamId } = await made()
    const path = `team/${teamId}`
    await addMember(t.db, { teamId, userId: userIds.nobody, roleId: one.roles.Finance })
    const read = (await ask('nobody', 'GET', path)).data
    // The team is sent back as it was read, with a changed finance.
    const saved = await ask('nobody', 'PUT', path, { ...read, ...finance })
    expect(saved).toMatchObject({
      status: 200,
      data: { settlement_percentage: 80, payoutAccounts: [{ account_no: '000123456789' }] },
    })
    expect((await auditOf(teamId)).map(e => e.feature)).toEqual(['Team', 'Finance'])
    const text = 'You may change the finance and the payout accounts of this team only'
    for (const [field, value] of [
      ['name', 'Mine'],
      ['active', 'N'],
      ['description', 'Mine'],
      ['domain', 'mine.example'],
      ['parentCompanyId', one.teamId],
      ['address', { ...read.address, city: 'Pune' }],
    ] as const) {
      const refused = await ask('nobody', 'PUT', path, { ...finance, settlement_percentage: 7, [field]: value })
      expect(refused, field).toMatchObject({ status: 403, message: 'Not Authorized', errors: { [field]: text } })
    }
    expect((await ask('nobody', 'GET', path)).data).toEqual(saved.data)
    // All of Finance without view on Team, view on Team without all of Finance, and a viewer.
    const flags = (featureId: number, canDelete: boolean) =>
      ({ featureId, canView: true, canCreate: true, canUpdate: true, canDelete }) as const
    const blind = await roles.create(t.db, one.companyId, 'Blind clerk', [flags(19, true)])
    const view = { featureId: 4, canView: true, canCreate: false, canUpdate: false, canDelete: false }
    const weak = await roles.create(t.db, one.companyId, 'Weak clerk', [flags(19, false), view])
    for (const roleId of [blind, weak, one.roles.Viewer]) {
      await addMember(t.db, { teamId, userId: userIds.nobody, roleId })
      const refused = await ask('nobody', 'PUT', path, { settlement_percentage: 7 })
      expect(refused).toMatchObject({ status: 403, message: 'Not Authorized' })
    }
    await sql`delete from team_member where user_id = ${userIds.nobody}`.execute(t.db)
  })
  test('are kept in the audit log for eight years, without whole account numbers', async () => {
    const { teamId } = await made(finance)
    const entry = (await auditOf(teamId)).find(e => e.feature === 'Finance')
    expect(entry).toMatchObject({
      isMoney: true,
      before: { settlement_percentage: 100, payoutAccounts: [] },
      after: { 'payout_details.payout_rule': 3, payoutAccounts: [expect.objectContaining({ account_no: '…6789' })] },
    })
    expect(JSON.stringify(await auditOf(teamId))).not.toContain('000123456789')
  })
  test('accounts that are not filled in are left out; a team that has some keeps one', async () => {
    const part = account({ phone: '' })
    const { teamId, payoutAccounts } = await made({ payoutAccounts: [part] })
    expect(payoutAccounts).toEqual([])
    const one = { status: 422, message: 'At least one payout account shall be defined' }
    const save = (accounts: object[]) => ask('admin', 'PUT', `team/${teamId}`, teamBody({ payoutAccounts: accounts }))
    // As a team without accounts is read.
    expect(await save([])).toMatchObject({ status: 200, data: { payoutAccounts: [] } })
    expect((await save([account(), part])).data.payoutAccounts).toHaveLength(1)
    for (const none of [[part], []]) expect(await save(none)).toMatchObject(one)
    expect((await ask('admin', 'GET', `team/${teamId}`)).data.payoutAccounts).toHaveLength(1)
  })
  test('settlement percentage and payment details are calls of their own', async () => {
    const { one, gp } = t.world
    const team = await made(finance)
    const percentage = await ask('admin', 'GET', `team/settlementpercentage?teamId=${team.teamId}`)
    expect(percentage.data).toEqual({ settlement_percentage: 80 })
    expect((await ask('admin', 'GET', `team/settlementpercentage?teamId=${gp}`)).status).toBe(404)
    const details = { paymentGatewayId: 1, paymentGateway: 'Razorpay', currency: 'INR', pgChargesBearer: 'EV' }
    expect((await ask('operator', 'GET', `team/${one.teamId}/paymentDetails`)).data).toEqual([
      {
        ...details,
        taxPercent: 18,
        transactionPercent: 2.36,
        transactionPercentByMethod: { upi: 2.36, rupayDebit: 2.36, card: 2.36, wallet: 2.36 },
      },
    ])
    await sql`update team set currency = 'CAD' where id = ${one.companyId}`.execute(t.db)
    expect((await ask('admin', 'GET', `company/${one.companyId}/paymentDetails`)).data).toMatchObject([
      { currency: 'CAD' },
    ])
  })
})
