// The guide as it is served: in the brand of the host, each screen's help at its section, and nothing where none was built.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guidePages } from './guide-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'wattdesk-guide-'))
const file = join(folder, 'guide.json')
const app = Fastify()
beforeAll(() => {
  writeFileSync(
    file,
    JSON.stringify({
      documents: { '': '<h1>%brand.name%</h1>', 'the-day': '<p style="color:%brand.dark%">%brand.support%</p>' },
      screens: { '/charger/{id}': '/help/the-day#live', '/charger/{id}?tab=logs': '/help/more#logs' },
      colors: { default: { light: '#111111', dark: '#222222' }, amberline: { light: '#333333', dark: '#444444' } },
    }),
  )
  guidePages(app, file)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const get = (url: string, host = 'portal.example') => app.inject({ url, headers: { host } })

test('pages bear the brand of the host that was asked', async () => {
  expect((await get('/help')).body).toBe('<h1>Wattdesk</h1>')
  const page = await get('/help/the-day', 'portal.amberline.example')
  expect(page.body).toBe('<p style="color:#444444">support@amberline.example</p>')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['cache-control']).toBe('no-cache')
  expect((await get('/help/the-day', 'portal.nobody.example')).body).toContain('#222222')
})

test.each([
  ['/help/for/charger/%7Bid%7D', '/help/the-day#live'],
  ['/help/for/charger/%7Bid%7D?tab=logs', '/help/more#logs'],
  ['/help/for/charger/%7Bid%7D?tab=none', '/help/the-day#live'],
  ['/help/for/charger/%7Bid%7D?tab=a&tab=b', '/help/the-day#live'],
  ['/help/for/nowhere', '/help'],
  ['/help/for/', '/help'],
  ['/help/for/constructor', '/help'],
])('%s leads to %s', async (from, to) => {
  const reply = await get(from)
  expect([reply.statusCode, reply.headers.location]).toEqual([302, to])
})

test('a page that is not there, and a guide that was not built, are answered 404', async () => {
  for (const url of ['/help/none', '/help/constructor', '/help/__proto__'])
    expect((await get(url)).statusCode).toBe(404)
  const bare = Fastify()
  guidePages(bare, join(folder, 'none.json'))
  expect((await bare.inject('/help')).statusCode).toBe(404)
  expect((await bare.inject('/help/for/charger')).headers.location).toBe('/help')
})
