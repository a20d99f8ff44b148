// Mail: with the commit or not at all, once, tried again when the server refuses; the outbox for developers alone.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailServer } from '#operations/telling/test-outside.ts'
import type { Made } from '#platform/documents/documents.ts'
import { folderFiles } from '#platform/files/files.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { type Mailer, MailRefused, smtpMailer, workMail } from './mail.jobs.ts'
import * as store from './mail.store.ts'
import { attach, removeOldAttachments } from './mail-attachment.commands.ts'
import { outboxPage } from './outbox-page.rules.ts'

let t: TestApp
const arrived: string[] = []
const texts: string[] = []
let hear: () => void = () => undefined
const mailer: Mailer = {
  name: 'test',
  send: async ({ to, text }) => {
    arrived.push(to)
    texts.push(text)
    hear()
    if (to.startsWith('refused')) throw new Error('550 no such mailbox')
  },
  close: () => undefined,
}
beforeAll(async () => {
  t = await startApp()
  await workMail(t.services, mailer)
})
afterAll(() => t.close())

const post = (to: string) => store.post(t.db, t.services.jobs, { to, subject: 'Hello', text: 'A line' })
const until = async (reached: () => boolean) => {
  while (!reached())
    await new Promise<void>(resolve => {
      hear = resolve
    })
}
const rowOf = async (to: string) => (await store.newest(t.db)).find(r => r.recipient === to)

test('a mail of a transaction that failed never leaves; the one after it does', async () => {
  await expect(
    t.db.transaction().execute(async trx => {
      await store.post(trx, t.services.jobs, { to: 'undone@example.com', subject: 'x', text: 'x' })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await post('done@example.com')
  await until(() => arrived.includes('done@example.com'))
  expect(arrived).not.toContain('undone@example.com')
  expect(await rowOf('undone@example.com')).toBeUndefined()
})

test('a refusal of the mail server stands beside the mail, which is not marked as sent', async () => {
  await post('refused@example.com')
  await until(() => arrived.includes('refused@example.com'))
  await post('after@example.com')
  await until(() => arrived.includes('after@example.com'))
  expect(await rowOf('refused@example.com')).toMatchObject({ sentAt: null, error: '550 no such mailbox' })
})

/** The installation is in test mode. */
const LINES = 'Test mode: no money moves\n\nA line'

test('in test mode the first line of a mail says so, in live mode nothing stands before its text', async () => {
  await post('first@example.com')
  await until(() => arrived.includes('first@example.com'))
  expect(texts[arrived.indexOf('first@example.com')]).toBe(LINES)
  expect(store.mailText({ body: 'A line', language: null }, 'live')).toBe('A line')
})

test('the outbox is read in development on the same machine only', async () => {
  const read = (remoteAddress: string) => t.app.inject({ url: '/dev/outbox', remoteAddress })
  expect((await read('127.0.0.1')).json().data[0]).toMatchObject({ channel: 'mail', subject: 'Hello', body: LINES })
  expect((await read('10.0.0.1')).statusCode).toBe(404)
  t.services.isDevelopment = false
  expect((await read('127.0.0.1')).statusCode).toBe(404)
  t.services.isDevelopment = true
})

test('for a browser the outbox is a page, in which the text of a mail stays text', async () => {
  await post('<b>@example.com')
  const { body } = await t.app.inject({
    url: '/dev/outbox',
    remoteAddress: '127.0.0.1',
    headers: { accept: 'text/html' },
  })
  expect(body).toContain('<h1>Outbox</h1>')
  expect(body).toContain('Mail to &lt;b&gt;@example.com')
  expect(body).not.toContain('<b>')
})

test('without a server a mail is kept, and the page says so; its links lead somewhere, whatever else stands in it', async () => {
  const line = {
    outboxId: 1,
    channel: 'mail' as const,
    recipient: 'a@example.com',
    subject: 'Hello',
    body: 'Stop: http://localhost:1/stop-report?of=u1&key=x\n<b>http://x.test/"onclick</b>',
    createdAt: '2026-11-29T16:14:00.000Z',
    sentAt: null,
    isKept: true,
    error: null,
    attachments: [],
  }
  const html = outboxPage([line], 'Asia/Kolkata', '/brands/default-small.svg')
  expect(html).toContain('29 Nov 2026 21:44; kept in the outbox: no mail server is set up')
  expect(html).toContain('<a href="http://localhost:1/stop-report?of=u1&amp;key=x">')
  expect(html).not.toMatch(/<b>|"onclick|sent 29/)
  expect(html).toContain('<link rel="icon" href="/brands/default-small.svg">')
})

test('what a mail server refuses for good is tried once; what it refuses for now is tried again', async () => {
  const server = await mailServer()
  const other = await startApp()
  await workMail(other.services, smtpMailer(server.url, 'no-reply@wattdesk.example'))
  const send = (to: string) => store.post(other.db, other.services.jobs, { to, subject: 'Hello', text: 'A line' })
  const [gone, busy] = [await send('550-gone@example.com'), await send('450-busy@example.com')]
  const jobs = async () =>
    (
      await sql<{ id: number; state: string }>`select (data->>'outboxId')::int as id, state::text as state
        from pgboss.job where name = 'mail' order by 1`.execute(other.db)
    ).rows
  await expect.poll(jobs, { timeout: 20_000 }).toEqual([
    { id: gone, state: 'completed' },
    { id: busy, state: 'retry' },
  ])
  expect(server.refusals.all.toSorted()).toEqual(['450-busy@example.com', '550-gone@example.com'])
  const lines = [await store.get(other.db, gone), await store.get(other.db, busy)]
  expect(lines.map(l => [l?.sentAt, l?.givenUpAt !== null, l?.error])).toEqual([
    [null, true, 'Refused for good by the mail server: 550 No mailbox 550-gone@example.com'],
    [null, false, expect.stringContaining('450 No mailbox 450-busy@example.com')],
  ])
  const page = { url: '/dev/outbox', remoteAddress: '127.0.0.1', headers: { accept: 'text/html' } }
  expect((await other.app.inject(page)).body).toContain(
    'not sent: Refused for good by the mail server: 550 No mailbox 550-gone@example.com',
  )
  // A job that comes once more, as after a lost node, finds the line marked.
  await other.services.jobs.send(other.db, 'mail', { outboxId: gone })
  await expect
    .poll(async () => (await jobs()).map(j => j.state), { timeout: 20_000 })
    .toEqual(['completed', 'completed', 'retry'])
  expect(server.refusals.all.filter(to => to.startsWith('550'))).toHaveLength(1)
  await other.close()
  // A server that is not there is no refusal.
  await server.close()
  const away = smtpMailer(server.url, 'no-reply@wattdesk.example')
  const letter = { id: 'x', to: 'a@example.com', subject: 'x', text: 'x', enclosed: [] }
  await expect(away.send(letter)).rejects.not.toBeInstanceOf(MailRefused)
})

describe('attachments', () => {
  let receiver: Awaited<ReturnType<typeof mailServer>>
  let other: TestApp
  let folder: string
  beforeAll(async () => {
    receiver = await mailServer()
    folder = await mkdtemp(join(tmpdir(), 'wattdesk-attachments-'))
    other = await startApp({ files: folderFiles(join(folder, 'files')) })
  })
  afterAll(async () => {
    await other.close()
    await receiver.close()
    await rm(folder, { recursive: true })
  })
  const made = async (bytes: Buffer, fileName = 'Übersicht.pdf'): Promise<Made> => {
    const path = join(folder, fileName)
    await writeFile(path, bytes)
    return { path, bytes: bytes.length, type: 'application/pdf', fileName, remove: () => rm(path, { force: true }) }
  }
  const names = async () => {
    const all: string[] = []
    for await (const name of other.services.files.list('mail')) all.push(name)
    return all
  }

  test('leave with the mail, posted before the product was started anew, and are removed once a server took them', async () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 256))
    const attachment = await attach(other.services, await made(bytes))
    expect(existsSync(join(folder, 'Übersicht.pdf'))).toBe(false)
    const letter = { to: 'with@example.com', subject: 'Paper', text: 'Attached', attachments: [attachment] }
    const outboxId = await store.post(other.db, other.services.jobs, letter)
    const list = async (path: string) => other.app.inject({ url: path, remoteAddress: '127.0.0.1' })
    const [line] = (await list('/dev/outbox')).json().data
    expect(line.attachments).toEqual([
      { fileName: 'Übersicht.pdf', type: 'application/pdf', bytes: 5000, url: `/dev/outbox/${outboxId}/0` },
    ])
    const page = async () => {
      const asked = { url: '/dev/outbox', remoteAddress: '127.0.0.1', headers: { accept: 'text/html,*/*' } }
      const { headers, body } = await other.app.inject(asked)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      return body
    }
    expect(await page()).toContain(`<li><a href="/dev/outbox/${outboxId}/0">Übersicht.pdf, 5 KB</a></li>`)
    const opened = await list(line.attachments[0].url)
    expect([opened.headers['content-type'], opened.rawPayload.equals(bytes)]).toEqual(['application/pdf', true])
    expect((await list(`/dev/outbox/${outboxId}/1`)).statusCode).toBe(404)
    expect((await other.app.inject({ url: line.attachments[0].url, remoteAddress: '10.0.0.1' })).statusCode).toBe(404)
    await workMail(other.services, smtpMailer(receiver.url, 'Wattdesk <no-reply@wattdesk.example>'))
    const [mail] = await receiver.mails.until(all => all.length > 0)
    expect(mail?.to).toEqual(['with@example.com'])
    const [, encoded = ''] =
      /Content-Disposition: attachment[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(mail?.raw ?? '') ?? []
    expect(Buffer.from(encoded, 'base64').equals(bytes)).toBe(true)
    await expect.poll(names).toEqual([])
    expect((await list(line.attachments[0].url)).statusCode).toBe(404)
    expect((await list('/dev/outbox')).json().data[0].attachments[0]).toMatchObject({ url: null })
    expect(await page()).toContain('<li>Übersicht.pdf, 5 KB (left with the mail, and is removed here)</li>')
  })

  test('are refused beyond 10 MB, and nothing of them stays', async () => {
    const big = await made(Buffer.alloc(10 * 1024 * 1024 + 1), 'big.csv')
    await expect(attach(other.services, big)).rejects.toMatchObject({
      statusCode: 422,
      message: 'A mail carries 10 MB at most, and big.csv has 10 MB',
    })
    expect([existsSync(big.path), await names()]).toEqual([false, []])
  })

  test('that no mail names are removed after the time for which mails are kept', async () => {
    const left = await attach(other.services, await made(Buffer.from('left')))
    expect(await removeOldAttachments(other.services)).toBe(0)
    const later = new Date(Date.now() + 32 * 86_400_000)
    expect(await removeOldAttachments({ files: other.services.files, now: () => later })).toBe(1)
    expect(await other.services.files.get(left.name)).toBeUndefined()
  })
})
