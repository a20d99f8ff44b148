// Two people at one record (D-GEN-17), over every record that is edited: a change that knows an older state is refused
// by name and time with the present state beside it, and overwrites nothing; only one of two simultaneous changes
// passes; fields that the product itself writes do not change the record's tag.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTransactions } from '#desk/transactions/test-transactions.ts'
import { create as createCharger } from '#fleet/chargers/charger-write.store.ts'
import { teamBody } from '#people/teams/test-team.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'

let t: TestApp
let headers: Record<'admin' | 'root' | 'viewer', { authorization: string }>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Data = Record<string, unknown>
const ask = async (
  who: 'admin' | 'root' | 'viewer',
  method: Method,
  path: string,
  payload?: object,
  ifMatch?: string,
) => {
  const r = await t.app.inject({
    method,
    url: path.startsWith('/') ? path : `/cms/v1/${path}`,
    headers: { ...headers[who], ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
    ...(payload && { payload }),
  })
  return { ...r.json(), status: r.statusCode, etag: r.headers.etag as string | undefined }
}

/**
 * A record as these tests edit it: its paths for reading and changing, a body for a value, and the place of that value.
 */
type Edited = {
  read: () => string
  change: () => [Method, string]
  body: (value: string, data: Data) => object
  value: (data: Data) => unknown
  values: [string, string, string]
  remove?: () => [Method, string]
}
const ids = { role: 0, user: 0, team: 0, company: 0, ticket: 0, transaction: 0, charger: 0 }
const named = (field: string): Pick<Edited, 'value' | 'values'> => ({
  value: d => d[field],
  values: ['First', 'Second', 'Third'],
})
const of = (data: Data, ...fields: string[]) => Object.fromEntries(fields.map(f => [f, data[f]]))
const RECORDS: Record<string, Edited> = {
  role: {
    read: () => `role/${ids.role}`,
    change: () => ['PUT', `role/${ids.role}`],
    body: (roleName, d) => ({ roleName, access: d.access }),
    ...named('roleName'),
    remove: () => ['DELETE', `role/${ids.role}`],
  },
  'role by its body': {
    read: () => `role/${ids.role}`,
    change: () => ['PUT', 'roles'],
    body: (roleName, d) => ({ roleId: ids.role, roleName, access: d.access }),
    ...named('roleName'),
  },
  user: {
    read: () => `user/${ids.user}`,
    change: () => ['PUT', `user/${ids.user}`],
    body: (firstName, d) => ({ ...of(d, 'username', 'lastName', 'email'), phone: d.phone ?? '', firstName }),
    ...named('firstName'),
    remove: () => ['DELETE', `user/${ids.user}`],
  },
  team: {
    read: () => `team/${ids.team}`,
    change: () => ['PUT', `team/${ids.team}`],
    body: description => teamBody({ description }),
    ...named('description'),
    remove: () => ['DELETE', `team/${ids.team}`],
  },
  company: {
    read: () => `/cms/v2/company/${ids.company}`,
    change: () => ['PUT', `company/${ids.company}`],
    body: (comments, d) => ({ ...d, address: undefined, comments, payoutAccounts: undefined }),
    ...named('comments'),
    remove: () => ['DELETE', `company/${ids.company}`],
  },
  'service request': {
    read: () => `support/${ids.ticket}`,
    change: () => ['PUT', `support/${ids.ticket}`],
    body: (description, d) => ({ ...of(d, 'email', 'phone', 'issueType'), description }),
    ...named('description'),
  },
  'service request by POST': {
    read: () => `support/${ids.ticket}`,
    change: () => ['POST', 'support'],
    body: (description, d) => ({ ...of(d, 'email', 'phone', 'issueType'), description, ticketId: ids.ticket }),
    ...named('description'),
  },
  'payout status': {
    read: () => `team/${t.world.one.companyId}/transaction/${ids.transaction}`,
    change: () => ['PATCH', `team/${t.world.one.companyId}/transaction/${ids.transaction}/status`],
    body: notes => ({ status: 'PAYOUTPENDING', notes }),
    ...named('notes'),
  },
  maintenance: {
    read: () => `team/${t.world.one.teamId}/charging-status/AC-1`,
    change: () => ['PUT', `team/${t.world.one.teamId}/charging-status/AC-1/status`],
    body: reason => ({ status: 'maintenance', reason }),
    ...named('maintenanceReason'),
  },
}

beforeAll(async () => {
  t = await startApp()
  const as = async (who: Person) => ({ ...(await t.as(who)) })
  headers = { admin: await as('admin'), root: await as('root'), viewer: await as('viewer') }
  const { one } = t.world
  await addTransactions(t.db, t.world, 60)
  const { rows } = await sql<{ id: number }>`select transaction_id as id from transaction
    where company_id = ${one.companyId} and status is null and stopped_at is not null order by 1 limit 1`.execute(t.db)
  const made = async (path: string, body: object) => (await ask('root', 'POST', path, body)).data as Data
  const access = [{ featureName: 'Tag', view: 'Y', create: 'N', update: 'N', delete: 'N' }]
  const at = `?teamId=${one.companyId}`
  ids.role = (await made(`roles${at}`, { roleName: 'Desk', access })).roleId as number
  const user = { username: 'edited', firstName: 'E', lastName: 'D', email: 'edited@example.com', phone: '' }
  ids.user = (await made(`user${at}`, user)).userId as number
  ids.team = (await made(`team${at}`, teamBody({ name: 'Edited' }))).teamId as number
  ids.company = (
    await made('company', {
      name: 'Edited',
      domain: 'edited',
      provider: { name: 'Edited' },
      companyProtocolType: 'ocpp',
      active: 'Y',
      token: null,
      endpoint: null,
      partyId: null,
      rootUser: 'edited-root',
      emailId: 'root@example.com',
      paymentCurrency: 'INR',
      paymentGatewayId: 1,
      taxPercent: 18,
      transactionPercent: 2,
    })
  ).id as number
  const ticket = { email: 'a@example.com', phone: '08023456', issueType: 'Others', description: 'Zero' }
  ids.ticket = (await made(`support${at}`, ticket)).ticket_id as number
  ids.transaction = rows[0]?.id ?? 0
  ids.charger = await createCharger(t.db, {
    teamId: one.teamId,
    chargepointId: 'EDITED-1',
    chargepointName: 'Edited',
    connectors: [{ connectorId: 1 }],
  })
})
afterAll(() => t.close())

describe.each(Object.entries(RECORDS))('%s', (name, { read, change, body, value, values }) => {
  // Only the platform reads a record of another company: there both people are the platform's.
  const other = name === 'company' ? 'root' : 'admin'
  const now = async () => {
    const r = await ask('root', 'GET', read())
    expect([r.status, r.etag], r.message).toEqual([200, expect.stringMatching(/^"[\w-]{27}"$/)])
    return r as typeof r & { etag: string; data: Data }
  }
  const send = (who: 'admin' | 'root', text: string, data: Data, ifMatch?: string) => {
    const [method, path] = change()
    return ask(who, method, path, body(text, data), ifMatch)
  }
  test('whoever knows the present state changes it, and is given its new tag', async () => {
    const { etag, data } = await now()
    const r = await send('root', values[0], data, etag)
    expect([r.status, value((await now()).data)], r.message).toEqual([200, values[0]])
    expect(r.etag).not.toBe(etag)
    expect(r.etag).toBe((await now()).etag)
    if (name === 'maintenance') await ask('root', 'PUT', change()[1], { status: 'online' })
  })
  test('whoever knows an older one is told by whom and when it was changed, and what it is now; nothing is overwritten', async () => {
    const { etag, data } = await now()
    expect((await send(other, values[1], data)).status).toBe(200)
    const changed = await now()
    const r = await send('root', values[2], data, etag)
    const by = name === 'company' ? 'root' : 'admin'
    expect([r.status, r.success]).toEqual([409, false])
    expect(r.message).toMatch(new RegExp(`^This record was changed by ${by} [1-9]\\d* seconds? ago$`))
    expect(r.changed).toEqual({ by, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
    expect(value(r.data)).toBe(values[1])
    expect(r.etag).toBe(changed.etag)
    expect(value((await now()).data)).toBe(values[1])
    // A change with the tag of that answer passes.
    if (name === 'maintenance') return
    const { status } = await send('root', values[2], r.data, r.etag)
    expect([status, value((await now()).data)]).toEqual([200, values[2]])
  })
  test('without If-Match, with *, a weakened tag or one of several a change is served; with no tag at all in it, it is not', async () => {
    if (name === 'maintenance') await ask('root', 'PUT', change()[1], { status: 'online' })
    const { data } = await now()
    for (const [text, ifMatch, wanted] of [
      [values[0], undefined, 200],
      [values[1], '*', 200],
      [values[2], 'weak', 200],
      [values[0], 'several', 200],
      [values[1], 'null', 422],
      [values[1], '"', 422],
      [values[1], '', 422],
      [values[1], '"another"', 409],
      [values[1], 'W/"another", "third"', 409],
    ] as const) {
      const { etag, data: before } = await now()
      const header = ifMatch === 'weak' ? `W/${etag}` : ifMatch === 'several' ? `"x", ${etag}` : ifMatch
      const r = await send('root', text, data, header)
      expect([ifMatch, r.status], r.message).toEqual([ifMatch, wanted])
      if (wanted === 422) expect(r.errors).toHaveProperty('If-Match')
      const after = (await now()).data
      expect(value(after)).toBe(wanted === 200 ? text : value(before))
      if (name === 'maintenance' && wanted === 200) await ask('root', 'PUT', change()[1], { status: 'online' })
    }
  })
  test('of two at once with the same tag exactly one passes, and its value stands', async () => {
    if (name === 'maintenance') await ask('root', 'PUT', change()[1], { status: 'online' })
    for (let round = 0; round < 3; round++) {
      const { etag, data } = await now()
      const texts = [`A${round}`, `B${round}`]
      const both = await Promise.all(texts.map((text, i) => send(i === 0 ? other : 'root', text, data, etag)))
      expect(both.map(r => r.status).sort()).toEqual([200, 409])
      expect(value((await now()).data)).toBe(texts[both.findIndex(r => r.status === 200)])
      if (name === 'maintenance') await ask('root', 'PUT', change()[1], { status: 'online' })
    }
  })
})

test('a renamed role does not lose the right that a colleague has just granted', async () => {
  const path = `role/${ids.role}`
  const { etag, data } = await ask('admin', 'GET', path)
  const granted = data.access.map((e: { featureName: string }) =>
    e.featureName === 'Tag' ? { ...e, view: 'Y', create: 'Y' } : e,
  )
  await ask('root', 'PUT', path, { roleName: data.roleName, access: granted })
  const r = await ask('admin', 'PUT', path, { roleName: 'Renamed', access: data.access }, etag)
  expect([r.status, r.message]).toEqual([409, expect.stringMatching(/^This record was changed by root /)])
  const tagOf = (d: { access: { featureName: string; create: string }[] }) =>
    d.access.find(e => e.featureName === 'Tag')?.create
  expect(tagOf(r.data)).toBe('Y')
  const now = await ask('admin', 'GET', path)
  expect([now.data.roleName, tagOf(now.data)]).toEqual([data.roleName, 'Y'])
})

test('one’s own profile, changed by an administrator meanwhile, is not overwritten', async () => {
  const { etag, data } = await ask('viewer', 'GET', 'profile')
  const userId = t.world.userIds.viewer
  const user = { username: 'viewer', firstName: 'Seen', lastName: 'Test', email: 'viewer@example.com', phone: '' }
  expect((await ask('admin', 'PUT', `user/${userId}`, user)).status).toBe(200)
  const body = { ...of(data, 'firstName', 'lastName', 'email', 'language', 'address'), phone: '9876543210' }
  const late = await ask('viewer', 'PUT', 'user', body, etag)
  expect([late.status, late.data.firstName]).toEqual([409, 'Seen'])
  expect(late.message).toMatch(/^This record was changed by admin /)
  const saved = await ask('viewer', 'PUT', 'user', { ...body, firstName: 'Seen' }, late.etag)
  expect([saved.status, saved.data.phone, saved.etag]).toEqual([200, '9876543210', expect.any(String)])
  expect((await ask('viewer', 'GET', 'profile')).etag).toBe(saved.etag)
})

test('a company’s own team is one record on two screens: changed on one, the other is told', async () => {
  const { companyId } = t.world.one
  const { etag, data } = await ask('root', 'GET', `team/${companyId}`)
  const company = (await ask('root', 'GET', `/cms/v2/company/${companyId}`)).data
  const body = {
    ...company,
    address: undefined,
    name: 'One Renamed',
    domain: 'one',
    provider: { name: 'One' },
    emailId: 'one@example.com',
    rootUser: 'one',
  }
  expect((await ask('admin', 'PUT', `company/${companyId}`, body)).status).toBe(200)
  const r = await ask('root', 'PUT', `team/${companyId}`, teamBody({ name: data.name }), etag)
  expect([r.status, r.data.name]).toEqual([409, 'One Renamed'])
  expect(r.message).toMatch(/^This record was changed by admin /)
})

test('members come and go without the team being another', async () => {
  const path = `team/${t.world.one.siblingId}`
  const { etag } = await ask('root', 'GET', path)
  const body = { users: [t.world.userIds.nobody], roleId: t.world.one.roles.Viewer }
  expect((await ask('admin', 'POST', `${path}/users`, body)).status).toBe(200)
  expect((await ask('root', 'GET', path)).etag).toBe(etag)
  await ask('admin', 'DELETE', `${path}/user/${t.world.userIds.nobody}`)
})

describe('what the product itself writes', () => {
  test('a charger that connects, boots and reports is the same record; a new name is not', async () => {
    const path = `team/${t.world.one.teamId}/charger/${t.world.chargers.dc.pk}`
    const before = await ask('admin', 'GET', path)
    const { ws } = await t.listen()
    const c = await TestCharger.open(ws, 'DC-1')
    await c.boot()
    await c.call('StatusNotification', { connectorId: 1, status: 'Preparing', errorCode: 'NoError' })
    await c.call('StatusNotification', { connectorId: 7, status: 'Available', errorCode: 'NoError' })
    await c.call('Heartbeat', {})
    const live = await ask('admin', 'GET', path)
    expect(live.data.connection.socketOpen).toBe(true)
    expect(live.data).not.toEqual(before.data)
    expect(live.etag).toBe(before.etag)
    await c.close()
    await sql`update charger set chargepoint_name = 'Other' where chargepoint_id = 'DC-1'`.execute(t.db)
    expect((await ask('admin', 'GET', path)).etag).not.toBe(before.etag)
  })
  test('a session that goes on is the same record', async () => {
    const { rows } = await sql<{ id: number; teamId: number }>`select transaction_id as id, team_id from transaction
      join transaction_live using (transaction_id) where company_id = ${t.world.one.companyId} limit 1`.execute(t.db)
    const path = `team/${t.world.one.companyId}/transaction/${rows[0]?.id}`
    const before = await ask('admin', 'GET', path)
    await sql`update transaction_live set current_wh = current_wh + 500 where transaction_id = ${rows[0]?.id}`.execute(
      t.db,
    )
    const after = await ask('admin', 'GET', path)
    expect(after.data.kw_consumed).toBeGreaterThan(before.data.kw_consumed)
    expect(after.etag).toBe(before.etag)
  })
  test('what nobody is known to have changed is refused all the same', async () => {
    const path = `role/${ids.role}`
    const { etag, data } = await ask('admin', 'GET', path)
    await sql`update role set name = 'By hand' where id = ${ids.role}`.execute(t.db)
    await sql`alter table audit_entry disable trigger all`.execute(t.db)
    await sql`delete from audit_entry where feature = 'Role' and record_id = ${String(ids.role)}`.execute(t.db)
    await sql`alter table audit_entry enable trigger all`.execute(t.db)
    const r = await ask('admin', 'PUT', path, { roleName: 'Late', access: data.access }, etag)
    expect([r.status, r.changed, r.data.roleName]).toEqual([409, null, 'By hand'])
    expect(r.message).toMatch(/^This record was changed by /)
  })
})

describe('deleting', () => {
  const removals: Record<string, () => [Method, string, string]> = {
    role: () => ['DELETE', `role/${ids.role}`, `role/${ids.role}`],
    user: () => ['DELETE', `user/${ids.user}`, `user/${ids.user}`],
    team: () => ['DELETE', `team/${ids.team}`, `team/${ids.team}`],
    company: () => ['DELETE', `company/${ids.company}`, `/cms/v2/company/${ids.company}`],
    charger: () => {
      const path = `team/${t.world.one.teamId}/charger/EDITED-1`
      return ['DELETE', path, path]
    },
  }
  test.each(Object.entries(removals))(
    'a %s that is another by now stays; known as it is, it goes',
    async (_name, of) => {
      const [method, path, read] = of()
      const { etag } = await ask('root', 'GET', read)
      const late = await ask('root', method, path, undefined, '"older"')
      expect([late.status, late.etag], late.message).toEqual([409, etag])
      expect((await ask('root', 'GET', read)).etag).toBe(etag)
      const gone = await ask('root', method, path, undefined, etag)
      expect([gone.status, gone.etag]).toEqual([200, undefined])
      expect((await ask('root', 'GET', read)).status).toBe(404)
    },
  )
  test('what is not there is 404, whatever tag is sent', async () => {
    expect((await ask('root', 'DELETE', 'role/999999', undefined, '"x"')).status).toBe(404)
    expect((await ask('root', 'DELETE', 'role/999999', undefined, '*')).status).toBe(404)
  })
})

/** Changes that are of no one record, or of a record without tags, each with the reason. */
const WITHOUT: Record<string, string> = {
  'PUT /cms/v1/profile/second-factor/{factorId}': 'is the caller’s own, of which only the name changes',
  'DELETE /cms/v1/profile/second-factor/{factorId}': 'is the caller’s own',
  'DELETE /cms/v1/settings-exceptions/{exceptionId}': 'an exception is made and taken back, never changed',
  'PUT /cms/v1/alert-choices': 'is the caller’s own choice',
  'DELETE /cms/v1/push-browsers/{id}': 'a browser of the caller’s own takes messages or does not',
  'PUT /cms/v1/team/{teamId}/views/{id}':
    'a view is changed by its keeper alone, and shown to be changed where it differs',
  'DELETE /cms/v1/team/{teamId}/views/{id}': 'a view is deleted by its keeper alone',
  'PUT /cms/v1/team/{teamId}/views/default': 'is the caller’s own choice',
  'POST /cms/v1/team/{teamId}/users': 'members are no part of the team’s record',
  'DELETE /cms/v1/team/{teamId}/user/{userId}': 'members are no part of the team’s record',
  'DELETE /cms/v1/remote/operation/charger/{chargerId}/task/{taskId}/customer-information':
    'a text is as it came, and is there or gone',
  'DELETE /cms/v1/team/{teamId}/charger/{id}/file/{fileId}': 'a file is as it came, and is there or gone',
  'PUT /cms/v1/team/{teamId}/charger/{id}/local-list': 'is one switch, and what it asks for is what it says',
  'PUT /cms/v1/team/{teamId}/charger/{id}/register-unit': 'is one switch, no part of the record that people edit',
  'PUT /cms/v1/team/{teamId}/tax/e-invoice-accounts':
    'credentials of a GST number are typed whole and tried at the portal before they are kept',
  'DELETE /cms/v1/team/{teamId}/tax/e-invoice-accounts/{gstin}': 'credentials of a GST number are there or gone',
  'DELETE /cms/v1/customer/{id}/tags/{tagId}': 'a tag is no part of the driver’s record, and is taken away or gone',
  'DELETE /cms/v1/tag/{id}/chargers/{chargerId}': 'an attached charger is no part of the tag’s record',
  'DELETE /cms/v1/root/customer/personal-tags/{tagId}': 'a tag of a customer is there or gone',
  'DELETE /cms/v1/root/customer/upi-ids/{upiId}': 'a UPI id of a customer is there or gone',
  'PATCH /cms/v1/team/{teamId}/transactions/review/{id}':
    'is decided once: a second decision is told so, and what is billed is compared with what was shown',
}
test('every PUT, PATCH and DELETE is of a record that carries a tag, and the record can be read with it', () => {
  const changing = t.app.endpoints.filter(e => ['PUT', 'PATCH', 'DELETE'].includes(e.method))
  const missing = changing.filter(e => !e.record && !WITHOUT[`${e.method} ${e.path}`])
  expect(missing.map(e => `${e.method} ${e.path}`)).toEqual([])
  for (const e of changing)
    if (e.record && !WITHOUT[`${e.method} ${e.path}`])
      expect(
        t.app.endpoints.some(r => r.method === 'GET' && r.record === e.record),
        `${e.method} ${e.path}`,
      ).toBe(true)
})
