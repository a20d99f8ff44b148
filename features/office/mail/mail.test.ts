// Mail: with the commit or not at all, once, tried again when the server refuses; the outbox for developers alone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { type Mailer, workMail } from './mail.jobs.ts'
import * as store from './mail.store.ts'

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
  expect(store.mailText('A line', 'live')).toBe('A line')
})

test('the outbox is read in development on the same machine only', async () => {
  const read = (remoteAddress: string) => t.app.inject({ url: '/dev/outbox', remoteAddress })
  expect((await read('127.0.0.1')).json().data[0]).toMatchObject({ channel: 'mail', subject: 'Hello', body: LINES })
  expect((await read('10.0.0.1')).statusCode).toBe(404)
  t.services.isDevelopment = false
  expect((await read('127.0.0.1')).statusCode).toBe(404)
  t.services.isDevelopment = true
})
