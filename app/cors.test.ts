// A portal served elsewhere may call the API when its origin is configured; any other origin's browser is told nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

test('the configured origin is named, another is not', async () => {
  const ask = async (origin: string) =>
    (
      await t.app.inject({
        method: 'OPTIONS',
        url: '/cms/v1/profile',
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
      })
    ).headers
  const ours = await ask('https://portal.example')
  expect(ours['access-control-allow-origin']).toBe('https://portal.example')
  expect(ours['access-control-allow-headers']).toContain('authorization')
  expect(ours['access-control-allow-credentials']).toBeUndefined()
  expect((await ask('https://elsewhere.example'))['access-control-allow-origin']).not.toBe('https://elsewhere.example')
})

test('a portal served elsewhere may read the tag of a record and send it back', async () => {
  const headers = { origin: 'https://portal.example' }
  const asked = await t.app.inject({
    method: 'OPTIONS',
    url: '/cms/v1/user',
    headers: {
      ...headers,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type,if-match',
    },
  })
  expect(asked.headers['access-control-allow-headers']).toContain('if-match')
  expect(asked.headers['access-control-allow-methods']).toContain('PUT')
  const read = await t.app.inject({ url: '/cms/v1/profile', headers: { ...headers, ...(await t.as('viewer')) } })
  expect(read.headers['access-control-expose-headers']).toContain('ETag')
})
