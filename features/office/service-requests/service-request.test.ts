// Service requests through the API: rights first, then fields, states, lists, and what the audit log keeps.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PNG } from '#office/uploads/test-files.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { ServiceRequest } from './service-request.contract.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const good = {
  email: 'depot@example.com',
  phone: '080-2345 6789',
  issueType: 'Charger issues',
  description: 'Display stays dark',
}
const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, who: Person, payload?: object) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: await t.as(who),
    ...(payload && { payload }),
  })
  return { status: r.statusCode, body: r.json() }
}
const made = async (more: object = {}, who: Person = 'admin') =>
  (await ask('POST', `support?teamId=${t.world.one.teamId}`, who, { ...good, ...more })).body.data as ServiceRequest
const list = async (who: Person, query: string) => {
  const { body } = await ask('GET', `support?page=1&pageSize=100&${query}`, who)
  return (body.data as ServiceRequest[]).map(r => r.ticket_id)
}

describe('rights', () => {
  test('create and change need their own flag, also where one call does both', async () => {
    const { ticket_id } = await made()
    const { roles, teamId } = t.world.one
    // A role that may create and view, not change.
    await t.db
      .updateTable('roleAccess')
      .set({ canCreate: true, canUpdate: false })
      .where('roleId', '=', roles.Finance)
      .where('featureId', '=', 9)
      .execute()
    await t.db
      .insertInto('roleAccess')
      .values({
        roleId: roles.Finance,
        featureId: 9,
        canView: true,
        canCreate: true,
        canUpdate: false,
        canDelete: false,
      })
      .onConflict(c => c.columns(['roleId', 'featureId']).doUpdateSet({ canView: true, canCreate: true }))
      .execute()
    expect((await ask('POST', `support?teamId=${teamId}`, 'finance', good)).status).toBe(201)
    for (const r of [
      await ask('POST', 'support', 'finance', { ...good, ticketId: ticket_id }),
      await ask('PUT', `support/${ticket_id}`, 'finance', good),
    ])
      expect([r.status, r.body.message]).toEqual([403, 'Not Authorized'])
    expect((await ask('POST', 'support', 'viewer', good)).status).toBe(403)
  })
  test('another company’s request is not there: not to read, not to change, not in the list', async () => {
    const { ticket_id } = await made()
    expect((await ask('GET', `support/${ticket_id}`, 'stranger')).status).toBe(404)
    expect((await ask('PUT', `support/${ticket_id}`, 'stranger', good)).status).toBe(404)
    expect((await ask('POST', 'support', 'stranger', { ...good, ticketId: ticket_id })).status).toBe(404)
    expect((await ask('POST', `support?teamId=${t.world.one.teamId}`, 'stranger', good)).status).toBe(404)
    expect(await list('stranger', '')).toEqual([])
    expect((await ask('GET', `support?teamId=${t.world.one.teamId}`, 'stranger')).status).toBe(404)
  })
})

describe('saving', () => {
  test('a new one is open and answers in the shape of D-SR-1, whatever else the body says', async () => {
    const r = await ask('POST', `support?teamId=${t.world.one.siblingId}`, 'admin', {
      ...good,
      status: 'CLOSED',
      companyId: t.world.two.companyId,
      createdBy: 1,
      ticket_id: 77_777,
    })
    expect(r).toMatchObject({
      status: 201,
      body: {
        success: true,
        status: 'success',
        message: 'Service request saved successfully',
        data: { ...good, status: 'OPEN', attachment: null, teamId: t.world.one.siblingId },
      },
    })
    expect(r.body.data.ticket_id).not.toBe(77_777)
  })
  test('POST with a ticketId and PUT do the same, and an attachment that is not named stays', async () => {
    const image = PNG.toString('base64')
    const attachment = (await ask('POST', 'util/image-upload', 'admin', { image })).body.data
    const { ticket_id } = await made({ attachment })
    const post = await ask('POST', 'support', 'operator', { ...good, description: 'By POST', ticketId: ticket_id })
    expect(post).toMatchObject({
      status: 200,
      body: { success: true, status: 'success', data: { description: 'By POST', attachment } },
    })
    const put = await ask('PUT', `support/${ticket_id}`, 'operator', { ...good, attachment: null })
    expect(put).toMatchObject({ status: 200, body: { status: 'success', data: { ...good, attachment: null } } })
  })
  test.each([
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'no mail' }, 'email', 'Please enter a valid email'],
    [{ phone: undefined }, 'phone', 'Phone is required'],
    [{ phone: '1234567' }, 'phone', 'Please enter a valid phone number'],
    [{ phone: '+91 8023456' }, 'phone', 'Please enter a valid phone number'],
    [{ phone: '--------' }, 'phone', 'Please enter a valid phone number'],
    [{ issueType: '' }, 'issueType', 'Issue Type is required'],
    [{ issueType: 'Weather' }, 'issueType', 'Please select an issue type'],
    [{ description: ' ' }, 'description', 'Description is required'],
    [{ description: 'x'.repeat(101) }, 'description', 'Description should be 100 characters or less'],
    [{ attachment: 'javascript:alert(1)' }, 'attachment', 'Attachment must be an uploaded file'],
  ])('%o is refused beside its field', async (wrong, field, text) => {
    const { status, body } = await ask('POST', 'support', 'admin', { ...good, ...wrong })
    expect([status, body.message, body.errors]).toEqual([422, text, { [field]: text }])
  })
  test('script text is kept as text', async () => {
    const description = '<script>alert(1)</script>'
    const { ticket_id } = await made({ description })
    expect((await ask('GET', `support/${ticket_id}`, 'viewer')).body.data.description).toBe(description)
  })
})

describe('states', () => {
  const to = (id: number, status: string) => ask('PUT', `support/${id}`, 'operator', { ...good, status })
  test('from open to closed and back once on the way; a closed one is final', async () => {
    const { ticket_id } = await made()
    for (const status of ['IN_PROGRESS', 'RESOLVED', 'IN_PROGRESS', 'RESOLVED', 'CLOSED'])
      expect((await to(ticket_id, status)).body.data.status).toBe(status)
    for (const status of ['OPEN', 'RESOLVED', 'CLOSED']) {
      const r = await to(ticket_id, status)
      expect([r.status, r.body.message]).toEqual([409, 'A closed service request cannot be changed'])
    }
  })
  test('a state that does not follow is refused and nothing of the change is kept', async () => {
    const { ticket_id } = await made()
    const r = await ask('PUT', `support/${ticket_id}`, 'operator', { ...good, description: 'New', status: 'CLOSED' })
    expect([r.status, r.body.message]).toEqual([409, 'A service request cannot go from Open to Closed'])
    expect((await ask('GET', `support/${ticket_id}`, 'admin')).body.data).toMatchObject({ ...good, status: 'OPEN' })
  })
  test('of two who go on at once, one is refused', async () => {
    const { ticket_id } = await made()
    await to(ticket_id, 'IN_PROGRESS')
    await to(ticket_id, 'RESOLVED')
    const both = await Promise.all([to(ticket_id, 'CLOSED'), to(ticket_id, 'IN_PROGRESS')])
    expect(both.map(r => r.status).sort()).toEqual([200, 409])
  })
})

describe('the list', () => {
  test('of a team and the teams below it, newest first; the path with the team answers the same', async () => {
    const below = await made()
    const beside = (await ask('POST', `support?teamId=${t.world.one.siblingId}`, 'admin', good)).body
      .data as ServiceRequest
    expect((await list('admin', '')).slice(0, 2)).toEqual([beside.ticket_id, below.ticket_id])
    const ofTeam = await list('operator', `teamId=${t.world.one.teamId}`)
    expect(ofTeam).toContain(below.ticket_id)
    expect(ofTeam).not.toContain(beside.ticket_id)
    const other = await ask('GET', `team/${t.world.one.teamId}/support?page=1&pageSize=100`, 'operator')
    expect((other.body.data as ServiceRequest[]).map(r => r.ticket_id)).toEqual(ofTeam)
  })
  test('search and filter find what is seen: numbers, texts, the words of the states', async () => {
    const one = await made({ description: 'Cable 100% worn_out', phone: '99998888' })
    await ask('PUT', `support/${one.ticket_id}`, 'operator', {
      ...good,
      description: 'Cable 100% worn_out',
      phone: '99998888',
      status: 'IN_PROGRESS',
    })
    for (const q of ['100% worn_', '99998888', 'in progress', String(one.ticket_id)])
      expect(await list('admin', `q=${encodeURIComponent(q)}`), q).toContain(one.ticket_id)
    expect(await list('admin', 'q=1000worn')).toEqual([])
    const filters = (word: string) =>
      JSON.stringify({
        combine: 'AND',
        conditions: [{ field: 'status', operator: 'equals', value: word }],
      })
    expect(await list('admin', `q=99998888&filters=${encodeURIComponent(filters('In Progress'))}`)).toEqual([
      one.ticket_id,
    ])
    expect(await list('admin', `q=99998888&filters=${encodeURIComponent(filters('IN_PROGRESS'))}`)).toEqual([])
  })
  test('an unknown field to sort by is refused, pages do not overlap', async () => {
    expect((await ask('GET', 'support?sort=secret', 'admin')).status).toBe(422)
    const first = await ask('GET', 'support?page=1&pageSize=2&sort=issueType', 'admin')
    const second = await ask('GET', 'support?page=2&pageSize=2&sort=issueType', 'admin')
    const ids = [...first.body.data, ...second.body.data].map((r: ServiceRequest) => r.ticket_id)
    expect(new Set(ids).size).toBe(4)
    expect(first.body.total).toBeGreaterThan(3)
  })
})

test('the audit log keeps what changed, before and after', async () => {
  const { ticket_id } = await made()
  await ask('PUT', `support/${ticket_id}`, 'operator', { ...good, status: 'IN_PROGRESS' })
  const { body } = await ask('GET', `audit/ServiceRequest/${ticket_id}`, 'admin')
  expect(body.data).toMatchObject([
    { action: 'update', username: 'operator', before: { status: 'OPEN' }, after: { status: 'IN_PROGRESS' } },
    { action: 'create', username: 'admin', after: { description: good.description } },
  ])
})
