// The page of the reference and the files beside it, as they are served.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { AREAS } from './operations.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
}, 60_000)
afterAll(() => t.close())

test('the page loads from the product alone, and names each call without scripts', async () => {
  const page = await t.app.inject('/docs/api')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'wasm-unsafe-eval';/)
  for (const [, address = ''] of page.body.matchAll(/(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^\/|^data:,$/)
  for (const e of t.app.endpoints) expect(page.body).toContain(`<code>${e.path}</code>`)
  const assets = join(import.meta.dirname, '../../dist/web/assets')
  const viewer = existsSync(assets) && readdirSync(assets).find(f => f.startsWith('api-reference-'))
  if (viewer) expect(page.body).toContain(`src="/assets/${viewer}"`)
})

test('the viewer asks no other host and keeps no key', async () => {
  const { body, headers } = await t.app.inject('/docs/api/start.js')
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  for (const setting of ["proxyUrl: ''", 'telemetry: false', 'withDefaultFonts: false', 'persistAuth: false'])
    expect(body).toContain(setting)
  expect(body).not.toMatch(/https?:/)
})

type Item = { name: string; item?: Item[]; request?: { method: string; url: { raw: string } } }
test('the collection of Postman holds every operation in the folder of its area', async () => {
  const collection = (await t.app.inject('/docs/api/postman.json')).json()
  expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
  expect(collection.item.map((folder: Item) => folder.name)).toEqual(AREAS.map(a => a.tag))
  const calls = collection.item.flatMap((folder: Item) => folder.item ?? []) as Item[]
  const pathOf = (raw = '') =>
    raw
      .replace('{{baseUrl}}', '')
      .split('?')[0]
      ?.replaceAll(/:(\w+)/g, '{$1}')
  expect(calls.map(c => `${c.request?.method} ${pathOf(c.request?.url.raw)}`).sort()).toEqual(
    t.app.endpoints.map(e => `${e.method} ${e.path}`).sort(),
  )
  expect(collection.auth).toMatchObject({ type: 'bearer' })
  const secrets = JSON.stringify(collection).match(/wdk_[\w-]{20,}|eyJ[\w-]{20,}/g)
  expect(secrets).toBeNull()
})
