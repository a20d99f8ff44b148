// Webhooks over HTTP: who makes them and for what, what is stored and shown, rotation, tests, sending again, and switching off
// after three days.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessBy } from '#people/api-keys/test-api-key.ts'
import * as teams from '#people/teams/team.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { isSigned, type Receiver, webhookReceiver } from './test-receiver.ts'
import { makeWebhook, sendHere, webhookBody } from './test-webhook.ts'
import type { WebhookSender } from './webhook-sender.jobs.ts'
import { giveUpOldest } from './webhook-upkeep.commands.ts'

let t: TestApp
let r: Receiver
let sender: WebhookSender
let aheadMs = 0
const HOUR = 3_600_000
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs), mayCallPrivate: true })
  r = await webhookReceiver()
  sender = await sendHere(t.services, { everyMs: 20, patienceMs: 500 })
})
afterAll(async () => {
  await sender.close()
  await t.close()
  await r.close()
})
beforeEach(() => {
  aheadMs = 0
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (who: Person, method: Method, path: string, payload?: object, ifMatch?: string) => {
  const reply = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: { ...(await t.as(who)), ...(ifMatch && { 'if-match': ifMatch }) },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, etag: String(reply.headers.etag), ...reply.json() }
}
const at = () => `team/${t.world.one.teamId}/webhooks`
const make = (path: string, more: object = {}, teamId = t.world.one.companyId) =>
  makeWebhook(t, 'admin', teamId, webhookBody({ address: r.url(path), ...more }))
let tags = 0
/** Adds a tag, as a person does; its text. */
const newTag = async (teamId = t.world.one.teamId): Promise<string> => {
  const tag = `WH-${++tags}`
  expect((await ask('admin', 'POST', `team/${teamId}/tags`, { tag })).status).toBe(201)
  return tag
}
const tagsOf = (path: string) => r.of(path).map(e => e.body.data.idTag)
const shown = async (id: number) => (await ask('admin', 'GET', `webhooks/${id}`)).data
const deliveries = async (id: number, query = '') => ask('admin', 'GET', `webhooks/${id}/deliveries${query}`)

describe('who may', () => {
  test('each call asks for its flag, and another company’s webhooks are not there', async () => {
    const { id } = await make('/rights')
    await ask('admin', 'POST', `webhooks/${id}/test`)
    const [first] = (await deliveries(id)).data
    const body = webhookBody()
    const since = new Date().toISOString()
    const cases: [Method, string, object | undefined, Partial<Record<Person, number>>][] = [
      ['GET', at(), undefined, { stranger: 404, nobody: 404, viewer: 403, admin: 200 }],
      ['GET', `webhooks/${id}`, undefined, { stranger: 404, viewer: 403, admin: 200 }],
      ['GET', `webhooks/${id}/deliveries`, undefined, { stranger: 404, viewer: 403, admin: 200 }],
      ['GET', `webhooks/${id}/deliveries/${first.delivery_id}`, undefined, { stranger: 404, viewer: 403, admin: 200 }],
      ['POST', at(), body, { viewer: 403, operator: 403, stranger: 404 }],
      ['PUT', `webhooks/${id}`, body, { viewer: 403, operator: 403, stranger: 404 }],
      ['POST', `webhooks/${id}/secret`, { overlap_hours: 0 }, { viewer: 403, stranger: 404 }],
      ['POST', `webhooks/${id}/test`, undefined, { viewer: 403, stranger: 404 }],
      ['POST', `webhooks/${id}/again`, { since }, { viewer: 403, stranger: 404 }],
      ['POST', `webhooks/${id}/deliveries/${first.delivery_id}/again`, undefined, { viewer: 403, stranger: 404 }],
      ['DELETE', `webhooks/${id}`, undefined, { viewer: 403, stranger: 404 }],
    ]
    for (const [method, path, payload, by] of cases)
      for (const [who, status] of Object.entries(by))
        expect((await ask(who as Person, method, path, payload)).status, `${who} ${method} ${path}`).toBe(status)
    // A delivery of one webhook is none of another.
    const other = await make('/rights-2')
    expect((await ask('admin', 'GET', `webhooks/${other.id}/deliveries/${first.delivery_id}`)).status).toBe(404)
    expect((await ask('admin', 'POST', `webhooks/${other.id}/deliveries/${first.delivery_id}/again`)).status).toBe(404)
  })
  test('nobody is told of records that the maker may not view', async () => {
    const role = await ask('admin', 'POST', 'roles', {
      roleName: 'Integrator',
      access: accessBy({ Integration: 'vcud', Tag: 'v' }).map(({ featureId: _, ...e }) => e),
    })
    const { roleId } = role.data
    await teams.addMember(t.db, { teamId: t.world.one.teamId, userId: t.world.userIds.nobody, roleId })
    const refused = await ask('nobody', 'POST', at(), webhookBody({ events: ['tag.changed', 'driver.changed'] }))
    expect([refused.status, refused.errors.events]).toEqual([403, 'You may not view there: Driver'])
    const made = await ask('nobody', 'POST', at(), webhookBody())
    expect(made.status).toBe(201)
    // Nor may such a person have somebody else's webhook, with more, lead elsewhere, or read what it was told.
    const full = await make('/full', { events: ['driver.changed'] }, t.world.one.teamId)
    const elsewhere = await ask('nobody', 'PUT', `webhooks/${full.id}`, webhookBody({ events: ['driver.changed'] }))
    expect([elsewhere.status, elsewhere.errors.events]).toEqual([403, 'You may not view there: Driver'])
    await sql`insert into driver (company_id, team_id, first_name) values (${t.world.one.companyId}, ${t.world.one.teamId}, 'Secret')`.execute(
      t.db,
    )
    await r.until('/full', 1)
    const [delivery] = (await deliveries(full.id)).data
    expect((await ask('admin', 'GET', `webhooks/${full.id}/deliveries/${delivery.delivery_id}`)).status).toBe(200)
    expect((await ask('nobody', 'GET', `webhooks/${full.id}/deliveries/${delivery.delivery_id}`)).status).toBe(403)
    const { id } = await make('/mine', { events: ['driver.changed'], is_active: false }, t.world.one.teamId)
    const on = await ask('nobody', 'PUT', `webhooks/${id}`, webhookBody({ events: ['driver.changed'] }))
    expect([on.status, on.errors.events]).toEqual([403, 'You may not view there: Driver'])
  })
  test.each([
    ['no name', { name: '' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(61) }, 'name'],
    ['no address', { address: 'receiver' }, 'address'],
    ['an address with a password', { address: 'https://a:b@receiver.example/' }, 'address'],
    ['an address that is too long', { address: `https://receiver.example/${'x'.repeat(500)}` }, 'address'],
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['session.eaten'] }, 'events'],
    ['an event twice', { events: ['tag.changed', 'tag.changed'] }, 'events'],
  ])('%s is refused at its field', async (_, more, field) => {
    const refused = await ask('admin', 'POST', at(), webhookBody(more))
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, [field]])
  })
  test('where the installation does not allow it, neither http nor private addresses may be called', async () => {
    const strict = await t.another({ mayCallPrivate: false })
    for (const address of [
      'http://receiver.example/',
      'https://127.0.0.1/',
      'https://10.1.2.3/',
      'https://[::1]/',
      'https://localhost/',
      'https://db.internal/',
    ]) {
      const reply = await strict.app.inject({
        method: 'POST',
        url: `/cms/v1/${at()}`,
        headers: await t.as('admin'),
        payload: webhookBody({ address }),
      })
      expect([address, reply.statusCode, Object.keys(reply.json().errors)]).toEqual([address, 422, ['address']])
    }
    await strict.close()
  })
  test('a name is taken once in a team, until its webhook is deleted', async () => {
    const body = webhookBody()
    const first = (await ask('admin', 'POST', at(), body)).data
    const again = await ask('admin', 'POST', at(), { ...body, name: body.name.toUpperCase() })
    expect([again.status, again.errors.name]).toEqual([409, 'A webhook of the team has this name'])
    await ask('admin', 'DELETE', `webhooks/${first.webhook_id}`)
    expect((await ask('admin', 'GET', `webhooks/${first.webhook_id}`)).status).toBe(404)
    expect((await ask('admin', 'POST', at(), body)).status).toBe(201)
  })
})

test('two people at one webhook: the later change is refused', async () => {
  const body = webhookBody({ is_active: false })
  const made = (await ask('admin', 'POST', at(), body)).data
  const { etag } = await ask('admin', 'GET', `webhooks/${made.webhook_id}`)
  const change = (name: string) => ask('admin', 'PUT', `webhooks/${made.webhook_id}`, { ...body, name }, etag)
  expect((await change('First of two')).status).toBe(200)
  expect((await change('Second of two')).status).toBe(409)
  expect((await shown(made.webhook_id)).name).toBe('First of two')
})

test('the secret is shown once and stored nowhere; after a rotation both sign until the old one ends', async () => {
  const { id, secret } = await make('/secret')
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select to_jsonb(w)::text as t from webhook w
    union all select to_jsonb(a)::text from audit_entry a) x where t like ${`%${secret.slice(6)}%`}`.execute(t.db)
  expect(rows[0]?.n).toBe(0)
  const rotated = await ask('admin', 'POST', `webhooks/${id}/secret`, { overlap_hours: 1 })
  expect([rotated.status, rotated.message]).toEqual([200, 'The webhook has a new secret'])
  expect(rotated.secret).not.toBe(secret)
  await newTag()
  const [both] = await r.until('/secret', 1)
  expect(
    both && [isSigned(both, secret), isSigned(both, rotated.secret), isSigned(both, `${secret.slice(0, -4)}AAA=`)],
  ).toEqual([true, true, false])
  // At once: the old one is over.
  const last = await ask('admin', 'POST', `webhooks/${id}/secret`, { overlap_hours: 0 })
  await newTag()
  const after = (await r.until('/secret', 2))[1]
  expect(after && [isSigned(after, rotated.secret), isSigned(after, last.secret)]).toEqual([false, true])
  expect((await ask('admin', 'POST', `webhooks/${id}/secret`, { overlap_hours: 5 })).status).toBe(422)
})

test('a webhook hears of its team and the teams below it, and of no other', async () => {
  await make('/company')
  await make('/team', {}, t.world.one.teamId)
  const own = await newTag(t.world.one.teamId)
  const sibling = await newTag(t.world.one.siblingId)
  const stranger = { ...webhookBody({ address: r.url('/stranger') }) }
  const foreign = await ask('stranger', 'POST', `team/${t.world.two.companyId}/webhooks`, stranger)
  expect([201, 403]).toContain(foreign.status)
  const last = await newTag(t.world.one.teamId)
  await r.until('/company', 3)
  await r.until('/team', 2)
  expect(tagsOf('/company')).toEqual([own, sibling, last])
  expect(tagsOf('/team')).toEqual([own, last])
  expect(tagsOf('/stranger')).toEqual([])
})

test('switched off, nothing is written; what happens with a change that fails is not told', async () => {
  const body = webhookBody({ address: r.url('/off') })
  const { webhook_id: id } = (await ask('admin', 'POST', at(), body)).data
  expect((await ask('admin', 'PUT', `webhooks/${id}`, { ...body, is_active: false })).data.state).toBe('off')
  await newTag()
  expect((await deliveries(id)).total).toBe(0)
  expect((await ask('admin', 'POST', `webhooks/${id}/test`)).status).toBe(409)
  expect((await ask('admin', 'PUT', `webhooks/${id}`, body)).data.state).toBe('active')
  const told = await newTag()
  const failing = t.db.transaction().execute(async trx => {
    await sql`insert into ocpp_tag (company_id, team_id, id_tag) values (${t.world.one.companyId}, ${t.world.one.teamId}, 'NEVER')`.execute(
      trx,
    )
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const later = await newTag()
  await r.until('/off', 2)
  expect(tagsOf('/off')).toEqual([told, later])
})

describe('deliveries', () => {
  test('a test is delivered and shown with its request and its answer', async () => {
    const { id } = await make('/test', { events: ['alert.opened'] })
    r.answer('/test', response => response.writeHead(202).end('thanks'))
    const sent = await ask('admin', 'POST', `webhooks/${id}/test`)
    expect([sent.status, sent.message]).toEqual([200, 'The test is on its way'])
    const [got] = await r.until('/test', 1)
    expect(got?.body).toMatchObject({ type: 'webhook.test', data: { webhookId: id } })
    await expect.poll(async () => (await deliveries(id)).data[0].state).toBe('delivered')
    const one = await ask('admin', 'GET', `webhooks/${id}/deliveries/${sent.data.id}`)
    expect(one.data).toMatchObject({ status: 202, answer: 'thanks', tries: 1, request: got?.text, why: 'Test' })
    expect(one.data.attempts).toMatchObject([{ status: 202, error: null }])
    expect(got?.id).toBe(`msg_${one.data.message_id}`)
  })
  test('one is sent again, or all since a time, under their old ids and in their order', async () => {
    const { id } = await make('/again')
    for (let n = 0; n < 3; n++) await newTag()
    const first = await r.until('/again', 3)
    await expect
      .poll(async () => (await deliveries(id)).data.map((d: { state: string }) => d.state))
      .toEqual(['delivered', 'delivered', 'delivered'])
    const [{ delivery_id: last }] = (await deliveries(id)).data
    expect((await ask('admin', 'POST', `webhooks/${id}/deliveries/${last}/again`)).status).toBe(200)
    const once = await r.until('/again', 4)
    expect([once[3]?.id, once[3]?.text]).toEqual([first[2]?.id, first[2]?.text])
    const since = new Date(Date.now() - HOUR).toISOString()
    const parked = await ask('admin', 'POST', `webhooks/${id}/again`, { since })
    expect(parked.data).toEqual({ sent: 0 })
    // The one that was sent twice goes once.
    await expect.poll(async () => (await deliveries(id)).data[0].state).toBe('delivered')
    const all = await ask('admin', 'POST', `webhooks/${id}/again`, { since, onlyGivenUp: false })
    expect([all.data, all.message]).toEqual([{ sent: 3 }, '3 deliveries are sent again'])
    const got = await r.until('/again', 7)
    expect(
      got
        .slice(4)
        .map(e => e.id)
        .toSorted(),
    ).toEqual(first.map(e => e.id).toSorted())
    expect((await ask('admin', 'POST', `webhooks/${id}/again`, { since: 'soon' })).status).toBe(422)
  })
  test('the list is paged, filtered and searched', async () => {
    const { id } = await make('/list')
    const names = [await newTag(), await newTag(), await newTag()]
    await expect.poll(async () => (await deliveries(id)).data.length).toBe(3)
    const page = await deliveries(id, '?page=2&pageSize=2')
    expect([page.total, page.data.length]).toEqual([3, 1])
    const one = await deliveries(
      id,
      `?q=tag.changed&filters=${encodeURIComponent(JSON.stringify({ conditions: [{ field: 'kind', operator: 'equals', value: 'tag.changed' }] }))}`,
    )
    expect(one.status).toBe(200)
    expect(names).toHaveLength(3)
  })
})

test('a delivery that fails comes again, holds up its object alone, and is given up after 24 hours', {
  timeout: 60_000,
}, async () => {
  const { id } = await make('/fails')
  let isDown = true
  const [bad, good] = [await newTag(), await newTag()]
  await r.until('/fails', 2)
  r.answer('/fails', (response, e) => response.writeHead(isDown && e.body.data.idTag === bad ? 500 : 200).end('no'))
  const pk = async (tag: string) =>
    (await sql<{ id: number }>`select ocpp_tag_pk as id from ocpp_tag where id_tag = ${tag}`.execute(t.db)).rows[0]?.id
  const change = async (tag: string, note: string) =>
    expect((await ask('admin', 'PUT', `tag/${await pk(tag)}`, { tag, note })).status).toBe(200)
  await change(bad, 'one')
  await r.until('/fails', 3)
  await change(bad, 'two')
  await change(good, 'three')
  await r.until('/fails', all => all.some(e => e.body.data.note === 'three'))
  await expect
    .poll(async () => (await deliveries(id)).data.slice(0, 3).map((d: { state: string }) => d.state))
    .toEqual(['delivered', 'behind', 'failed'])
  const before = r.of('/fails').length
  aheadMs = 6000
  await r.until('/fails', before + 1)
  expect(r.of('/fails').at(-1)?.body.data).toMatchObject({ idTag: bad, note: 'one' })
  await expect.poll(async () => (await deliveries(id)).data[2].tries).toBe(2)
  // It is mended: the one behind follows.
  isDown = false
  aheadMs = 300_000
  await r.until('/fails', all => all.some(e => e.body.data.note === 'two'))
  // Down again, for more than a day.
  isDown = true
  await change(bad, 'four')
  await r.until('/fails', all => all.some(e => e.body.data.note === 'four'))
  await change(bad, 'five')
  isDown = true
  await expect.poll(async () => (await deliveries(id)).data[1].state).toBe('failed')
  aheadMs = 300_000 + 25 * HOUR
  await r.until('/fails', all => all.some(e => e.body.data.note === 'five'))
  await expect
    .poll(async () => (await deliveries(id)).data.slice(0, 2).map((d: { state: string }) => d.state))
    .toEqual(['failed', 'parked'])
})

test('what waits for a receiver that is off is given up after a day, and can be sent once it is on', async () => {
  const body = webhookBody({ address: r.url('/waits') })
  const { webhook_id: id } = (await ask('admin', 'POST', at(), body)).data
  r.answer('/waits', response => response.writeHead(503).end())
  const tag = await newTag()
  await r.until('/waits', 1)
  await expect.poll(async () => (await deliveries(id)).data[0].state).toBe('failed')
  await ask('admin', 'PUT', `webhooks/${id}`, { ...body, is_active: false })
  aheadMs = 26 * HOUR
  await giveUpOldest(t.services)
  expect((await deliveries(id)).data).toMatchObject([{ state: 'parked', tries: 1, status: 503 }])
  r.answer('/waits', undefined)
  await ask('admin', 'PUT', `webhooks/${id}`, body)
  const since = new Date(Date.now() + aheadMs - HOUR).toISOString()
  expect((await ask('admin', 'POST', `webhooks/${id}/again`, { since })).data).toEqual({ sent: 1 })
  await r.until('/waits', 2)
  expect(tagsOf('/waits')).toEqual([tag, tag])
})

test('a receiver that fails for three days is switched off, and its makers hear by bell and mail', async () => {
  const { id } = await make('/gone')
  r.answer('/gone', response => response.writeHead(500).end())
  await newTag()
  await r.until('/gone', 1)
  await expect.poll(async () => (await shown(id)).state).toBe('failing')
  aheadMs = 73 * HOUR
  await newTag()
  await expect.poll(async () => (await shown(id)).state).toBe('stopped')
  expect((await shown(id)).stopped_why).toBe('Its receiver has taken nothing for three days')
  const { rows } = await sql<{
    subject: string
  }>`select subject from outbox where subject = ${`Webhook ${(await shown(id)).name} was switched off`}`.execute(t.db)
  expect(rows).toHaveLength(1)
  await expect
    .poll(async () => (await ask('admin', 'GET', 'bell')).data.entries.map((e: { text: string }) => e.text).join())
    .toContain('was switched off: its receiver has taken nothing for three days')
  const wishes = await sql`select from webhook_wish where webhook_id = ${id}`.execute(t.db)
  expect(wishes.rows).toHaveLength(0)
})
