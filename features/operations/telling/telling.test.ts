// Telling people of alerts by a real mail server, and by HTTP as SMS gateways, webhooks and push services speak it.
import { createHmac } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { smtpMailer, workMail } from '#office/mail/mail.jobs.ts'
import { gatewaySender, workSms } from '#office/mail/sms.jobs.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { tellPeople } from './telling.commands.ts'
import { workAlertMessages } from './telling.jobs.ts'
import { httpServer, mailServer, testBrowser } from './test-outside.ts'

let t: TestApp
let now = new Date('2026-03-04T08:00:00Z')
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
let outside: Awaited<ReturnType<typeof httpServer>>
let post: Awaited<ReturnType<typeof mailServer>>
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  outside = await httpServer()
  post = await mailServer()
  t = await startApp({ now: () => now, mayCallPrivate: true })
  await workMail(t.services, smtpMailer(post.url, 'Wattdesk <no-reply@wattdesk.example>'))
  await workSms(t.services, gatewaySender(`${outside.url}/sms`, 'token of the gateway'))
  await workAlertMessages(t.services)
  for (const who of ['admin', 'operator', 'viewer', 'nobody', 'stranger'] as const) headers[who] = await t.as(who)
})
afterAll(async () => {
  await t.close()
  await outside.close()
  await post.close()
})
beforeEach(async () => {
  later(24 * 60)
  await sql`truncate alert_message, alert_telling, alert_event, alert_rang, alert, alert_rule, alert_choice, alert_stop,
    push_browser, outbox, bell_notice, alert_bell`.execute(t.db)
  outside.answers.clear()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (who: Person | undefined, method: Method, path: string, payload?: object) => {
  const url = path.startsWith('/') ? path : `/cms/v1/${path}`
  const r = await t.app.inject({ method, url, ...(who && { headers: headers[who] }), ...(payload && { payload }) })
  return { status: r.statusCode, ...r.json() }
}
const body = (more: object = {}) => ({
  name: 'Faults of the yard',
  kind: 'connector-faulted',
  severity: 'Major',
  is_active: true,
  gather_minutes: 0,
  ...more,
})
const rule = async (more: object = {}): Promise<number> => {
  const r = await ask('admin', 'POST', `team/${t.world.one.teamId}/alert-rules`, body(more))
  expect([r.status, r.message, r.errors]).toEqual([201, expect.anything(), undefined])
  return r.data.alert_rule_id
}
/** An alert of a rule as a look leaves it. */
const alert = async (ruleId: number, subject: string, more: { severity?: string } = {}): Promise<number> => {
  const { companyId, teamId } = t.world.one
  const { rows } = await sql<{ id: number }>`
    with a as (insert into alert (alert_rule_id, company_id, team_id, kind, severity, subject, subject_name, since, opened_at, last_at)
      values (${ruleId}, ${companyId}, ${teamId}, 'connector-faulted', ${more.severity ?? 'Major'}, ${subject}, ${subject}, ${now}, ${now}, ${now})
      returning alert_id),
    r as (insert into alert_rang (alert_id, company_id, team_id, at) select alert_id, ${companyId}, ${teamId}, ${now} from a)
    select alert_id::int as id from a`.execute(t.db)
  return rows[0]?.id ?? 0
}
const close = (alertId: number) =>
  sql`update alert set state = 'Closed', closed_at = ${now}, closed_why = 'The connector works again' where alert_id = ${alertId}`.execute(
    t.db,
  )
type Line = {
  what: string
  channel: string
  recipient: string
  state: string
  alerts: number
  subject: string
  body: string
  error: string | null
}
const messages = async (): Promise<Line[]> =>
  (
    await sql<Line>`select what, channel, recipient, state, cardinality(alert_ids) as alerts, subject, body, error
      from alert_message order by alert_message_id`.execute(t.db)
  ).rows
const tell = () => tellPeople(t.services)
const told = async () => (await messages()).map(m => `${m.what} ${m.channel} ${m.recipient} ${m.alerts} ${m.state}`)
const me = () => `${t.world.usernames.operator}@example.com`
const operatorMail = async () =>
  (await sql<{ email: string }>`select email from app_user where id = ${t.world.userIds.operator}`.execute(t.db))
    .rows[0]?.email ?? me()

describe('what leaves', () => {
  test('by mail: the sentence of the kind, the next step, the portal, and a link that stops it', async () => {
    const id = await rule({ users: [t.world.userIds.operator] })
    const alertId = await alert(id, 'CP-1, connector 1')
    await tell()
    const mails = await post.mails.until(all => all.some(m => m.raw.includes('CP-1, connector 1')))
    const { to, ...mail } = mails.at(-1) ?? { raw: '', to: [] }
    const raw = mail.raw.replaceAll(/\r\n[ \t]+/g, ' ')
    expect(to).toEqual([await operatorMail()])
    expect(raw).toMatch(/^Subject: Major: CP-1, connector 1/m)
    expect(raw).toMatch(/^List-Unsubscribe: <http:\/\/portal\.test\/public\/v1\/alert-mails\/one-click\?of=/m)
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    const plain = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(plain).toContain(`http://portal.test/alerts/${alertId}`)
    expect(plain).toContain('Next step: ')
    expect(await told()).toEqual([`opened mail ${await operatorMail()} 1 sent`])
    await tell()
    expect(await told()).toHaveLength(1)
  })

  test('by text message: one line to the gateway, with its token', async () => {
    await sql`update app_user set phone = '9876543210' where id = ${t.world.userIds.operator}`.execute(t.db)
    const id = await rule({
      users: [t.world.userIds.operator, t.world.userIds.admin],
      channels: ['sms'],
      phones: ['9123456780'],
    })
    await alert(id, 'CP-2, connector 1')
    await tell()
    const calls = await outside.calls.until(all => all.filter(c => c.path === '/sms').length >= 2)
    const sent = calls.filter(c => c.path === '/sms').map(c => JSON.parse(c.body.toString()))
    expect(sent.map(s => s.to).sort()).toEqual(['9123456780', '9876543210'])
    expect(sent[0].text).toMatch(/^Major: CP-2, connector 1.* http:\/\/portal\.test\/alerts\/\d+$/)
    expect(calls.at(-1)?.headers.authorization).toBe('Bearer token of the gateway')
    // Who has no phone number in the profile is named with the reason.
    expect((await messages()).find(m => m.state === 'failed')?.error).toBe('The profile has no phone number')
  })

  test('by webhook: JSON that the secret of the rule has signed; another secret signs from its change on', async () => {
    const id = await rule({ webhooks: [`${outside.url}/hook-a`] })
    await alert(id, 'CP-3, connector 1')
    await tell()
    const hooked = async (n: number) =>
      (await outside.calls.until(all => all.filter(c => c.path === '/hook-a').length >= n)).filter(
        c => c.path === '/hook-a',
      )
    const [first] = await hooked(1)
    expect(JSON.parse(first?.body.toString() ?? '')).toMatchObject({
      event: 'alert.opened',
      rule: 'Faults of the yard',
      total: 1,
      alerts: [{ severity: 'Major', closedWhy: null }],
    })
    // A secret is shown to a fresh proof alone.
    headers.admin = await t.as('admin')
    const secretOf = async () => (await ask('admin', 'GET', `alert-rules/${id}/webhook-secret`)).data.secret as string
    const isSignedBy = (secret: string, call = first) => {
      const [, at, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call?.headers['wattdesk-signature'])) ?? []
      return createHmac('sha256', secret).update(`${at}.${call?.body.toString()}`).digest('hex') === v1
    }
    const secret = await secretOf()
    expect(isSignedBy(secret)).toBe(true)
    expect((await ask('viewer', 'GET', `alert-rules/${id}/webhook-secret`)).status).toBe(403)
    // A new secret takes a fresh proof.
    headers.admin = await t.as('admin')
    await ask('admin', 'POST', `alert-rules/${id}/webhook-secret`, {})
    expect(await secretOf()).not.toBe(secret)
    later(1)
    await alert(id, 'CP-4, connector 1')
    await tell()
    const [, second] = await hooked(2)
    expect([isSignedBy(secret, second), isSignedBy(await secretOf(), second)]).toEqual([false, true])
  })

  test('by push: encrypted for the browser, signed by the installation’s own keys; a browser that is gone is forgotten', async () => {
    const browser = testBrowser(`${outside.url}/push/one`)
    const gone = testBrowser(`${outside.url}/gone/two`)
    outside.answers.set('/gone', { status: 410 })
    for (const b of [browser, gone])
      expect((await ask('operator', 'POST', 'push-browsers', b.subscription)).status).toBeLessThan(300)
    const id = await rule({ users: [t.world.userIds.operator], channels: ['push'] })
    const alertId = await alert(id, 'CP-5, connector 1')
    await tell()
    const calls = await outside.calls.until(
      all => all.some(c => c.path === '/push/one') && all.some(c => c.path === '/gone/two'),
    )
    const call = calls.find(c => c.path === '/push/one')
    expect(browser.opened(call?.body ?? Buffer.alloc(0))).toMatchObject({
      title: expect.stringContaining('CP-5, connector 1'),
      to: `/alerts/${alertId}`,
    })
    const [, jwt, key] = /^vapid t=([^,]+), k=(.+)$/.exec(String(call?.headers.authorization)) ?? []
    const point = Buffer.from(key ?? '', 'base64url')
    const publicKey = await importJWK(
      {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
      'ES256',
    )
    expect((await jwtVerify(jwt ?? '', publicKey)).payload.aud).toBe(outside.url)
    expect((await ask('operator', 'GET', 'alert-choices')).data.pushKey).toBe(key)
    const left = async () => (await messages()).map(m => m.state).sort()
    while ((await left()).includes('sending')) await new Promise(setImmediate)
    expect(await left()).toEqual(['failed', 'sent'])
    expect(
      (await ask('operator', 'GET', 'alert-choices')).data.browsers.map((b: { endpoint: string }) => b.endpoint),
    ).toEqual([`${outside.url}/push/one`])
  })

  test('a test goes to every recipient, says that it is one, and leaves no alert', async () => {
    const id = await rule({
      users: [t.world.userIds.operator],
      addresses: ['guard@example.com'],
      webhooks: [`${outside.url}/hook-t`],
    })
    expect((await ask('viewer', 'POST', `alert-rules/${id}/test`, {})).status).toBe(403)
    expect((await ask('stranger', 'POST', `alert-rules/${id}/test`, {})).status).toBe(404)
    const r = await ask('admin', 'POST', `alert-rules/${id}/test`, {})
    expect(r.data).toEqual({ messages: 3 })
    await tell()
    expect((await told()).map(l => l.split(' ').slice(0, 2).join(' ')).sort()).toEqual([
      'test mail',
      'test mail',
      'test webhook',
    ])
    expect((await messages())[0]?.body).toContain('This is a test')
    const empty = await rule({ name: 'Nobody' })
    expect((await ask('admin', 'POST', `alert-rules/${empty}/test`, {})).status).toBe(409)
  })

  test('tests of a rule are few, and take no room from what has happened', async () => {
    const id = await rule({ addresses: ['guard@example.com'] })
    for (let n = 0; n < 5; n++) {
      later(1 / 60)
      expect((await ask('admin', 'POST', `alert-rules/${id}/test`, {})).status).toBe(200)
      await tell()
    }
    const more = await ask('admin', 'POST', `alert-rules/${id}/test`, {})
    expect([more.status, more.message]).toEqual([429, 'At most 5 tests of a rule within an hour'])
    for (let n = 1; n <= 20; n++) {
      await alert(id, `CP-${n}, connector 1`)
      later(6)
      await tell()
    }
    expect((await told()).filter(l => !l.endsWith(' sent'))).toEqual([])
  })
})

describe('when and to whom', () => {
  test('alerts of a rule within its minutes are one message that names ten and counts the rest', async () => {
    const id = await rule({ addresses: ['guard@example.com'], gather_minutes: 5 })
    await alert(id, 'CP-1, connector 1')
    await tell()
    later(4)
    for (let n = 2; n <= 14; n++) await alert(id, `CP-${n}, connector 1`)
    await tell()
    expect(await told()).toEqual([])
    later(1)
    await tell()
    expect(await told()).toEqual(['opened mail guard@example.com 14 sent'])
    const [m] = await messages()
    expect(m?.subject).toBe('Major: 14 alerts: Faults of the yard')
    expect(m?.body.match(/^- /gm)).toHaveLength(10)
    expect(m?.body).toContain('and 4 more')
  })

  test('an alert that is over or acknowledged before its wait ends is told to nobody', async () => {
    const id = await rule({ addresses: ['guard@example.com'], wait_minutes: 10 })
    const over = await alert(id, 'A')
    const seen = await alert(id, 'B')
    await alert(id, 'C')
    later(9)
    await tell()
    expect(await told()).toEqual([])
    await close(over)
    await sql`update alert set state = 'Acknowledged' where alert_id = ${seen}`.execute(t.db)
    later(1)
    await tell()
    expect(await told()).toEqual(['opened mail guard@example.com 1 sent'])
  })

  test('the end is told to those who were told of the opening, with its reason, where the rule says so', async () => {
    const loud = await rule({ addresses: ['guard@example.com'] })
    const quiet = await rule({ name: 'Quiet', addresses: ['other@example.com'], tells_end: false })
    const [a, b] = [await alert(loud, 'A'), await alert(quiet, 'B')]
    await tell()
    later(3)
    await close(a)
    await close(b)
    await tell()
    await tell()
    expect(await told()).toEqual([
      'opened mail guard@example.com 1 sent',
      'opened mail other@example.com 1 sent',
      'over mail guard@example.com 1 sent',
    ])
    expect((await messages())[2]?.body).toContain('The connector works again')
    // What comes back afterwards is told again.
    await sql`update alert set state = 'Open', closed_at = null where alert_id = ${a}`.execute(t.db)
    await sql`insert into alert_rang (alert_id, company_id, team_id, at) values (${a}, ${t.world.one.companyId}, ${t.world.one.teamId}, ${now})`.execute(
      t.db,
    )
    await tell()
    expect((await told()).at(-1)).toBe('opened mail guard@example.com 1 sent')
  })

  test('others are told when nobody has acknowledged, and not when somebody has', async () => {
    const id = await rule({
      addresses: ['guard@example.com'],
      escalate_minutes: 15,
      escalate_users: [t.world.userIds.admin],
    })
    await alert(id, 'A')
    const seen = await alert(id, 'B')
    await tell()
    await sql`update alert set state = 'Acknowledged' where alert_id = ${seen}`.execute(t.db)
    later(14)
    await tell()
    expect(await told()).toHaveLength(1)
    later(1)
    await tell()
    await tell()
    const lines = (await messages()).filter(m => m.what === 'escalated')
    expect(lines.map(m => [m.alerts, m.subject])).toEqual([[1, expect.stringMatching(/^Not acknowledged: Major: A/)]])
  })

  test('quiet hours put it off; what is over by then is not told', async () => {
    // 13:30 in Kolkata; quiet until 14:00.
    now = new Date('2026-06-03T08:00:00Z')
    const id = await rule({
      addresses: ['guard@example.com'],
      quiet_hours: [{ days: [3], from: '13:00', to: '14:00' }],
    })
    const over = await alert(id, 'A')
    await tell()
    later(1)
    await alert(id, 'B')
    await tell()
    expect(await told()).toEqual(['opened mail guard@example.com 1 waiting', 'opened mail guard@example.com 1 waiting'])
    await close(over)
    later(29)
    await tell()
    expect((await told()).slice(0, 2)).toEqual([
      'opened mail guard@example.com 1 dropped',
      'opened mail guard@example.com 1 sent',
    ])
  })

  test('at the end of quiet hours each alert that stands is told once, and those that came and went are counted', async () => {
    now = new Date('2026-06-03T08:00:00Z')
    const id = await rule({
      addresses: ['guard@example.com'],
      quiet_hours: [{ days: [3], from: '13:00', to: '14:00' }],
    })
    const [a, over] = [await alert(id, 'A'), await alert(id, 'Gone')]
    await tell()
    // A ends and is back within the quiet hours; another one follows.
    await close(a)
    await close(over)
    later(1)
    await tell()
    await sql`update alert set state = 'Open', closed_at = null, closed_why = null where alert_id = ${a}`.execute(t.db)
    await sql`insert into alert_rang (alert_id, company_id, team_id, at)
      values (${a}, ${t.world.one.companyId}, ${t.world.one.teamId}, ${now})`.execute(t.db)
    await tell()
    later(1)
    await alert(id, 'C')
    await tell()
    later(28)
    await tell()
    const sent = (await messages()).filter(m => m.state !== 'dropped')
    expect(sent.map(m => [m.what, m.state, m.alerts, m.subject])).toEqual([
      ['opened', 'sent', 2, 'Major: 2 alerts: Faults of the yard'],
    ])
    expect(sent[0]?.body).not.toContain('Gone')
    expect(sent[0]?.body).toContain('In the quiet hours 1 more began and is over.')
    // What ends afterwards is told to those who were told of it.
    await close(a)
    await tell()
    expect((await told()).at(-1)).toBe('over mail guard@example.com 1 sent')
  })

  test('of an alert that a person has closed is told by whom, and with which note; times name their zone', async () => {
    const id = await rule({ addresses: ['guard@example.com'], webhooks: [`${outside.url}/hook-c`] })
    const a = await alert(id, 'A')
    await tell()
    const closed = await ask('operator', 'POST', `team/${t.world.one.teamId}/alerts/close`, {
      ids: [a],
      note: 'The grid works on it',
    })
    expect(closed.status).toBe(200)
    await tell()
    const [opened, ended] = (await messages()).filter(m => m.channel === 'mail')
    expect(opened?.body).toMatch(/, since .+ \d\d:\d\d \(Asia\/Kolkata\)$/m)
    expect(ended?.subject).toMatch(/^Closed: A/)
    expect(ended?.body).toMatch(/^This was closed by hand:$/m)
    expect(ended?.body).toContain('Closed by operator: The grid works on it')
    const hook = (await messages()).find(m => m.channel === 'webhook' && m.what === 'over')
    expect(JSON.parse(hook?.body ?? '').alerts).toMatchObject([
      {
        kind: 'connector-faulted',
        title: 'Connector faulted',
        closedBy: 'operator',
        closedWhy: 'The grid works on it',
      },
    ])
  })

  test('a person gets what the person has chosen, in the hours chosen', async () => {
    now = new Date('2026-06-03T08:00:00Z')
    const choice = (least: string, from: string | null = null, to: string | null = null) => ({
      choices: [
        { channel: 'mail', least, from, to },
        { channel: 'sms', least: 'Nothing', from: null, to: null },
        { channel: 'push', least: 'Minor', from: null, to: null },
      ],
    })
    const id = await rule({ users: [t.world.userIds.operator], channels: ['mail', 'sms'] })
    expect((await ask('operator', 'PUT', 'alert-choices', choice('Critical'))).status).toBe(200)
    await alert(id, 'A')
    await tell()
    expect(await told()).toEqual([])
    await ask('operator', 'PUT', 'alert-choices', choice('Major', '18:00', '22:00'))
    await alert(id, 'B')
    await tell()
    expect((await told()).map(l => l.split(' ').at(-1))).toEqual(['waiting'])
    // 18:00 in Kolkata.
    now = new Date('2026-06-03T12:30:00Z')
    await tell()
    expect((await told()).map(l => l.split(' ').at(-1))).toEqual(['sent'])
    const bad = await ask('operator', 'PUT', 'alert-choices', choice('Major', '18:00', null))
    expect(bad.status).toBe(422)
  })

  test('at most 20 in an hour by a way to one recipient, then one that says how many were held back', async () => {
    const id = await rule({ addresses: ['guard@example.com'] })
    for (let n = 0; n < 25; n++) {
      await alert(id, `S-${n}`)
      later(1)
      await tell()
    }
    const states = async () => (await messages()).map(m => m.state)
    expect((await states()).filter(s => s === 'sent')).toHaveLength(20)
    expect((await states()).filter(s => s === 'held back')).toHaveLength(5)
    later(40)
    await tell()
    const last = (await messages()).at(-1)
    expect([last?.what, last?.state, last?.subject]).toEqual([
      'held back',
      'sent',
      '5 messages about alerts were held back',
    ])
    expect((await states()).filter(s => s === 'held back')).toHaveLength(0)
  })

  test('thirty within a minute: the ten above are told as one once the hour is over, before anything newer, and shown', async () => {
    const id = await rule({ addresses: ['guard@example.com'] })
    for (let n = 0; n < 30; n++) {
      await alert(id, `B-${n}`)
      await tell()
    }
    const told = async () => (await messages()).map(m => `${m.what}: ${m.state}`)
    expect(
      Object.fromEntries(
        Map.groupBy(await told(), s => s)
          .entries()
          .map(([s, all]) => [s, all.length]),
      ),
    ).toEqual({
      'opened: sent': 20,
      'opened: held back': 10,
    })
    later(59)
    await tell()
    expect((await told()).filter(s => s.startsWith('held back'))).toEqual([])
    later(2)
    const newer = await alert(id, 'Newer')
    await tell()
    expect((await told()).slice(-2).toSorted()).toEqual(['held back: sent', 'opened: sent'])
    const { rows } = await sql<{ subject: string; body: string }>`select subject, body from outbox
      where subject like '%held back%'`.execute(t.db)
    expect(rows).toEqual([
      {
        subject: '10 messages about alerts were held back',
        body: expect.stringContaining('10 more messages about alerts came within an hour than are sent in an hour.'),
      },
    ])
    // Each alert shows that its own message was not sent, and that it was told among those held back.
    const shown = async (alertId: number) =>
      (await ask('admin', 'GET', `alerts/${alertId}/messages`)).data.map(
        (m: { what: string; state: string }) => `${m.what}: ${m.state}`,
      )
    expect(await shown(newer - 1)).toEqual(['held back: sending', 'opened: dropped'])
    expect(await shown(newer)).toEqual(['opened: sending'])
    later(30)
    await tell()
    expect((await told()).filter(s => s.startsWith('held back'))).toHaveLength(1)
  })

  test('a role tells those who have it where the alert is, and nobody who may not see alerts', async () => {
    const { roles, teamId } = t.world.one
    const id = await rule({ roles: [roles.Viewer], users: [] })
    await alert(id, 'A')
    await tell()
    const viewers = await sql<{ email: string }>`select u.email from team_member m join app_user u on u.id = m.user_id
      join team t on t.id = ${teamId} where m.role_id = ${roles.Viewer} and m.team_id = any(t.path)`.execute(t.db)
    expect((await messages()).map(m => m.recipient).sort()).toEqual(viewers.rows.map(r => r.email).sort())
    expect(viewers.rows.length).toBeGreaterThan(0)
    await sql`update role_access set can_view = false where role_id = ${roles.Viewer} and feature_id = 20`.execute(t.db)
    await alert(id, 'B')
    await tell()
    expect(await messages()).toHaveLength(viewers.rows.length)
    await sql`update role_access set can_view = true where role_id = ${roles.Viewer} and feature_id = 20`.execute(t.db)
  })

  test('two nodes at once tell once', async () => {
    const id = await rule({ addresses: ['guard@example.com'] })
    for (let n = 0; n < 5; n++) await alert(id, `S-${n}`)
    await Promise.all([tell(), tell(), tell()])
    expect(await told()).toEqual(['opened mail guard@example.com 5 sent'])
  })
})

describe('stopping mails by the link', () => {
  const linkIn = (text: string) => new URL(/http:\/\/portal\.test\/stop-mails\?\S+/.exec(text)?.[0] ?? '').search
  test('of a person: the choice of mails is nothing, and can be taken back by the same link', async () => {
    const id = await rule({ users: [t.world.userIds.operator] })
    await alert(id, 'A')
    await tell()
    const { rows } = await sql<{ body: string }>`select body from outbox`.execute(t.db)
    const link = linkIn(rows[0]?.body ?? '')
    expect((await ask(undefined, 'GET', `/public/v1/alert-mails${link}`)).data).toEqual({
      receiver: await operatorMail(),
      isStopped: false,
    })
    expect((await ask(undefined, 'POST', `/public/v1/alert-mails/stop${link}`)).data.isStopped).toBe(true)
    await alert(id, 'B')
    await tell()
    expect(await told()).toHaveLength(1)
    expect((await ask(undefined, 'POST', `/public/v1/alert-mails/start${link}`)).data.isStopped).toBe(false)
    await alert(id, 'C')
    await tell()
    expect(await told()).toHaveLength(2)
    expect((await ask(undefined, 'POST', `/public/v1/alert-mails/stop${link.replace(/key=./, 'key=_')}`)).status).toBe(
      404,
    )
  })
  test('of an address: its company’s rules leave it out, and the rule says so', async () => {
    const id = await rule({ addresses: ['guard@example.com', 'two@example.com'] })
    await alert(id, 'A')
    await tell()
    const { rows } = await sql<{ body: string }>`select body from outbox where recipient = 'guard@example.com'`.execute(
      t.db,
    )
    // As a mail program does it: without asking, with a form of its own.
    const r = await t.app.inject({
      method: 'POST',
      url: `/public/v1/alert-mails/one-click${linkIn(rows[0]?.body ?? '')}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(r.statusCode, r.body).toBe(200)
    await alert(id, 'B')
    await tell()
    expect((await told()).map(l => l.split(' ')[2])).toEqual([
      'guard@example.com',
      'two@example.com',
      'two@example.com',
    ])
    expect((await ask('admin', 'GET', `alert-rules/${id}`)).data.stopped).toEqual(['guard@example.com'])
  })
})

let site = 0
beforeAll(async () => {
  const { rows } = await sql<{ id: number }>`insert into charging_site (company_id, team_id, zone_name)
    values (${t.world.one.companyId}, ${t.world.one.teamId}, 'Empty') returning zone_id as id`.execute(t.db)
  site = rows[0]?.id ?? 0
})
test.each<[string, () => object, string]>([
  ['a user of another company', () => ({ users: [t.world.userIds.stranger] }), 'users'],
  ['a role of another company', () => ({ roles: [t.world.two.roles.Admin] }), 'roles'],
  ['an escalation to nobody', () => ({ escalate_minutes: 5 }), 'escalate_users'],
  [
    'quiet hours that never end',
    () => ({
      quiet_hours: [
        { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '12:00' },
        { days: [1, 2, 3, 4, 5, 6, 7], from: '12:00', to: '00:00' },
      ],
    }),
    'quiet_hours',
  ],
  [
    'quiet hours without length',
    () => ({ quiet_hours: [{ days: [1], from: '10:00', to: '10:00' }] }),
    'quiet_hours.0.to',
  ],
  ['a person who may not see alerts', () => ({ users: [t.world.userIds.finance] }), 'users'],
  ['a role that may not see alerts', () => ({ roles: [t.world.one.roles.Finance] }), 'roles'],
  ['an escalation without its minutes', () => ({ escalate_users: [t.world.userIds.operator] }), 'escalate_minutes'],
  ['people without a way', () => ({ users: [t.world.userIds.operator], channels: [] }), 'channels'],
  ['text messages to nobody with a phone', () => ({ users: [t.world.userIds.admin], channels: ['sms'] }), 'channels'],
  ['a day twice', () => ({ quiet_hours: [{ days: [1, 1], from: '10:00', to: '11:00' }] }), 'quiet_hours.0.days'],
  [
    'a charge point, of alerts that are of none',
    () => ({ kind: 'wallet-low', chargers: [t.world.chargers.dc.pk] }),
    'chargers',
  ],
  ['a charge point of another team', () => ({ chargers: [t.world.chargers.other.pk] }), 'chargers'],
  ['a site, of alerts that are of none', () => ({ kind: 'payment-without-session', sites: [site] }), 'sites'],
  ['a charge point that is at no such site', () => ({ chargers: [t.world.chargers.dc.pk], sites: [site] }), 'chargers'],
  ['an escalation at once', () => ({ escalate_minutes: 0 }), 'escalate_minutes'],
  ['no mail address', () => ({ addresses: ['guard'] }), 'addresses'],
  ['no phone', () => ({ phones: ['12'] }), 'phones'],
  ['no web address', () => ({ webhooks: ['ftp://host.example'] }), 'webhooks'],
  ['the same address twice', () => ({ addresses: ['a@example.com', 'a@example.com'] }), 'addresses'],
  ['too long a wait', () => ({ wait_minutes: 1441 }), 'wait_minutes'],
])('refused with its field: %s', async (_what, more, field) => {
  const r = await ask('admin', 'POST', `team/${t.world.one.teamId}/alert-rules`, body(more()))
  expect([r.status, Object.keys(r.errors ?? {})]).toEqual([422, [field]])
})

test('a webhook to a private network is refused unless the installation allows it, also by its name', async () => {
  const strict = await t.another({ now: () => now, mayCallPrivate: false })
  try {
    for (const url of [
      'https://127.0.0.1/x',
      'https://10.1.2.3/x',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://localhost/',
      'http://host.example/',
    ]) {
      const r = await strict.app.inject({
        method: 'POST',
        url: `/cms/v1/team/${t.world.one.teamId}/alert-rules`,
        headers: headers.admin,
        payload: body({ webhooks: [url] }),
      })
      expect([url, r.statusCode, Object.keys(r.json().errors ?? {})]).toEqual([url, 422, ['webhooks']])
    }
  } finally {
    await strict.close()
  }
})

describe('the bell', () => {
  test('only what was listed is read, whatever the order; older ones stay counted and are listed with more', async () => {
    await sql`update app_user set created_at = '2020-01-01'`.execute(t.db)
    const id = await rule()
    for (let n = 0; n < 50; n++) await alert(id, `M-${n}`, n === 0 ? { severity: 'Critical' } : {})
    const bell = async (query = '') => (await ask('operator', 'GET', `bell${query}`)).data
    const read = (b: { first: number; last: number }) =>
      ask('operator', 'POST', 'bell/read', { from: b.first, to: b.last })
    const first = await bell()
    expect([first.unread, first.entries.length, first.hasMore]).toEqual([50, 20, true])
    expect((await read(first)).data).toEqual({ unread: 30 })
    for (let n = 0; n < 3; n++) await alert(id, `N-${n}`)
    const newer = await bell()
    expect([newer.unread, newer.critical]).toEqual([33, 1])
    expect(newer.entries.filter((e: { isUnread: boolean }) => e.isUnread)).toHaveLength(3)
    expect((await read(newer)).data).toEqual({ unread: 30 })
    const more = await bell('?listed=40')
    expect([more.entries.length, more.hasMore]).toEqual([40, true])
    expect((await read(more)).data).toEqual({ unread: 13 })
    // Told late, and twice: nothing is taken back.
    await read(first)
    const all = await bell('?listed=60')
    expect([all.unread, all.critical, all.entries.length, all.hasMore, all.first]).toEqual([13, 1, 53, false, 0])
    expect((await read(all)).data).toEqual({ unread: 0 })
    const { rows } = await sql<{ rings: string }>`select read_rings::text as rings from alert_bell`.execute(t.db)
    expect(rows).toEqual([{ rings: '{}' }])
  })
  test('all that is older than the list is read at one stroke; what came later stays unread, and so does that of others', async () => {
    await sql`update app_user set created_at = '2020-01-01'`.execute(t.db)
    const id = await rule()
    for (let n = 0; n < 30; n++) await alert(id, `O-${n}`)
    const notice = (who: Person, minutes: number) =>
      sql`insert into bell_notice (user_id, company_id, at, text, leads_to, about) values (${t.world.userIds[who]},
        ${t.world.one.companyId}, ${new Date(t.services.now().getTime() - minutes * 60_000)}, 'Imported', '/import/1', ${`${who} ${minutes}`})`.execute(
        t.db,
      )
    for (const minutes of [300, 200]) await notice('operator', minutes)
    await notice('viewer', 300)
    const bell = async (who: Person) => (await ask(who, 'GET', 'bell')).data
    const seen = await bell('operator')
    expect(seen.unread).toBe(32)
    await alert(id, 'P-1')
    const body = { to: seen.last, older_until: seen.entries[0].at }
    expect((await ask('operator', 'POST', 'bell/read', body)).data).toEqual({ unread: 1 })
    expect((await bell('viewer')).unread).toBe(32)
  })
  test('counts what a person has not read in all teams, lists the last twenty, and is read by each person alone', async () => {
    await sql`update app_user set created_at = '2020-01-01'`.execute(t.db)
    const id = await rule()
    for (let n = 0; n < 22; n++) await alert(id, `S-${n}`, n === 21 ? { severity: 'Critical' } : {})
    const bell = async (who: Person) => (await ask(who, 'GET', 'bell')).data
    const seen = await bell('operator')
    expect([seen.unread, seen.critical, seen.entries.length]).toEqual([22, 1, 20])
    expect(seen.entries[0]).toMatchObject({
      severity: 'Critical',
      isUnread: true,
      isOver: false,
      to: expect.stringMatching(/^\/alerts\/\d+$/),
    })
    const told: unknown[] = []
    const off = t.services.bus.onEvent(p => told.push(p.event))
    expect((await ask('operator', 'POST', 'bell/read', { to: seen.last })).data).toEqual({ unread: 0 })
    // The other tabs of the person count anew.
    expect(told).toContainEqual(expect.objectContaining({ type: 'bell', userId: t.world.userIds.operator }))
    off()
    expect((await bell('viewer')).unread).toBe(22)
    expect((await bell('stranger')).unread).toBe(0)
    expect((await bell('nobody')).entries).toEqual([])
    await alert(id, 'S-22')
    expect((await bell('operator')).unread).toBe(1)
    // A page that tells late what it had shown takes nothing back.
    await ask('operator', 'POST', 'bell/read', { to: 1 })
    expect((await bell('operator')).unread).toBe(1)
    for (const wrong of [{ to: -1 }, { from: 5, to: 4 }, { from: -1, to: 4 }, { to: 1, notices: Array(501).fill(1) }])
      expect((await ask('operator', 'POST', 'bell/read', wrong)).status).toBe(422)
    for (const listed of ['0', '501', 'x'])
      expect((await ask('operator', 'GET', `bell?listed=${listed}`)).status).toBe(422)
  })
})
