// Companies through the API: rights first, then the effects of creating, changing and deleting a company, and who is
// affected.
import { dayOf } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as roles from '#people/roles/role.store.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import * as teams from '#people/teams/team.store.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/app.ts'
import type { Company } from './company.contract.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

let n = 0
const good = (more: object = {}) => ({
  name: `Volt ${++n}`,
  domain: `volt-${n}`,
  provider: { name: 'Volt', countryCode: '+91' },
  paymentCurrency: 'INR',
  paymentGatewayId: 1,
  taxPercent: 18,
  transactionPercent: 2.36,
  companyProtocolType: 'ocpp',
  rootUser: `volt.root.${n}`,
  emailId: `root${n}@volt.example`,
  active: 'Y',
  ...more,
})
const account = {
  business_name: 'Volt Private Limited',
  business_type: 'private_limited',
  beneficiary_name: 'Volt',
  email: 'pay@volt.example',
  phone: '9876543210',
  account_no: '1234567890',
  ifsc_code: 'HDFC0001234',
  settlement_percentage: 100,
}
const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, who: Person, payload?: object) => {
  const r = await t.app.inject({ method, url: `/cms/${path}`, headers: await t.as(who), ...(payload && { payload }) })
  return { status: r.statusCode, body: r.json() }
}
const make = async (more: object = {}) => (await ask('POST', 'v1/company', 'root', good(more))).body.data as Company
const signIn = async (username: string) => {
  const payload = { username, password: encodePassword(PASSWORD) }
  return t.app.inject({ method: 'POST', url: '/auth/login', payload })
}
/** Gives a user of a company a password, as the reset page would. */
const withPassword = async (username: string) => {
  const { passwordHash } = await t.db
    .selectFrom('appUser')
    .select('passwordHash')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  await t.db.updateTable('appUser').set({ passwordHash }).where('username', '=', username).execute()
}

describe('rights', () => {
  test('making and deleting need the right on the platform’s own team, not just on one’s own', async () => {
    const own = t.world.one.companyId
    for (const r of [
      await ask('POST', 'v1/company', 'admin', good()),
      await ask('POST', `v1/company?teamId=${own}`, 'admin', good()),
      await ask('DELETE', `v1/company/${own}`, 'admin'),
    ])
      expect([r.status, r.body.message]).toEqual([403, 'Not Authorized'])
    expect((await ask('POST', `v1/company?teamId=${t.world.gp}`, 'admin', good())).status).toBe(404)
  })
  test('each sees the companies of the own scope; another one is not there', async () => {
    const names = async (who: Person, path = 'v2/company') =>
      ((await ask('GET', path, who)).body.data as Company[]).map(c => c.name)
    expect(await names('root')).toEqual(expect.arrayContaining(['Platform', 'One', 'Two']))
    expect(await names('admin')).toEqual(['One'])
    expect(await names('admin', 'v1/company')).toEqual(['One'])
    expect(await names('root', `v1/team/${t.world.two.companyId}/company`)).toEqual(['Two'])
    for (const version of ['v1', 'v2'])
      expect((await ask('GET', `${version}/company/${t.world.one.companyId}`, 'stranger')).status).toBe(404)
    expect((await ask('PUT', `v1/company/${t.world.one.companyId}`, 'stranger', good())).status).toBe(404)
    expect((await ask('DELETE', `v1/company/${t.world.one.companyId}`, 'stranger')).status).toBe(404)
    // A team is no company.
    expect((await ask('GET', `v2/company/${t.world.one.teamId}`, 'root')).status).toBe(404)
  })
  test('an operator changes the own company, but not how long it lasts', async () => {
    const id = t.world.one.companyId
    const r = await ask('PUT', `v1/company/${id}`, 'admin', {
      ...good({ name: 'One renamed', domain: 'one' }),
      active: 'N',
      validUntil: '2020-01-01',
      subscriptionId: 2,
    })
    expect(r).toMatchObject({
      status: 200,
      body: { data: { name: 'One renamed', active: 'Y', validUntil: null, subscriptionId: 1 } },
    })
    await ask('PUT', `v1/company/${id}`, 'admin', good({ name: 'One', domain: 'one' }))
  })
  test('payout accounts only for finance admins, the token only for whoever may change the company', async () => {
    const id = t.world.two.companyId
    const body = good({
      name: 'Two',
      domain: 'two',
      companyProtocolType: 'ocpi',
      token: 'ocpi-secret',
      endpoint: 'https://ocpi.example/2.2',
      partyId: 'TWO',
      payoutAccounts: [account],
    })
    const saved = await ask('PUT', `v1/company/${id}`, 'stranger', body)
    expect(saved.body.data).toMatchObject({ token: 'ocpi-secret', payoutAccounts: [account] })
    await t.db
      .updateTable('roleAccess')
      .set({ canUpdate: false })
      .where('roleId', '=', t.world.two.roles.Admin)
      .where('featureId', 'in', [11, 19])
      .execute()
    const seen = (await ask('GET', `v2/company/${id}`, 'stranger')).body.data
    expect(seen).toMatchObject({ token: null, endpoint: 'https://ocpi.example/2.2' })
    expect(seen).not.toHaveProperty('payoutAccounts')
    await t.db
      .updateTable('roleAccess')
      .set({ canUpdate: true })
      .where('roleId', '=', t.world.two.roles.Admin)
      .where('featureId', '=', 11)
      .execute()
    // Without rights on Finance: accounts in the request are ignored, stored ones stay.
    await ask('PUT', `v1/company/${id}`, 'stranger', { ...body, payoutAccounts: [] })
    const { body: log } = await ask('GET', `v2/company/${id}`, 'root')
    expect(log.data.payoutAccounts).toHaveLength(1)
  })
})

describe('making', () => {
  test('one has a team of the same id, the four roles, an ADMIN, and the mail that leads to a password', async () => {
    const r = await ask(
      'POST',
      'v1/company',
      'root',
      good({ name: 'New Grid', domain: 'New-Grid', rootUser: 'new.root', emailId: 'new@grid.example' }),
    )
    expect(r).toMatchObject({
      status: 201,
      body: { message: 'Company created successfully', data: { name: 'New Grid', active: 'Y', createdBy: 'root' } },
    })
    const { id, companyId } = r.body.data
    expect(companyId).toBe(id)
    const team = await t.db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(team).toMatchObject({ companyType: 'P', parentId: t.world.gp, companyId: id, path: [t.world.gp, id] })
    const roles = await t.db.selectFrom('role').select('name').where('companyId', '=', id).orderBy('name').execute()
    expect(roles.map(x => x.name)).toEqual(['Admin', 'Finance', 'Operator', 'Viewer'])
    const user = await t.db.selectFrom('appUser').selectAll().where('companyId', '=', id).executeTakeFirstOrThrow()
    expect(user).toMatchObject({
      username: 'new.root',
      email: 'new@grid.example',
      userType: 'ADMIN',
      passwordHash: null,
    })
    const mails = await t.db.selectFrom('outbox').selectAll().where('recipient', '=', 'new@grid.example').execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body).toContain('http://portal.test/reset?username=new.root')
    await withPassword('new.root')
    const entered = (await signIn('new.root')).json().data
    expect(entered.user.role).toMatchObject([{ teamId: id, roleName: 'Admin' }])
  })
  test.each([
    ['domain', { domain: 'TAKEN-domain' }, 'Domain already exists'],
    ['rootUser', { rootUser: 'Viewer' }, 'Username already exists'],
  ])('a taken %s is refused and nothing is made', async (field, wrong, text) => {
    if (field === 'domain') await make({ domain: 'taken-domain' })
    const body = good({ name: 'Never', ...wrong })
    const r = await ask('POST', 'v1/company', 'root', body)
    expect([r.status, r.body.message, r.body.errors]).toEqual([409, text, { [field]: text }])
    const left = await t.db.selectFrom('team').select('id').where('name', '=', 'Never').execute()
    expect(left).toEqual([])
    expect(await t.db.selectFrom('outbox').select('outboxId').where('recipient', '=', body.emailId).execute()).toEqual(
      [],
    )
  })
  test('what the body may not say is not kept', async () => {
    const made = await make({ id: 1, companyType: 'GP', createdBy: 'nobody', path: [1], isMoney: false })
    expect(made).toMatchObject({ companyType: 'P', createdBy: 'root' })
    expect(made.id).not.toBe(1)
  })
})

describe('fields', () => {
  const ocpi = { companyProtocolType: 'ocpi' }
  const all = 'Token, Endpoint, and Party ID are required for OCPI'
  test.each<[object, Record<string, string>]>([
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ active: undefined }, { active: 'Status is required' }],
    [{ rootUser: '' }, { rootUser: 'Root User is required' }],
    [{ emailId: '' }, { emailId: 'Email ID is required' }],
    [{ emailId: 'root@' }, { emailId: 'Please enter a valid email' }],
    [{ domain: '' }, { domain: 'Domain is required' }],
    [{ provider: { name: '' } }, { 'provider.name': 'Provider Name is required' }],
    [{ provider: { name: 'V', icon: 'javascript:alert(1)' } }, { 'provider.icon': 'Icon must be an uploaded file' }],
    [{ provider: { name: 'V', countryCode: '91' } }, { 'provider.countryCode': 'Please enter a valid country code' }],
    [{ paymentCurrency: '' }, { paymentCurrency: 'Please select a currency' }],
    [{ paymentCurrency: 'USD' }, { paymentCurrency: 'Please select a currency' }],
    [{ paymentGatewayId: undefined }, { paymentGatewayId: 'Please select a payment gateway' }],
    [{ paymentGatewayId: 99 }, { paymentGatewayId: 'Please select a payment gateway' }],
    [{ companyProtocolType: '' }, { companyProtocolType: 'Protocol is required' }],
    [{ taxPercent: null }, { taxPercent: 'Tax Percent is required' }],
    [{ taxPercent: 'x' }, { taxPercent: 'Tax Percent must be a number' }],
    [{ transactionPercent: 101 }, { transactionPercent: 'Transaction Percent should be 100 or less' }],
    [{ transactionPercent: -1 }, { transactionPercent: 'Transaction Percent should be 0 or more' }],
    [{ validUntil: '2026-02-30' }, { validUntil: 'Please enter a valid date' }],
    [
      { address: { lat: null, lng: null, state: 'Maharastr' } },
      { 'address.state': 'Please enter a valid state, such as Maharashtra or MH' },
    ],
    [
      { address: { lat: 12, lng: null } },
      { 'address.lat': 'Please specify an address, lattitude and longitude cant be empty' },
    ],
    [
      ocpi,
      {
        companyProtocolType: all,
        token: 'Token is required',
        endpoint: 'Endpoint is required',
        partyId: 'Party ID is required',
      },
    ],
    [
      { ...ocpi, token: 'a', endpoint: 'https://a.example' },
      { companyProtocolType: all, partyId: 'Party ID is required' },
    ],
    [
      { ...ocpi, name: '', token: 'a', partyId: 'b' },
      { name: 'Name is required', companyProtocolType: all, endpoint: 'Endpoint is required' },
    ],
  ])('%o is refused', async (wrong, errors) => {
    const { status, body } = await ask('POST', 'v1/company', 'root', good(wrong))
    expect([status, body.errors]).toEqual([422, errors])
    expect(body.message).toBe(Object.values(errors)[0])
  })
  test('a change of one part leaves the others as they are, and does not judge them', async () => {
    const made = await make(good({ ...ocpi, token: 'secret', endpoint: 'https://ocpi.example/2.2', partyId: 'VLT' }))
    const change = (body: object) => ask('PUT', `v1/company/${made.id}`, 'root', body)
    expect((await change({ comments: 'By hand' })).body.data).toEqual({ ...made, comments: 'By hand' })
    expect((await change({ taxPercent: 12 })).body.data).toEqual({ ...made, comments: 'By hand', taxPercent: 12 })
    // The rule for OCPI counts the stored values as well.
    expect(await change({ token: '' })).toMatchObject({
      status: 422,
      body: { errors: { companyProtocolType: all, token: 'Token is required' } },
    })
    expect(await change({ companyProtocolType: 'ocpp', token: '' })).toMatchObject({ status: 200 })
    expect(await change({ companyProtocolType: 'ocpi' })).toMatchObject({ status: 422 })
    expect(await change({ companyProtocolType: 'ocpi', token: 'new' })).toMatchObject({
      status: 200,
      body: { data: { companyProtocolType: 'ocpi', token: 'new', endpoint: 'https://ocpi.example/2.2' } },
    })
    expect(await change({ name: ' ' })).toMatchObject({ status: 422, body: { errors: { name: 'Name is required' } } })
    // A gateway that is offered no longer is none of another part's business.
    await sql`update company set payment_gateway_id = 99 where company_id = ${made.id}`.execute(t.db)
    expect((await change({ comments: 'Again' })).status).toBe(200)
  })
  test('every field comes back as it was sent; what a change does not name stays', async () => {
    const whole = good({
      subscriptionId: 2,
      provider: {
        name: 'Volt',
        icon: '/brands/amberline-small.svg',
        greyIcon: '/providers/citycharge-grey.svg',
        greenIcon: null,
        redIcon: null,
        countryCode: '+1',
      },
      paymentConfirmationNo: 'upi',
      paymentCurrency: 'CAD',
      paymentGatewayDetailsId: 'acc_1',
      taxPercent: 5.25,
      transactionPercent: 0,
      companyProtocolType: 'ocpi',
      token: 'secret',
      endpoint: 'https://ocpi.example/2.2',
      partyId: 'VLT',
      comments: '<b>kept as text</b>',
      validUntil: '2099-12-31',
      address: {
        street: '1 Test Road',
        houseNumber: '2',
        zipCode: '560001',
        city: 'Bengaluru',
        state: 'Karnataka',
        country: 'IN',
        lat: 12.9716,
        lng: 77.5946,
      },
      payoutAccounts: [account],
    })
    const made = await make(whole)
    expect(made).toMatchObject(whole)
    const { provider: _, ...row } = made
    const { name, domain, rootUser, emailId, ...rest } = good()
    const r = await ask('PUT', `v1/company/${made.id}`, 'root', {
      ...rest,
      name,
      domain: made.domain,
      rootUser,
      emailId,
    })
    expect(r.body).toMatchObject({
      message: 'Company updated successfully. Not changed: Root User',
      ignored: ['rootUser'],
      data: {
        name,
        rootUser: made.rootUser,
        emailId,
        comments: row.comments,
        validUntil: row.validUntil,
        subscriptionId: 2,
        paymentConfirmationNo: 'upi',
        address: row.address,
        token: row.token,
        payoutAccounts: row.payoutAccounts,
      },
    })
  })
})

test('a change says what it left out: fields of the platform, and the accounts of a company without finance rights', async () => {
  const { companyId, roles: own } = t.world.one
  const clerk = await roles.create(t.db, companyId, 'Company clerk', [
    { featureId: 11, canView: true, canCreate: true, canUpdate: true, canDelete: true },
  ])
  await teams.addMember(t.db, { teamId: companyId, userId: t.world.userIds.nobody, roleId: clerk })
  const change = (who: 'admin' | 'nobody', body: object) => ask('PUT', `v1/company/${companyId}`, who, body)
  const sent = { subscriptionId: 2, active: 'N', validUntil: '2031-01-01', comments: 'Seen', payoutAccounts: [account] }
  const clerks = await change('nobody', sent)
  expect([clerks.status, clerks.body.ignored]).toEqual([
    200,
    ['subscriptionId', 'active', 'validUntil', 'payoutAccounts'],
  ])
  expect(clerks.body.message).toBe(
    'Company updated successfully. Not changed: Subscription, Status, Valid Until, Payout Accounts',
  )
  // Fields that are sent with their stored values are not reported as ignored.
  const same = await change('admin', { active: 'Y', validUntil: null, subscriptionId: 1, comments: 'Again' })
  expect([same.body.ignored, same.body.message]).toEqual([[], 'Company updated successfully'])
  await teams.addMember(t.db, { teamId: companyId, userId: t.world.userIds.nobody, roleId: own.Viewer })
  await t.db.deleteFrom('teamMember').where('userId', '=', t.world.userIds.nobody).execute()
})

test('an inactive company, or one past its last day, shuts its users out at once, and lets them in again', async () => {
  const company = await make()
  await withPassword(company.rootUser)
  const enter = async () => {
    const r = await signIn(company.rootUser)
    return { status: r.statusCode, message: r.json().message, token: r.json().data?.access_token as string }
  }
  const profile = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await t.app.inject({ url: '/cms/v1/profile', headers })).statusCode
  }
  const heard: number[] = []
  const off = t.services.bus.onEvent(({ event }) => {
    if (event.type === 'access') heard.push(event.userId)
  })
  const { id: userId } = await t.db
    .selectFrom('appUser')
    .select('id')
    .where('companyId', '=', company.id)
    .executeTakeFirstOrThrow()
  const body = (more: object) =>
    good({ name: company.name, domain: company.domain, rootUser: company.rootUser, ...more })
  for (const closed of [{ active: 'N' }, { validUntil: '2020-01-01' }]) {
    const { token } = await enter()
    expect(await profile(token)).toBe(200)
    await ask('PUT', `v1/company/${company.id}`, 'root', body(closed))
    expect(heard).toContain(userId)
    expect(await profile(token)).toBe(401)
    expect(await enter()).toMatchObject({
      status: 403,
      message: 'Your account is inactive. Please contact support.',
    })
    await ask('PUT', `v1/company/${company.id}`, 'root', body({ validUntil: null }))
    expect((await enter()).status).toBe(200)
    heard.length = 0
  }
  await ask('PUT', `v1/company/${company.id}`, 'root', body({ validUntil: null, comments: 'nothing else' }))
  expect(heard).toEqual([])
  off()
})

test('the platform’s own company is neither switched off nor deleted', async () => {
  const { gp } = t.world
  for (const closed of [{ active: 'N' }, { validUntil: '2020-01-01' }]) {
    const r = await ask('PUT', `v1/company/${gp}`, 'root', good({ name: 'Platform', ...closed }))
    expect([r.status, r.body.message]).toEqual([409, 'The platform company cannot be switched off'])
  }
  const r = await ask('DELETE', `v1/company/${gp}`, 'root')
  expect([r.status, r.body.message]).toEqual([409, 'The platform company cannot be deleted'])
  expect((await signIn('root')).statusCode).toBe(200)
})

test('a new company takes no surcharge on UPI and RuPay debit cards from its day on; companies of before keep theirs', async () => {
  const company = await make()
  const settings = `select name, value, since::text from tax_setting where company_id =`
  const { rows } = await sql`${sql.raw(settings)} ${company.id} order by name`.execute(t.db)
  const since = dayOf(t.services.now(), t.services.timeZone)
  expect(rows).toEqual([
    { name: 'surchargeRupayDebit', value: 0, since },
    { name: 'surchargeUpi', value: 0, since },
  ])
  expect((await sql`${sql.raw(settings)} ${t.world.one.companyId}`.execute(t.db)).rows).toEqual([])
  const { rows: told } = await sql`select record_id, after from audit_entry where team_id = ${company.id}
    and record_id like 'tax-setting-%' order by record_id`.execute(t.db)
  expect(told).toEqual([
    { recordId: 'tax-setting-surchargeRupayDebit', after: { since, value: 0 } },
    { recordId: 'tax-setting-surchargeUpi', after: { since, value: 0 } },
  ])
})

describe('deleting', () => {
  test('one with nothing but its own team goes with users and roles, and is told in the audit log', async () => {
    const company = await make()
    await sql`insert into irp_account (company_id, gstin, client_id, user_name, client_secret, password, changed_at)
      values (${company.id}, '29AABCU9603R1ZJ', 'c', 'u', 's', 'p', now())`.execute(t.db)
    await withPassword(company.rootUser)
    const token = (await signIn(company.rootUser)).json().data.access_token
    const r = await ask('DELETE', `v1/company/${company.id}`, 'root')
    expect([r.status, r.body.message]).toEqual([200, 'Company deleted successfully'])
    expect((await ask('GET', `v2/company/${company.id}`, 'root')).status).toBe(404)
    expect((await signIn(company.rootUser)).statusCode).toBe(401)
    const headers = { authorization: `Bearer ${token}` }
    expect((await t.app.inject({ url: '/cms/v1/profile', headers })).statusCode).toBe(401)
    const entries = await t.db
      .selectFrom('auditEntry')
      .select(['action', 'before', 'isMoney'])
      .where('feature', '=', 'Company')
      .where('recordId', '=', String(company.id))
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { action: 'create' },
      { action: 'delete', before: { name: company.name }, isMoney: true },
    ])
  })
  test('one with teams beyond its own, or with records, is in use', async () => {
    const two = await ask('DELETE', `v1/company/${t.world.two.companyId}`, 'root')
    expect([two.status, two.body.message]).toEqual([
      409,
      'Company has teams (Two North, Two South) and cannot be deleted',
    ])
    const company = await make()
    await t.db
      .insertInto('driver')
      .values({ companyId: company.id, teamId: company.id, firstName: 'D', email: null, phone: null })
      .execute()
    const used = await ask('DELETE', `v1/company/${company.id}`, 'root')
    expect([used.status, used.body.message]).toEqual([
      409,
      'Company is in use and cannot be deleted, it still has EV drivers (D)',
    ])
    await withPassword(company.rootUser)
    expect((await signIn(company.rootUser)).statusCode).toBe(200)
  })
})

test('teams without a finance of their own take the company’s percents, the others keep theirs', async () => {
  const { companyId, teamId, siblingId } = t.world.one
  await t.db.updateTable('team').set({ finance: '{}', taxPpm: 50_000 }).where('id', '=', siblingId).execute()
  const ppm = async () =>
    (
      await t.db
        .selectFrom('team')
        .select(['id', 'taxPpm', 'transactionPpm'])
        .where('id', 'in', [companyId, teamId, siblingId])
        .orderBy('id')
        .execute()
    ).map(r => [r.id, r.taxPpm, r.transactionPpm])
  await ask(
    'PUT',
    `v1/company/${companyId}`,
    'admin',
    good({ domain: 'one', taxPercent: 12.5, transactionPercent: 1.99 }),
  )
  expect(await ppm()).toEqual([
    [companyId, 125_000, 19_900],
    [teamId, 125_000, 19_900],
    [siblingId, 50_000, 23_600],
  ])
})

describe('displays of charge points', () => {
  const WRONG = 'Running Cost Every should be 0, or 10 to 3600 seconds'
  test('are off in a new company; the price and the interval are set, audited, and stay when a change does not name them', async () => {
    const { id } = await make()
    const put = (body: object, who: Person = 'root') => ask('PUT', `v1/company/${id}`, who, body)
    const read = async () => (await ask('GET', `v2/company/${id}`, 'root')).body.data as Company
    expect(await read()).toMatchObject({ runningCostSec: 0, showsTariff: 'N' })
    expect((await put({ runningCostSec: 30, showsTariff: 'Y' }, 'stranger')).status).toBe(404)
    expect((await put({ runningCostSec: 30, showsTariff: 'Y' })).status).toBe(200)
    expect((await put({ taxPercent: 12 })).status).toBe(200)
    expect(await read()).toMatchObject({ runningCostSec: 30, showsTariff: 'Y' })
    const { rows } = await sql`select before -> 'runningCostSec' as before, after -> 'runningCostSec' as after,
      after -> 'showsTariff' as shows from audit_entry where feature = 'Company' and record_id = ${String(id)}
      and action = 'update' and after ? 'runningCostSec'`.execute(t.db)
    expect(rows).toEqual([{ before: 0, after: 30, shows: true }])
  })
  test.each([[9], [3601], [-1], [10.5], ['30'], [null]])('%j seconds are refused', async runningCostSec => {
    const r = await ask('PUT', `v1/company/${t.world.one.companyId}`, 'root', { runningCostSec })
    expect([r.status, r.body.errors]).toEqual([422, { runningCostSec: WRONG }])
  })
})

test('the history of a company tells who changed what, and never the token', async () => {
  const company = await make({
    companyProtocolType: 'ocpi',
    token: 'first-secret',
    endpoint: 'https://a.example',
    partyId: 'A',
  })
  const body = good({ name: company.name, domain: company.domain })
  await ask('PUT', `v1/company/${company.id}`, 'root', {
    ...body,
    companyProtocolType: 'ocpi',
    token: 'second-secret',
    endpoint: 'https://a.example',
    partyId: 'A',
    taxPercent: 5,
  })
  const { body: log } = await ask('GET', `v1/audit/Company/${company.id}`, 'root')
  expect(log.data[0]).toMatchObject({
    action: 'update',
    username: 'root',
    before: { taxPpm: 180_000 },
    after: { taxPpm: 50_000 },
  })
  expect(JSON.stringify(log)).not.toContain('-secret')
})

describe('words of the menu', () => {
  const put = async (id: number, menuWords: unknown, who: Person = 'root') =>
    ask('PUT', `v1/company/${id}`, who, { menuWords })
  test('are kept without empty ones, told to the users of the company, and audited', async () => {
    const { id, menuWords } = await make()
    expect(menuWords).toEqual({ menu: {}, headings: {} })
    const own = { menu: { ChargerPoint: ' Stations ', Tag: '' }, headings: { ChargerPoint: 'All stations', Tag: null } }
    const { status, body } = await put(id, own)
    expect([status, body.data.menuWords]).toEqual([
      200,
      { menu: { ChargerPoint: 'Stations' }, headings: { ChargerPoint: 'All stations' } },
    ])
    expect((await ask('PUT', `v1/company/${id}`, 'root', { comments: 'x' })).body.data.menuWords.menu).toEqual({
      ChargerPoint: 'Stations',
    })
    const { rows } = await sql<{ after: { menuWords?: unknown } }>`select after from audit_entry
      where feature = 'Company' and record_id = ${String(id)} and action = 'update' order by id limit 1`.execute(t.db)
    expect(rows[0]?.after.menuWords).toEqual(body.data.menuWords)
  })
  test.each([
    ['too long', { menu: { Tag: 'x'.repeat(25) }, headings: {} }],
    ['a heading too long', { menu: {}, headings: { Tag: 'x'.repeat(41) } }],
    ['markup', { menu: { Tag: '<b>Cards</b>' }, headings: {} }],
    ['called like another word', { menu: { Tag: 'report' }, headings: {} }],
    ['called like a group', { menu: { Customers: 'Drivers' }, headings: {} }],
    ['two that are called alike', { menu: { Tag: 'Cards', Vehicle: 'cards' }, headings: {} }],
    ['a word that is none of the menu', { menu: { Wallet: 'Purse' }, headings: {} }],
    ...(
      [
        ['a sign without width', 'Ta\u200bg'],
        ['a joiner between letters that need none', 'Ta\u200dg'],
        ['a sign that turns the direction', '\u202egaT'],
        ['an isolate of a direction', '\u2066Tags\u2069'],
        ['a soft hyphen', 'Ta\u00adgs'],
        ['a mark of the order of bytes', 'Ta\ufeffgs'],
        ['a filler', 'Ta\u3164gs'],
        ['a control character', 'Ta\u0007gs'],
        ['a tab', 'Ta\tgs'],
      ] as const
    ).map(([what, name]): [string, object] => [what, { menu: { Tag: name }, headings: {} }]),
    ['a heading with a sign that turns the direction', { menu: {}, headings: { Tag: 'Cards\u202e' } }],
    ['no text', { menu: { Tag: 5 }, headings: {} }],
    ['no object', 'Cards'],
  ])('%s is refused, and nothing is written', async (_, menuWords) => {
    const { id } = await make()
    const { status, body } = await put(id, menuWords)
    expect([status, Object.keys(body.errors)[0]]).toEqual([422, expect.stringMatching(/^menuWords/)])
    expect((await ask('GET', `v2/company/${id}`, 'root')).body.data.menuWords).toEqual({ menu: {}, headings: {} })
  })
  test('the field of a sign that nobody sees says what is wrong; joiners that Hindi needs are taken', async () => {
    const { id } = await make()
    expect((await put(id, { menu: { Tag: 'Ta\u200bg' }, headings: { Tag: 'A\u202e' } })).body.errors).toEqual({
      'menuWords.menu.Tag':
        'Menu word has a sign that nobody sees, such as one without width or one that turns the direction. Please type it anew.',
      'menuWords.headings.Tag':
        'Heading has a sign that nobody sees, such as one without width or one that turns the direction. Please type it anew.',
    })
    const menu = { Tag: 'र्\u200dकार्ड', Customers: 'Zoë’s e-drivers' }
    expect((await put(id, { menu, headings: {} })).body.data.menuWords.menu).toEqual(menu)
  })
  test('two words may change their names with each other; whoever may not change the company changes no word', async () => {
    const { id } = await make()
    expect((await put(id, { menu: { Tag: 'Report', Report: 'Tag' }, headings: {} })).status).toBe(200)
    expect([403, 404]).toContain((await put(id, { menu: {}, headings: {} }, 'viewer')).status)
    expect([403, 404]).toContain((await put(id, { menu: {}, headings: {} }, 'stranger')).status)
  })
})
