// Every operation has an example that a test sends and compares. The calls that read are sent here, in the demo network with
// a row of everything; those that change something are sent by app/changes.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/network.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { signIn } from '../test-company-shown.ts'
import { BODY_TYPES, REPLY_TYPES } from './operation-words.ts'
import { checkExample, examples, keepExamples, misfit, operationOf, PLACEHOLDER } from './test-examples.ts'
import { addressOf, month, startNetwork } from './test-network.ts'

let network: Awaited<ReturnType<typeof startNetwork>>
const KEEPS = process.env.WATTDESK_KEEP_API !== undefined

beforeAll(async () => {
  network = await startNetwork()
}, 180_000)
afterAll(async () => {
  keepExamples()
  await network.old.close()
})

/** Operations whose record neither the demo network nor a short test has: step-examples.test.ts sends them. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'getLogExchange',
  'getUpiStatus',
  'getReportFileNotes',
  'getCaller',
  'getOperationTask',
  'listActiveTransactions',
])
/** The bodies of calls that change nothing, and of those that leave no entry in the audit log. */
const BODIES: Readonly<Record<string, () => object>> = {
  signIn: () => ({ username: 'bluegrid.admin', password: encodePassword(DEMO_PASSWORD) }),
  requestReset: () => ({ username: 'nobody' }),
  beginApp: () => ({}),
  askForProof: () => ({}),
  readBell: () => ({ to: 0, notices: [] }),
  countBulkAction: () => ({ chosen: { ids: [Number(network.ids.charger)] } }),
  tryLoadLimit: () => ({ month: month(), loadBalancingValue: 40, loadBalancingUnit: 'kW' }),
  replayPrices: () => ({
    month: month(),
    priceDetails: [{ day: 0, startTime: '00:00', endTime: '23:59', priceType: 'kwh', priceperKW: 21 }],
  }),
  tryAlertRule: () => ({ kind: 'connector-faulted' }),
  previewAlertMessage: () => ({ name: 'Faults', kind: 'connector-faulted', severity: 'Major' }),
  countCampaign: () => ({
    firmware_id: Number(network.ids.firmwareId),
    choice: { chargers: [Number(network.ids.charger)] },
  }),
  listPersonalTags: () => ({ user: { id: Number(network.ids.driver) } }),
  listUpiIds: () => ({ user: { id: Number(network.ids.driver) } }),
  countReceivers: () => ({ domains: [] }),
  previewTagImport: () => ({ csv: 'RFID Tag,Expiry Date\nVOLT-2,never\n' }),
  previewBill: () => ({ total: 1 }),
  previewSessionReview: () => ({ action: 'dismiss' }),
  listUserTags: () => ({ email: 'asha@example.com' }),
}

test('every call that reads answers as its example says', { timeout: 240_000 }, async () => {
  const admin = await signIn(network.old, 'bluegrid.admin')
  const root = await signIn(network.old, 'root')
  const failed: string[] = []
  for (const e of network.old.app.endpoints) {
    const id = operationOf(e)
    const payload = BODIES[id]?.()
    if ((e.method !== 'GET' && !payload) || REPLY_TYPES[id] || ELSEWHERE.has(id)) continue
    const address = addressOf(network, e)
    if (!address) {
      failed.push(`${id}: no record`)
      continue
    }
    const query = [address.query, e.offers && 'page=1&pageSize=10'].filter(Boolean).join('&')
    const url = query ? `${address.path}?${query}` : address.path
    const { authorization } = e.path.includes('/root/') ? root : admin
    const r = await network.old.app.inject({
      method: e.method,
      url,
      ...(e.can !== 'anyone' && { headers: { authorization } }),
      ...(payload && { payload }),
    })
    if (r.statusCode !== 200) failed.push(`${id}: ${r.statusCode} ${url} ${r.body.slice(0, 120)}`)
    else checkExample(e, { url, payload }, r)
  }
  expect(failed).toEqual([])
})

test('every operation has an example that fits its shapes, with a body and a reply where they are JSON', () => {
  const lacking = network.old.app.endpoints.flatMap(e => {
    const id = operationOf(e)
    const example = examples[id]
    if (!example) return REPLY_TYPES[id] ? [] : [`${id} has none`]
    if (e.body && !BODY_TYPES[id] && example.body === undefined) return [`${id} has no body`]
    if (!REPLY_TYPES[id] && example.reply === undefined) return [`${id} has no reply`]
    return misfit(e, example) ?? []
  })
  expect(KEEPS ? [] : lacking).toEqual([])
  if (KEEPS) console.log(lacking.join('\n'))
})

test('no example holds what opens a door', () => {
  const text = JSON.stringify(examples)
  expect(text.match(/eyJ[\w-]{20,}|wdk_[\w-]{20,}|whsec_[\w+/=]{20,}|secret=[A-Z2-7]{16,}/g)).toBeNull()
  // Tickets, and what browsers are known by, are random texts of this length: in their place stands the same one everywhere.
  const random = [...text.matchAll(/"(?:ticket|browser|binding|value|challenge)":"([\w-]{43})"/g)].map(m => m[1])
  expect(random.length).toBeGreaterThan(10)
  expect(new Set(random)).toEqual(new Set([PLACEHOLDER]))
})
