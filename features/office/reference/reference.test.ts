// The reference lists to the letter, for anybody who is signed in; the API described from the same contracts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const read = async (path: string) => {
  const r = await t.app.inject({ url: `/cms/v1/${path}`, headers: await t.as('nobody') })
  expect(r.statusCode, path).toBe(200)
  return r.json().data
}

test('categories, user types and gateways', async () => {
  expect(await read('setup/category')).toEqual([
    { id: 1, name: 'paid' },
    { id: 2, name: 'free' },
  ])
  expect(await read('setup/usertype')).toEqual([
    { id: 1, name: 'ROOT' },
    { id: 2, name: 'ADMIN' },
    { id: 3, name: 'USER' },
  ])
  expect(await read('paymentgateway')).toEqual([{ id: 1, name: 'Razorpay', payment_gateway_id: 1 }])
})

test('twenty-two features by their ids', async () => {
  const features = await read('feature')
  expect(features).toHaveLength(22)
  expect(features[0]).toEqual({ featureId: 1, featureName: 'ChargingSite' })
  expect(features[18]).toEqual({ featureId: 19, featureName: 'Finance' })
  expect(features[21]).toEqual({ featureId: 22, featureName: 'Integration' })
})

test('every endpoint is described, with its right, on the page and as OpenAPI', async () => {
  const page = await t.app.inject('/docs/api')
  expect(page.headers['content-type']).toMatch(/text\/html/)
  const spec = (await t.app.inject('/docs/api.json')).json()
  for (const e of t.app.endpoints) {
    expect(page.body).toContain(e.path)
    const path = spec.paths[e.path]?.[e.method.toLowerCase()]
    expect(path?.summary, `${e.method} ${e.path}`).toBe(e.summary)
  }
})
