// What counts as a reply: with its data, as a bare list, with its rows by another name; and one that says that it failed.
import { type CallError, call, setCalls } from '@wattdesk/wire/call'
import { endpoint } from '@wattdesk/wire/endpoint'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'

const things = endpoint({
  method: 'GET',
  path: '/public/v1/things',
  can: 'anyone',
  summary: 'Things',
  data: z.array(z.number()),
})
const answered = (body: unknown) => vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body)))
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['with its data', { success: true, message: 'OK', data: [1, 2] }],
  ['as a bare list', [1, 2]],
  ['with its rows named transactions', { success: true, transactions: [1, 2] }],
])('a reply %s', async (_, body) => {
  answered(body)
  expect((await call(things, {})).data).toEqual([1, 2])
})

test('one that says that it failed has failed, in its own words', async () => {
  answered({ success: false, message: 'Not today' })
  await expect(call(things, {})).rejects.toThrow('Not today')
})

const change = endpoint({
  method: 'POST',
  path: '/public/v1/things',
  can: 'signed in',
  summary: 'Change things',
  data: z.null(),
})
const token = { token: () => 'a.b.c', onSignedOut: () => undefined }
afterEach(() => setCalls({ token: () => null, onSignedOut: () => undefined }))
test.each([
  ['a change without an answer', change, () => Promise.reject(new TypeError('Failed to fetch')), true],
  ['a change in whose place a proxy answered', change, async () => new Response('<html>', { status: 504 }), true],
  ['a change that was refused', change, async () => new Response('{"message":"No"}', { status: 409 }), false],
  ['a read without an answer', things, () => Promise.reject(new TypeError('Failed to fetch')), false],
])('%s: may have been made or not', async (_, endpoint, fetched, isOpen) => {
  setCalls(token)
  vi.stubGlobal('fetch', fetched)
  const failed = await call(endpoint as typeof things, {}).catch((e: CallError) => e)
  expect((failed as CallError).isOutcomeOpen).toBe(isOpen)
})
