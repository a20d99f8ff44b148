// The owner of a webhook over HTTP (HOOK-01): when the owner loses a right in whatever way, nothing is sent any more; the webhook
// pauses and says why, what happens waits, and another person takes it over.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessBy } from '#people/api-keys/test-api-key.ts'
import * as teams from '#people/teams/team.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { type Receiver, webhookReceiver } from './test-receiver.ts'
import { makeWebhook, sendHere, webhookBody } from './test-webhook.ts'
import type { WebhookSender } from './webhook-sender.jobs.ts'
import { haltUnowned } from './webhook-stop.commands.ts'

let t: TestApp
let r: Receiver
let sender: WebhookSender
let aheadMs = 0
const HOUR = 3_600_000
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs), mayCallPrivate: true })
  r = await webhookReceiver()
  sender = await sendHere(t.services, { everyMs: 20 })
})
afterAll(async () => {
  await sender.close()
  await t.close()
  await r.close()
})

const ask = async (who: Person, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
  const reply = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: await t.as(who),
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, ...reply.json() }
}
const shown = async (id: number) => (await ask('admin', 'GET', `webhooks/${id}`)).data
let roleNo = 0
const roleWith = async (rights: Parameters<typeof accessBy>[0]): Promise<number> => {
  const access = accessBy(rights).map(({ featureId: _, ...e }) => e)
  const { data } = await ask('admin', 'POST', 'roles', { roleName: `Integrator ${++roleNo}`, access })
  return data.roleId
}
const FULL = { Integration: 'vcud', Tag: 'v' } as const
/** The person owns webhooks of the team from here on. */
const setRole = async (roleId: number) => {
  const at = { teamId: t.world.one.teamId, userId: t.world.userIds.nobody }
  await sql`delete from team_member where team_id = ${at.teamId} and user_id = ${at.userId}`.execute(t.db)
  await teams.addMember(t.db, { ...at, roleId })
}
let tags = 0
const newTag = async (): Promise<string> => {
  const tag = `OW-${++tags}`
  expect((await ask('admin', 'POST', `team/${t.world.one.teamId}/tags`, { tag })).status).toBe(201)
  return tag
}
const tagsOf = (path: string) => r.of(path).map(e => e.body.data.idTag)
const mails = async (subject: string) =>
  (
    await sql<{ to: string }>`select recipient as to from outbox where subject = ${subject} order by 1`.execute(t.db)
  ).rows.map(m => m.to)
const makeTheirs = (path: string, more: object = {}) =>
  makeWebhook(t, 'nobody', t.world.one.teamId, webhookBody({ address: r.url(path), ...more }))

beforeEach(async () => {
  aheadMs = 0
  await sql`update app_user set is_active = true where id = ${t.world.userIds.nobody}`.execute(t.db)
  await setRole(await roleWith(FULL))
})

describe('a webhook whose owner', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    [
      'was switched off',
      () => sql`update app_user set is_active = false where id = ${t.world.userIds.nobody}`.execute(t.db),
      'is switched off',
    ],
    [
      'has left the team',
      () => sql`delete from team_member where user_id = ${t.world.userIds.nobody}`.execute(t.db),
      'has no role on its team any more',
    ],
    [
      'has a role without integrations',
      async () => setRole(await roleWith({ Integration: 'v', Tag: 'v' })),
      'may not change integrations on its team any more',
    ],
    [
      'may not view tags any more',
      async () => setRole(await roleWith({ Integration: 'vcud' })),
      'may not view there any more: Tag',
    ],
  ])('%s is sent nothing more, pauses, and goes on from there once taken over', async (name, lose, why) => {
    const path = `/${name.replaceAll(' ', '-')}`
    const { id } = await makeTheirs(path)
    const before = await newTag()
    await r.until(path, 1)
    await lose()
    const meanwhile = await newTag()
    // Others are sent to all the same, so the sender has looked.
    await makeWebhook(t, 'admin', t.world.one.teamId, webhookBody({ address: r.url(`${path}-other`) }))
    await newTag()
    await r.until(`${path}-other`, 1)
    expect(tagsOf(path)).toEqual([before])

    await haltUnowned(t.services)
    const paused = await shown(id)
    expect(paused).toMatchObject({ state: 'paused', is_active: true, waiting: 2 })
    expect(paused.paused_why).toMatch(new RegExp(`, its owner, ${why}$`))
    expect(await mails(`Webhook ${paused.name} was paused`)).toContain('admin@example.com')
    const { rows } = await sql<{ action: string; reason: string }>`select action, after->>'reason' as reason
      from audit_entry where record_id = ${`webhook ${id}`} and action = 'pause'`.execute(t.db)
    expect(rows).toEqual([{ action: 'pause', reason: paused.paused_why }])
    // A second look tells nobody again.
    await haltUnowned(t.services)
    const told = await mails(`Webhook ${paused.name} was paused`)
    expect(told).toEqual([...new Set(told)])
    expect((await ask('admin', 'POST', `webhooks/${id}/test`)).message).toBe(
      'The webhook is paused: take it over first',
    )

    const taken = await ask('admin', 'POST', `webhooks/${id}/owner`)
    expect([taken.status, taken.data.state, taken.data.paused_why]).toEqual([200, 'active', null])
    expect((await ask('admin', 'POST', `webhooks/${id}/owner`)).message).toBe('The webhook is yours already')
    const got = await r.until(path, 3)
    expect(got[1]?.body.data.idTag).toBe(meanwhile)
  })
  test('is deleted pauses too', async () => {
    const { id } = await makeTheirs('/deleted')
    await sql`update webhook set owned_by = null where webhook_id = ${id}`.execute(t.db)
    await haltUnowned(t.services)
    expect((await shown(id)).paused_why).toBe('Its owner is gone')
  })
})

describe('a webhook of a company that', () => {
  const company = () => t.world.one.companyId
  test.each<[string, () => Promise<unknown>, string]>([
    [
      'was switched off',
      () => sql`update team set is_active = false where id = ${company()}`.execute(t.db),
      'Its company is switched off',
    ],
    [
      'has come to its last day',
      () => sql`update team set valid_until = '2026-01-31' where id = ${company()}`.execute(t.db),
      'Its company has ended: it was valid until 2026-01-31',
    ],
    [
      'has moved away',
      () =>
        sql`insert into company_moved (company_id, moved_to, was_active) values (${company()}, 'https://new.example', true)`.execute(
          t.db,
        ),
      'Its company has moved to https://new.example',
    ],
  ])('%s is sent nothing more, and its page and the log say why', async (name, end, why) => {
    const path = `/company-${name.replaceAll(' ', '-')}`
    const [{ id }, { id: other }] = [
      await makeWebhook(t, 'admin', t.world.one.teamId, webhookBody({ address: r.url(path) })),
      await makeWebhook(
        t,
        'stranger',
        t.world.two.teamId,
        webhookBody({ address: r.url(`${path}-other`), events: ['tag.changed'] }),
      ),
    ]
    const before = await newTag()
    await r.until(path, 1)
    try {
      await end()
      // Others are sent to all the same: then the sender has looked.
      const look = async (nth: number) => {
        const tag = { tag: `OTHER-${++tags}` }
        expect((await ask('stranger', 'POST', `team/${t.world.two.teamId}/tags`, tag)).status).toBe(201)
        await r.until(`${path}-other`, nth)
      }
      await look(1)
      // What chargers and programs of the company change goes on.
      await sql`update ocpp_tag set note = ${name} where id_tag = ${before}`.execute(t.db)
      await look(2)
      expect(tagsOf(path)).toEqual([before])
      await haltUnowned(t.services)
      const paused = (await ask('root', 'GET', `webhooks/${id}`)).data
      expect([paused.state, paused.paused_why]).toEqual(['paused', why])
      expect((await ask('stranger', 'GET', `webhooks/${other}`)).data.state).toBe('active')
      const { rows } = await sql<{ reason: string }>`select after->>'reason' as reason from audit_entry
        where record_id = ${`webhook ${id}`} and action = 'pause'`.execute(t.db)
      expect(rows).toEqual([{ reason: why }])
      const taken = await ask('root', 'POST', `webhooks/${id}/owner`)
      expect([taken.status, taken.message]).toEqual([409, `${why}: the webhook stays paused`])
      aheadMs = 73 * HOUR
      await haltUnowned(t.services)
      const off = (await ask('root', 'GET', `webhooks/${id}`)).data
      expect([off.state, off.stopped_why]).toEqual(['stopped', `${why}, and the webhook was paused for three days`])
    } finally {
      await sql`update team set is_active = true, valid_until = null where id = ${company()}`.execute(t.db)
      await sql`delete from company_moved`.execute(t.db)
    }
  })
})

test('whoever may not view what a webhook is told of does not take it over', async () => {
  const { id } = await makeWebhook(
    t,
    'admin',
    t.world.one.teamId,
    webhookBody({ address: r.url('/more'), events: ['tag.changed', 'driver.changed'] }),
  )
  const refused = await ask('nobody', 'POST', `webhooks/${id}/owner`)
  expect([refused.status, refused.errors.events]).toEqual([403, 'You may not view there: Driver'])
  expect((await ask('viewer', 'POST', `webhooks/${id}/owner`)).status).toBe(403)
  expect((await ask('stranger', 'POST', `webhooks/${id}/owner`)).status).toBe(404)
})

test('who has a webhook told of more, or lead elsewhere, owns it; who renames it does not', async () => {
  const body = webhookBody({ address: r.url('/owned') })
  const { id } = await makeWebhook(t, 'admin', t.world.one.teamId, body)
  const { owner } = await shown(id)
  const put = async (more: object) => {
    const reply = await ask('nobody', 'PUT', `webhooks/${id}`, { ...body, ...more })
    expect(reply.status).toBe(200)
    return reply.data.owner
  }
  expect(await put({ name: 'Renamed by another' })).toBe(owner)
  const theirs = await put({ address: r.url('/elsewhere') })
  expect(theirs).not.toBe(owner)
  expect(theirs).toBe((await ask('nobody', 'GET', 'profile')).data.username)
})

test('a webhook that nobody takes over for three days is switched off', async () => {
  const { id } = await makeTheirs('/nobody')
  await sql`delete from team_member where user_id = ${t.world.userIds.nobody}`.execute(t.db)
  await haltUnowned(t.services)
  aheadMs = 71 * HOUR
  await haltUnowned(t.services)
  expect((await shown(id)).state).toBe('paused')
  aheadMs = 73 * HOUR
  await haltUnowned(t.services)
  const off = await shown(id)
  expect([off.state, off.stopped_why, off.paused_why]).toEqual([
    'stopped',
    'It was paused without an owner, and nobody has taken it over for three days',
    null,
  ])
  expect(await mails(`Webhook ${off.name} was switched off`)).toContain('admin@example.com')
})

test('an event that is sent again keeps the sequence of its first time, below those of newer ones', async () => {
  const { id } = await makeTheirs('/order')
  const tag = await newTag()
  const { rows } = await sql<{ id: number }>`select ocpp_tag_pk as id from ocpp_tag where id_tag = ${tag}`.execute(t.db)
  await r.until('/order', 1)
  await ask('admin', 'PUT', `tag/${rows[0]?.id}`, { tag, note: 'newer' })
  await r.until('/order', 2)
  await expect
    .poll(async () =>
      (await ask('admin', 'GET', `webhooks/${id}/deliveries`)).data.map((d: { state: string }) => d.state),
    )
    .toEqual(['delivered', 'delivered'])
  const [, { delivery_id: old }] = (await ask('admin', 'GET', `webhooks/${id}/deliveries`)).data
  await ask('admin', 'POST', `webhooks/${id}/deliveries/${old}/again`)
  const [first, newer, again] = await r.until('/order', 3)
  expect(newer?.body.sequence).toBeGreaterThan(first?.body.sequence ?? Number.POSITIVE_INFINITY)
  expect(again?.text).toBe(first?.text)
  // And so does what is sent a third time.
  await expect
    .poll(async () => (await ask('admin', 'GET', `webhooks/${id}/deliveries`)).data[0].state)
    .toBe('delivered')
  const [{ delivery_id: later }] = (await ask('admin', 'GET', `webhooks/${id}/deliveries`)).data
  await ask('admin', 'POST', `webhooks/${id}/deliveries/${later}/again`)
  expect((await r.until('/order', 4))[3]?.text).toBe(first?.text)
})
