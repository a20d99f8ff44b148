// Sending scheduled reports by a real mail server, with files made by the real code of documents: what arrives, with whose
// rights, once and not twice, and what stops it.

import { sql } from 'kysely'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTransactions } from '#desk/transactions/test-transactions.ts'
import { smtpMailer, workMail } from '#office/mail/mail.jobs.ts'
import { type Mail, mailServer } from '#operations/telling/test-outside.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { linesOf, pdfPages } from '#testing/web/pdf.ts'
import { removeOldFiles } from './report-files.commands.ts'
import { sendDue, sendTest } from './report-send.commands.ts'
import { readMail } from './test-mails.ts'
import { reportBody } from './test-reports.ts'

let t: TestApp
/** Six in the morning in India is half past midnight. */
let now = new Date('2026-03-04T00:00:00Z')
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const HOUR = 60
const DAY = 24 * HOUR
let post: Awaited<ReturnType<typeof mailServer>>
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  post = await mailServer()
  t = await startApp({ now: () => now })
  await workMail(t.services, smtpMailer(post.url, 'Wattdesk <no-reply@wattdesk.example>'))
  for (const who of ['root', 'admin', 'operator', 'viewer', 'finance', 'nobody', 'stranger'] as const)
    headers[who] = await t.as(who)
})
afterAll(async () => {
  await t.close()
  await post.close()
})
beforeEach(async () => {
  now = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
  await sql`truncate scheduled_report, scheduled_report_run, scheduled_report_receiver, bell_notice, outbox`.execute(
    t.db,
  )
})

const ask = async (
  who: Person | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
) => {
  const url = path.startsWith('/') ? path : `/cms/v1/${path}`
  const r = await t.app.inject({ method, url, ...(who && { headers: headers[who] }), ...(payload && { payload }) })
  return {
    status: r.statusCode,
    ...(r.headers['content-type']?.toString().includes('json') ? r.json() : { body: r.rawPayload }),
  }
}
const make = async (more: object = {}, who: Person = 'operator'): Promise<number> => {
  const r = await ask(who, 'POST', `team/${t.world.one.teamId}/scheduled-reports`, reportBody(more))
  expect([r.status, r.errors]).toEqual([201, undefined])
  return r.data.scheduled_report_id
}
const read = async (id: number, who: Person = 'operator') => (await ask(who, 'GET', `scheduled-reports/${id}`)).data
const runs = async (id: number, who: Person = 'operator') =>
  (await ask(who, 'GET', `scheduled-reports/${id}/runs`)).data
/** The mails that have come to an address since a number of them, once there are more. */
const mailTo = async (address: string, before = 0) => {
  const own = (all: readonly { to: string[] }[]) => all.filter(m => m.to.includes(address))
  const all = await post.mails.until(mails => own(mails).length > before)
  return readMail(own(all).at(-1) as (typeof all)[number])
}
const countTo = (address: string) => post.mails.all.filter(m => m.to.includes(address)).length
const due = async () => {
  later(31)
  return sendDue(t.services)
}
const queued = async () =>
  (await sql<{ recipient: string }>`select recipient from outbox order by outbox_id`.execute(t.db)).rows.map(
    r => r.recipient,
  )
let n = 0
const address = () => `books${++n}@volt.example`

describe('what arrives', () => {
  test('a CSV of the view: its rows, filters, order and columns, as the list’s export has them', async () => {
    const to = address()
    const content = {
      combine: 'AND',
      conditions: [{ field: 'chargepoint_id', operator: 'contains', value: t.world.chargers.ac.id }],
      q: '',
      sort: '-chargepoint_id',
      columns: [
        { field: 'chargepoint_id', isShown: true },
        { field: 'status', isShown: true },
        { field: 'vendor', isShown: false },
      ],
      density: 'comfortable',
      pageSize: 10,
    }
    const { data: view } = await ask('operator', 'POST', `team/${t.world.one.teamId}/views`, {
      list: 'chargers',
      name: 'The AC one',
      content,
    })
    const id = await make({ view_id: view.id, addresses: [to] })
    expect(await sendDue(t.services)).toBe(0)
    expect(await due()).toBe(1)
    const mail = await mailTo(to)
    expect(mail.subject).toBe('Chargers of the yard')
    expect(mail.headers).toMatch(/^List-Unsubscribe: <http:\/\/portal\.test\/public\/v1\/report-mails\/one-click\?of=/m)
    expect(mail.headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    const [file] = mail.files
    expect(file?.name).toMatch(/^Chargers_of_the_yard_2026-03-\d\d\.csv$/)
    const lines = file?.bytes.toString('utf8').trim().split('\r\n') ?? []
    expect(lines[0]).toMatch(/^\ufeff?Charger/)
    expect(lines.filter(l => l.includes(t.world.chargers.ac.id))).toHaveLength(1)
    expect(lines.some(l => l.includes(t.world.chargers.dc.id))).toBe(false)
    for (const text of [
      'Charge points: The AC one of One North',
      `Chargepoint id contains ${t.world.chargers.ac.id}`,
      'Number of rows: 1',
      'operator has this report sent to you by mail',
      `On the portal: http://portal.test/charger?view=${view.id}`,
      'Sent for operator by the report Chargers of the yard.',
      'No more of these mails: http://portal.test/stop-report?of=',
    ])
      expect(mail.text).toContain(text)
    expect(mail.text).toMatch(/Made for: \d\d Mar 2026 06:00 \(Asia\/Kolkata\)/)
    expect(mail.text).toMatch(/Next sending: \d\d Mar 2026 06:00 \(Asia\/Kolkata\)/)
    expect((await runs(id))[0]).toMatchObject({
      result: 'Sent',
      rows: 1,
      receivers: [to],
      file_name: file?.name,
      is_test: false,
    })
    expect(await read(id)).toMatchObject({ last_result: 'Sent', last_rows: 1, last_bytes: file?.bytes.length })
  })

  test('sessions of the day before as Excel, by the business zone; the first mail to an address alone says who sends it', async () => {
    await addTransactions(t.db, t.world, 4)
    const day = new Date(now.getTime() - 86_400_000)
    const at = (hour: number) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour))
    const { rows } = await sql<{ id: number }>`select transaction_id as id from transaction order by 1`.execute(t.db)
    // India's day of before is from 18:30 two days ago to 18:30 of yesterday.
    for (const [i, when] of [at(-6), at(10), at(18), at(19)].entries())
      await sql`update transaction set started_at = ${when} where transaction_id = ${rows[i]?.id}`.execute(t.db)
    const to = address()
    await make({ source: 'transactions', period: 'day', format: 'xlsx', addresses: [to] })
    await due()
    const mail = await mailTo(to)
    const [file] = mail.files
    expect(file?.name).toMatch(/\.xlsx$/)
    const sheet = await readXlsx(file?.bytes as Buffer)
    const cells = (
      Array.isArray(sheet[0]) ? sheet : (sheet as unknown as { data: unknown[][] }[])[0]?.data
    ) as unknown[][]
    const ids = cells.slice(1).flatMap(row =>
      row
        .filter(c => rows.some(r => String(r.id) === String(c)))
        .map(String)
        .slice(0, 1),
    )
    const wanted = (
      await ask(
        'operator',
        'GET',
        `team/${t.world.one.teamId}/transactions?export=true&tz=330&filters=${encodeURIComponent(
          JSON.stringify({
            combine: 'AND',
            conditions: [
              {
                field: 'starttime',
                operator: 'between',
                value: [at(0).toISOString().slice(0, 10), at(0).toISOString().slice(0, 10)],
              },
            ],
          }),
        )}`,
      )
    ).data.map((r: { transactionId: number }) => String(r.transactionId))
    expect(wanted.length).toBeGreaterThan(0)
    expect(ids.sort()).toEqual(wanted.sort())
    later(DAY - 31)
    await due()
    const second = await mailTo(to, 1)
    expect(second.text).not.toContain('has this report sent to you')
    expect(second.text).toContain('Sent for operator')
  })

  test('every source takes the same days for the same period', async () => {
    now = new Date('2026-11-29T16:30:00Z')
    later(0)
    const asked: string[] = []
    const inside = t.services.callInside
    t.services.callInside = call => {
      asked.push(decodeURIComponent(call.url))
      return inside(call)
    }
    const sources = ['transactions', 'upi-transactions', 'report', 'dashboard', 'uptime', 'alerts', 'audit'] as const
    const told = new Map<string, [string, string, string]>()
    try {
      for (const source of sources) {
        const before = asked.length
        const id = await make({ source, period: 'week', format: 'csv', name: source, hour: 23 }, 'admin')
        now = new Date('2026-11-29T17:32:00Z')
        await sendDue(t.services)
        const [run] = await runs(id, 'admin')
        told.set(source, [run?.told, run?.file_name?.slice(-14), asked.slice(before).join(' ')])
        now = new Date('2026-11-29T16:30:00Z')
      }
    } finally {
      t.services.callInside = inside
    }
    for (const source of sources) {
      const [words, file, urls] = told.get(source) ?? []
      expect([source, words, file]).toEqual([source, '22 Nov 2026 to 28 Nov 2026', '2026-11-28.csv'])
      expect(urls, source).toMatch(/2026-11-22|2026-11-21T18:30:00/)
      expect(urls, source).toMatch(/2026-11-28/)
      expect(urls, source).not.toMatch(/timeRange/)
    }
  })

  test('the owner is not told that the owner has it sent', async () => {
    const { userIds } = t.world
    const id = await make({ users: [userIds.operator, userIds.viewer], addresses: [] })
    await due()
    expect((await runs(id))[0]?.receivers).toHaveLength(2)
    const { rows } = await sql<{ recipient: string; isTold: boolean }>`select recipient,
      body like '%has this report sent to you by mail%' as is_told from outbox`.execute(t.db)
    const own = (await t.db.selectFrom('appUser').select('email').where('id', '=', userIds.operator).executeTakeFirst())
      ?.email
    expect(rows.map(r => [r.recipient === own, r.isTold]).toSorted()).toEqual([
      [false, true],
      [true, false],
    ])
  })

  test('without a mail server a run says that its mails are kept in the outbox', async () => {
    t.services.keepsMails = true
    try {
      const id = await make({ addresses: [address()] })
      await due()
      const [run] = await runs(id)
      expect([run?.result, run?.reason]).toEqual(['Kept in the outbox', 'No mail server is set up'])
      expect(await read(id)).toMatchObject({ last_result: 'Kept in the outbox' })
    } finally {
      t.services.keepsMails = false
    }
  })

  test('who is off the team gets nothing more, cannot be chosen anew, and the run says why', async () => {
    const { viewer, nobody } = t.world.userIds
    const to = address()
    const id = await make({ addresses: [to], users: [viewer] })
    const body = reportBody({ users: [viewer, nobody], addresses: [to] })
    const text = 'Some of these people have no role on the team'
    const refused = async (r: ReturnType<typeof ask>) => {
      const { status, errors } = await r
      expect([status, errors]).toEqual([422, { users: text }])
    }
    await refused(ask('operator', 'PUT', `scheduled-reports/${id}`, body))
    await refused(ask('operator', 'POST', `team/${t.world.one.teamId}/scheduled-reports`, { ...body, name: 'Anew' }))
    const offered = async () =>
      (await ask('operator', 'GET', `team/${t.world.one.teamId}/report-people`)).data.map((p: { id: number }) => p.id)
    expect(await offered()).toContain(viewer)
    const { rows } = await sql<{ teamId: number; roleId: number }>`delete from team_member where user_id = ${viewer}
      returning team_id, role_id`.execute(t.db)
    try {
      expect(await offered()).not.toContain(viewer)
      await due()
      const [run] = await runs(id)
      expect([run?.receivers, run?.left_out]).toEqual([[to], ['viewer (no role on the team any more)']])
      expect(await queued()).toEqual([to])
      expect((await read(id)).receivers).toBe(1)
      await refused(
        ask(
          'operator',
          'POST',
          `team/${t.world.one.teamId}/scheduled-reports`,
          reportBody({ users: [viewer], name: 'Anew' }),
        ),
      )
    } finally {
      for (const { teamId, roleId } of rows)
        await sql`insert into team_member (team_id, user_id, role_id) values (${teamId}, ${viewer}, ${roleId})`.execute(
          t.db,
        )
    }
  })

  test.each<[string, object, RegExp]>([
    ['a list', { source: 'chargers' }, /Charge points/],
    ['the statement with its totals', { source: 'report', period: 'week' }, /Total sessions/],
    ['the dashboard', { source: 'dashboard', period: 'day' }, /Whole period/],
    ['uptime', { source: 'uptime', period: 'week' }, /Overall uptime/],
    ['the month end', { source: 'month-end', period: 'month' }, /Sessions that have not ended/],
  ])('as PDF: %s', async (_, more, words) => {
    const to = address()
    const who = 'admin'
    const r = await ask(
      who,
      'POST',
      `team/${t.world.one.teamId}/scheduled-reports`,
      reportBody({ ...more, format: 'pdf', addresses: [to] }),
    )
    expect(r.errors).toBeUndefined()
    await due()
    const mail = await mailTo(to)
    expect(mail.files.map(f => f.name)).toEqual([expect.stringMatching(/\.pdf$/)])
    const bytes = mail.files[0]?.bytes as Buffer
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const pages = await pdfPages(new Blob([new Uint8Array(bytes)]))
    const letters = pages.flatMap(linesOf).join(' ').replaceAll(/\s+/g, ' ')
    expect(letters).toMatch(words)
    expect(letters).toContain('One North')
  })

  test('every source makes a CSV that has its header', async () => {
    const { data } = await ask('admin', 'GET', `team/${t.world.one.teamId}/report-sources`)
    const sources: string[] = data.map((s: { source: string }) => s.source)
    expect(sources.length).toBeGreaterThan(20)
    const period = (s: string) =>
      s === 'month-end' ? 'month' : ['upi-transactions', 'report', 'dashboard', 'uptime'].includes(s) ? 'day' : 'view'
    const made = new Map<string, number>()
    for (const source of sources)
      made.set(source, await make({ source, period: period(source), name: source }, 'admin'))
    await due()
    for (const [source, id] of made) {
      const [run] = await runs(id, 'admin')
      expect([source, run?.result, run?.reason]).toEqual([source, 'Sent', null])
    }
  })
})

const bellsOf = async (who: Person) => {
  const { rows } = await sql<{ text: string; leadsTo: string }>`select text, leads_to from bell_notice
    where user_id = ${t.world.userIds[who]} order by bell_notice_id`.execute(t.db)
  return rows.map(b => [b.text, b.leadsTo])
}
/** A person of the company with the operator's role on the team, who may be deleted. */
const colleague = async (username: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into app_user (username, first_name, last_name, email, company_id, user_type)
    select ${username}, 'New', 'Colleague', ${`${username}@volt.example`}, company_id, user_type from app_user
    where id = ${t.world.userIds.operator} returning id`.execute(t.db)
  const id = rows[0]?.id ?? 0
  await sql`insert into team_member (team_id, user_id, role_id) select team_id, ${id}, role_id from team_member
    where user_id = ${t.world.userIds.operator}`.execute(t.db)
  return id
}

describe('who hears of a report that stops', () => {
  test('receivers with a role and who may take it over by the bell, all others by mail; links lead where they may go', async () => {
    const to = address()
    const { viewer, finance, nobody } = t.world.userIds
    const id = await make({ addresses: [to], users: [viewer, finance], source: 'alerts' })
    // A person who has lost the role since.
    await sql`update scheduled_report set users = users || ${nobody}::int where scheduled_report_id = ${id}`.execute(
      t.db,
    )
    await sql`update app_user set is_active = false where id = ${t.world.userIds.operator}`.execute(t.db)
    await due()
    await sql`update app_user set is_active = true where id = ${t.world.userIds.operator}`.execute(t.db)
    const reason = 'Its owner can no longer sign in'
    expect(await bellsOf('admin')).toEqual([
      [
        `The report Chargers of the yard of One North, sent for operator, has stopped: ${reason}. You may take it over`,
        `/scheduled-reports/${id}`,
      ],
    ])
    const came = `The report Chargers of the yard no longer comes: ${reason}`
    expect(await bellsOf('viewer')).toEqual([[came, '/alerts']])
    expect(await bellsOf('finance')).toEqual([[came, '/scheduled-reports']])
    expect([await bellsOf('nobody'), await bellsOf('stranger')]).toEqual([[], []])
    const mail = await mailTo(to)
    expect(mail.subject).toBe('The report Chargers of the yard no longer comes')
    expect(mail.text).toContain('has stopped and is sent no more')
    expect(mail.text).not.toContain('http')
    expect(mail.files).toEqual([])
    const { rows } = await sql<{ email: string }>`select email from app_user where id = ${nobody}`.execute(t.db)
    expect((await mailTo(rows[0]?.email ?? '')).text).toContain('Those who look after the reports of One North')
  })

  test('an owner without a role on the team is told, and is led nowhere', async () => {
    const owner = await colleague('gone.colleague')
    const id = await make({ users: [t.world.userIds.viewer] })
    await sql`update scheduled_report set owner_id = ${owner} where scheduled_report_id = ${id}`.execute(t.db)
    await sql`delete from team_member where user_id = ${owner}`.execute(t.db)
    await due()
    const mail = await mailTo('gone.colleague@volt.example')
    expect(mail.text).toContain('Who changes the users of One North may take it over')
    expect(mail.text).not.toContain('http')
    await sql`delete from app_user where id = ${owner}`.execute(t.db)
  })
})

describe('an owner who is deleted', () => {
  test('leaves the reports stopped, for others to take over; the answer and the list of users say how many', async () => {
    const to = address()
    const owner = await colleague('new.colleague')
    const [one, paused] = [await make({ addresses: [to] }), await make({ name: 'Another' })]
    await sql`update scheduled_report set owner_id = ${owner}`.execute(t.db)
    await sql`update scheduled_report set state = 'Paused', next_at = null where scheduled_report_id = ${paused}`.execute(
      t.db,
    )
    const { data: listed } = await ask('admin', 'GET', `users?teamId=${t.world.one.teamId}&q=new.colleague`)
    expect(listed[0]).toMatchObject({ scheduledReports: 2 })
    // Deleting asks for a fresh proof.
    headers.admin = await t.as('admin')
    const gone = await ask('admin', 'DELETE', `user/${owner}`)
    expect(gone.message).toBe(
      'User deleted successfully. 2 scheduled reports of this user have stopped, until somebody else takes them over.',
    )
    const reason = 'The account of its owner was deleted: new.colleague'
    for (const id of [one, paused])
      expect(await read(id, 'admin')).toMatchObject({
        state: 'Stopped',
        stopped_why: reason,
        owner: 'Nobody',
        owner_id: null,
        isMine: false,
      })
    expect((await runs(one, 'admin')).map((r: { result: string }) => r.result)).toEqual(['Stopped'])
    expect((await mailTo(to)).text).toContain('has stopped and is sent no more')
    expect(await bellsOf('admin')).toHaveLength(2)
    expect((await ask('admin', 'POST', `scheduled-reports/${one}/resume`)).message).toContain('has no owner any more')
    expect((await ask('admin', 'POST', `scheduled-reports/${one}/take-over`)).data).toMatchObject({
      owner: 'admin',
      isMine: true,
    })
    expect((await ask('admin', 'POST', `scheduled-reports/${one}/resume`)).data.state).toBe('Active')
    await due()
    expect((await mailTo(to, 1)).text).toContain('Sent for admin')
  })

  test('otherwise than by the portal leaves no report that is sent', async () => {
    const id = await make()
    await sql`update scheduled_report set owner_id = null`.execute(t.db)
    await due()
    expect(await read(id, 'admin')).toMatchObject({
      state: 'Stopped',
      stopped_why: 'The account of its owner was deleted',
    })
  })
})

describe('with whose rights', () => {
  test('a report of somebody who lost the right stops itself and says so, by mail and bell', async () => {
    const to = address()
    const id = await make({ addresses: [to], source: 'tags' }, 'viewer')
    const { rows } = await sql<{
      role: number
    }>`select role_id as role from team_member where user_id = ${t.world.userIds.viewer} limit 1`.execute(t.db)
    await sql`update role_access set can_view = false where role_id = ${rows[0]?.role} and feature_id = 5`.execute(t.db)
    await due()
    const reason = 'viewer no longer may view RFID tags of One North'
    expect(await read(id, 'viewer')).toMatchObject({ state: 'Stopped', stopped_why: reason, next_at: null })
    expect((await runs(id, 'viewer'))[0]).toMatchObject({ result: 'Stopped', reason })
    const own =
      (await sql<{ email: string }>`select email from app_user where id = ${t.world.userIds.viewer}`.execute(t.db))
        .rows[0]?.email ?? ''
    expect((await mailTo(own)).text).toContain(reason)
    expect(await bellsOf('viewer')).toEqual([
      [`The report Chargers of the yard has stopped: ${reason}`, `/scheduled-reports/${id}`],
    ])
    expect((await ask('viewer', 'POST', `scheduled-reports/${id}/resume`)).status).toBe(403)
    await sql`update role_access set can_view = true where role_id = ${rows[0]?.role} and feature_id = 5`.execute(t.db)
    expect((await ask('viewer', 'POST', `scheduled-reports/${id}/resume`)).data.state).toBe('Active')
  })

  test('a view that is no longer shared, or gone, stops the report; a change of the view is followed', async () => {
    const content = {
      combine: 'AND',
      conditions: [],
      q: 'nothing has this',
      sort: null,
      columns: [],
      density: 'comfortable',
      pageSize: 10,
    }
    const { data: view } = await ask('admin', 'POST', `team/${t.world.one.teamId}/views`, {
      list: 'chargers',
      name: 'Shared one',
      isShared: true,
      content,
    })
    const id = await make({ view_id: view.id })
    await due()
    expect((await runs(id))[0].rows).toBe(0)
    await ask('admin', 'PUT', `team/${t.world.one.teamId}/views/${view.id}`, { content: { ...content, q: '' } })
    later(DAY - 31)
    await due()
    expect((await runs(id))[0].rows).toBeGreaterThan(1)
    await ask('admin', 'PUT', `team/${t.world.one.teamId}/views/${view.id}`, { isShared: false })
    later(DAY - 31)
    await due()
    expect(await read(id)).toMatchObject({
      state: 'Stopped',
      stopped_why: 'Its view was deleted, or is no longer shared with its owner',
    })
  })

  test('an owner who is switched off has nothing sent', async () => {
    const id = await make({}, 'viewer')
    await sql`update app_user set is_active = false where id = ${t.world.userIds.viewer}`.execute(t.db)
    await due()
    expect(await read(id, 'admin')).toMatchObject({ state: 'Stopped', stopped_why: 'Its owner can no longer sign in' })
    await sql`update app_user set is_active = true where id = ${t.world.userIds.viewer}`.execute(t.db)
  })
})

describe('once and not twice', () => {
  test('what was missed for five days is made up once, for the last of the times', async () => {
    const id = await make()
    later(5 * DAY)
    await due()
    expect(await sendDue(t.services)).toBe(0)
    const all = await runs(id)
    expect(all).toHaveLength(1)
    expect(all[0].due_at).toBe(new Date(now.getTime() - 60_000).toISOString())
    expect((await read(id)).next_at).toBe(new Date(now.getTime() - 60_000 + 86_400_000).toISOString())
  })

  test('two nodes at once, and a node that makes while another has sent: one mail', async () => {
    const to = address()
    const id = await make({ addresses: [to] })
    later(31)
    const other = await t.another({ now: () => now })
    await Promise.all([sendDue(t.services), sendDue(other.services)])
    expect(await queued()).toEqual([to])
    later(DAY - 31)
    later(31)
    // The first has made its file and not queued its mails when the second finds the report due again.
    await sendDue(t.services, {
      between: async () => {
        await sql`update scheduled_report set try_at = ${now}`.execute(t.db)
        await sendDue(other.services)
      },
    })
    expect(await queued()).toEqual([to, to])
    expect(await runs(id)).toHaveLength(2)
    await other.close()
  })

  test('a death between the file and the mail: sent once, by the next run', async () => {
    const to = address()
    const id = await make({ addresses: [to] })
    later(31)
    await sendDue(t.services, { between: () => Promise.reject(new Error('The node is killed')) })
    expect(await queued()).toEqual([])
    expect(await sendDue(t.services)).toBe(0)
    later(3)
    expect(await sendDue(t.services)).toBe(1)
    expect(await queued()).toEqual([to])
    expect((await runs(id)).map((r: { result: string }) => r.result)).toEqual(['Sent'])
  })

  test('tried for some hours in vain, the time is given up and said; the next one comes', async () => {
    const id = await make()
    later(31)
    for (let i = 0; i < 8; i++) {
      await sendDue(t.services, { between: () => Promise.reject(new Error('The disk is away')) })
      later(61)
    }
    const [run] = await runs(id)
    expect(run).toMatchObject({ result: 'Failed' })
    expect(await read(id)).toMatchObject({ state: 'Active' })
    expect(Date.parse((await read(id)).next_at)).toBeGreaterThan(now.getTime())
  })

  test('the mails of a person above the cap of an hour wait for the next', async () => {
    const addresses = Array.from({ length: 50 }, (_, i) => `many${i}@volt.example`)
    for (let i = 0; i < 11; i++) await make({ name: `R${i}`, addresses, source: 'tags' }, 'admin')
    await due()
    expect(await queued()).toHaveLength(500)
    later(70)
    await sendDue(t.services)
    expect(await queued()).toHaveLength(550)
  })
})

describe('a file above the limit', () => {
  test('lies for who signs in and has a role on the team, for seven days; then 410, and it is gone', async () => {
    const to = address()
    const id = await make({ addresses: [to] })
    later(31)
    await sendDue(t.services, { attachedBytes: 10 })
    const mail = await mailTo(to)
    expect(mail.files).toEqual([])
    expect(mail.text).toContain('The file is too long for a mail')
    const [, fileId] = /http:\/\/portal\.test\/scheduled-reports\/file\/(\d+)/.exec(mail.text) ?? []
    expect((await runs(id))[0]).toMatchObject({ result: 'Sent as a link' })
    const file = `scheduled-report-files/${fileId}`
    expect((await ask(undefined, 'GET', file)).status).toBe(401)
    expect((await ask('stranger', 'GET', file)).status).toBe(404)
    expect((await ask('nobody', 'GET', `${file}/about`)).status).toBe(404)
    expect((await ask('viewer', 'GET', `${file}/about`)).data).toMatchObject({ report: 'Chargers of the yard' })
    const got = await ask('viewer', 'GET', file)
    expect([got.status, (got.body as Buffer).toString('utf8')]).toEqual([
      200,
      expect.stringContaining(t.world.chargers.ac.id),
    ])
    later(7 * DAY + 1)
    const over = await ask('viewer', 'GET', file)
    expect([over.status, over.message]).toEqual([410, expect.stringContaining('7 days')])
    expect(await removeOldFiles(t.services)).toBe(1)
    expect(await removeOldFiles(t.services)).toBe(0)
    expect((await ask('viewer', 'GET', file)).status).toBe(410)
  })
})

test('a file above the limit is not for who has a role on the team, but may neither view the list nor gets the report', async () => {
  const [one, other] = [
    await make({ source: 'alerts' }),
    await make({ name: 'Of finance', source: 'alerts', users: [t.world.userIds.finance] }),
  ]
  later(31)
  await sendDue(t.services, { attachedBytes: 10 })
  const fileOf = async (id: number) => `scheduled-report-files/${(await runs(id))[0].id}`
  const others = await fileOf(one)
  expect((await ask('viewer', 'GET', others)).status).toBe(200)
  expect((await ask('finance', 'GET', others)).status).toBe(404)
  expect((await ask('finance', 'GET', `${others}/about`)).status).toBe(404)
  expect((await ask('finance', 'GET', await fileOf(other))).status).toBe(200)
})

describe('a receiver’s link', () => {
  test('stops it for that receiver alone; the owner cannot name the receiver again', async () => {
    const [one, two] = [address(), address()]
    const id = await make({ addresses: [one, two] })
    await due()
    const link = new URL(/http:\/\/portal\.test\/stop-report\?\S+/.exec((await mailTo(one)).text)?.[0] ?? '').search
    expect((await ask(undefined, 'GET', `/public/v1/report-mails${link}`)).data).toMatchObject({
      receiver: one,
      isStopped: false,
    })
    const once = await t.app.inject({
      method: 'POST',
      url: `/public/v1/report-mails/one-click${link}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(once.json().data.isStopped).toBe(true)
    later(DAY - 31)
    await due()
    await mailTo(two, 1)
    expect(countTo(one)).toBe(1)
    expect((await runs(id))[0]).toMatchObject({ receivers: [two], left_out: [one] })
    expect((await read(id)).stopped).toEqual([one])
    const change = (addresses: string[]) => ask('operator', 'PUT', `scheduled-reports/${id}`, reportBody({ addresses }))
    expect((await change([one, two])).status).toBe(200)
    expect((await change([two])).status).toBe(200)
    const refused = await change([one.toUpperCase(), two])
    expect(refused.errors).toEqual({
      addresses: `${one} has stopped this report. Only the link in one of its mails lets it come again`,
    })
    const copy = await ask(
      'operator',
      'POST',
      `team/${t.world.one.teamId}/scheduled-reports`,
      reportBody({ addresses: [one] }),
    )
    expect(copy.status).toBe(422)
    expect((await ask(undefined, 'POST', `/public/v1/report-mails/start${link}`)).data.isStopped).toBe(false)
    expect((await change([one, two])).status).toBe(200)
    expect(
      (await ask(undefined, 'POST', `/public/v1/report-mails/stop${link.replace(/key=.*/, 'key=x')}`)).status,
    ).toBe(404)
  })

  test('an address stops all reports of the list that name it, and lets all of them come again', async () => {
    const to = address()
    const [one, other, tags] = [
      await make({ addresses: [to] }),
      await make({ name: 'Of admin', addresses: [to.toUpperCase()] }, 'admin'),
      await make({ name: 'Tags', source: 'tags', addresses: [to] }),
    ]
    await due()
    const link = new URL(/http:\/\/portal\.test\/stop-report\?\S+/.exec((await mailTo(to)).text)?.[0] ?? '').search
    const of = Number(/of=(\d+)/.exec(link)?.[1])
    const stopped = async () =>
      Promise.all([one, other, tags].map(async id => [id, (await read(id, 'admin')).stopped.length > 0]))
    await ask(undefined, 'POST', `/public/v1/report-mails/stop${link}`)
    const same = of === tags ? [tags] : [one, other]
    expect(await stopped()).toEqual([one, other, tags].map(id => [id, same.includes(id)]))
    await ask(undefined, 'POST', `/public/v1/report-mails/start${link}`)
    expect(await stopped()).toEqual([one, other, tags].map(id => [id, false]))
  })

  test('a receiver whose account is switched off or deleted is named as left out', async () => {
    const gone = await colleague('left.colleague')
    const id = await make({ users: [gone, t.world.userIds.viewer], addresses: [address()] })
    expect(await read(id)).toMatchObject({ receivers: 3, people: ['left.colleague', 'viewer'] })
    await sql`update app_user set is_active = false where id = ${gone}`.execute(t.db)
    await due()
    expect((await runs(id))[0].left_out).toEqual(['left.colleague (switched off)'])
    await sql`delete from app_user where id = ${gone}`.execute(t.db)
    later(DAY - 31)
    await due()
    expect((await runs(id))[0].left_out).toEqual(['a person whose account was deleted'])
    expect((await read(id)).receivers).toBe(2)
  })

  test('when the last receiver has stopped it, the report stops', async () => {
    const to = address()
    const id = await make({ addresses: [to] })
    await due()
    const link = new URL(/http:\/\/portal\.test\/stop-report\?\S+/.exec((await mailTo(to)).text)?.[0] ?? '').search
    await ask(undefined, 'POST', `/public/v1/report-mails/stop${link}`)
    later(DAY - 31)
    await due()
    expect(await read(id)).toMatchObject({ state: 'Stopped', stopped_why: 'Nobody is left who gets it' })
  })
})

test('a test goes to its owner alone, once for each time it was asked for, and says that it is one', async () => {
  const to = address()
  const id = await make({ addresses: [to] })
  const own =
    (await sql<{ email: string }>`select email from app_user where id = ${t.world.userIds.operator}`.execute(t.db))
      .rows[0]?.email ?? ''
  const { data } = await ask('operator', 'POST', `scheduled-reports/${id}/test`)
  await sendTest(t.services, id, new Date(data.at))
  await sendTest(t.services, id, new Date(data.at))
  // Words of earlier tests to the same person may still be on their way.
  const isTest = (m: Mail) => m.to.includes(own) && readMail(m).subject === 'Test: Chargers of the yard'
  const mail = readMail((await post.mails.until(mails => mails.some(isTest))).find(isTest) as Mail)
  expect(mail.text).toContain('This is a test')
  expect(mail.files).toHaveLength(1)
  expect(await queued()).toEqual([own])
  expect((await runs(id)).map((r: { is_test: boolean }) => r.is_test)).toEqual([true])
})

test('two hundred reports that are due together are worked off one after the other, each once', async () => {
  await sql`insert into scheduled_report (company_id, team_id, owner_id, name, source, period, rhythm, hour, format, addresses, state, next_at, created_at)
    select ${t.world.one.companyId}, ${t.world.one.teamId}, ${t.world.userIds.operator}, 'R' || n, 'chargers', 'view', 'daily', 6, 'csv', '{}', 'Active', ${now}, ${now}
    from generate_series(1, 200) n`.execute(t.db)
  // Without receivers each ends at once: what is counted is the way through the queue.
  expect(await sendDue(t.services)).toBe(200)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from scheduled_report where state = 'Stopped'`.execute(t.db)
  expect(rows[0]?.n).toBe(200)
})
