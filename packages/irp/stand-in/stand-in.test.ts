// The client against the stand-in, over a real socket: logins, registration, each fault, and cancellation.
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { portalClient } from '../src/client.ts'
import { TOO_LONG } from '../src/codes.ts'
import { nameOf, type PortalDocument } from '../src/document.ts'
import { financialYear, irnOf } from '../src/irn.ts'
import type { Portal, PortalCredentials } from '../src/portal.ts'
import { contentOf, signedBy } from '../src/signed.ts'
import { memoryBooks } from './books.ts'
import type { Trouble } from './faults.ts'
import { type StandIn, startStandIn } from './server.ts'
import { BUYER, documentOf, SELLER } from './test-document.ts'

const GOOD: PortalCredentials = {
  gstin: SELLER,
  clientId: 'client',
  clientSecret: 'client secret',
  userName: 'user',
  password: 'password',
}
const BEGIN = Date.parse('2026-11-20T06:00:00Z')
const HOUR = 3_600_000
const books = memoryBooks()
let at = BEGIN
let standIn: StandIn
beforeAll(async () => {
  const accountOf = (gstin: string) => (gstin === SELLER ? GOOD : undefined)
  standIn = await startStandIn({ books, now: () => new Date(at), accountOf })
})
beforeEach(() => {
  at = BEGIN
})
afterAll(() => standIn.close())

const client = (more: Partial<PortalCredentials> = {}, signKeys = standIn.place.signKeys): Portal =>
  portalClient({
    ...standIn.place,
    signKeys,
    credentials: { ...GOOD, ...more },
    now: () => new Date(at),
    patienceMs: 400,
  })
let n = 0
const next = (more: Partial<PortalDocument> = {}) => documentOf(`CM/26-27/${String(++n).padStart(7, '0')}`, more)

describe('numbers', () => {
  test.each([
    ['31/03/2020', '2019-20'],
    ['01/04/2020', '2020-21'],
    ['12/12/1999', '1999-00'],
  ])('%s is in %s', (day, year) => expect(financialYear(day)).toBe(year))

  test('the number is that of a published example', () => {
    const name = { type: 'INV', number: '2019-20/KA/1', day: '03/01/2020' } as const
    expect(irnOf('29AAFCC9980M1ZR', name)).toBe('23f498ee41441ecad30f72ba5b9907506c3df70a17b0e0dff46b76a786400662')
  })
})

describe('login', () => {
  test('taken', async () => expect(await client().login()).toEqual({ is: 'ok', value: null }))

  test.each([
    ['a wrong password', { password: 'no' }, '3002'],
    ['an unknown user', { userName: 'no' }, '3002'],
    ['a wrong client', { clientSecret: 'no' }, '1007'],
    ['another GST number', { gstin: BUYER }, '1010'],
  ])('%s is refused', async (_what, more, code) => {
    expect(await client(more).login()).toMatchObject({ is: 'locked', code })
    expect(await client(more).register(next())).toMatchObject({ is: 'locked', code })
  })

  test.each(['ü'.repeat(80), '"'.repeat(120)])('a name that the key has no room for is refused: %s', async userName => {
    expect(await client({ userName }).login()).toMatchObject({ is: 'locked', code: TOO_LONG })
    expect(await client({ userName }).register(next())).toMatchObject({ is: 'locked', code: TOO_LONG })
  })

  test('without a portal nothing is done', async () => {
    standIn.faults.add('login', 'maintenance')
    expect(await client().register(next())).toMatchObject({ is: 'unknown', notDone: true })
  })
})

describe('registration', () => {
  test('the number, the acknowledgement and the signed papers', async () => {
    const document = next()
    const made = await client().register(document)
    expect(made).toMatchObject({
      is: 'ok',
      value: {
        irn: irnOf(SELLER, nameOf(document)),
        ackNo: expect.stringMatching(/^\d{15}$/),
        ackAt: new Date(BEGIN),
        isCancelled: false,
        content: { sellerGstin: SELLER, buyerGstin: BUYER, number: document.DocDtls.No, total: 212.4, type: 'INV' },
      },
    })
    expect(await client().byDocument(nameOf(document))).toEqual(made)
  })

  test('twice: refused with the number of before', async () => {
    const document = next()
    const portal = client()
    const made = await portal.register(document)
    const irn = made.is === 'ok' && made.value.irn
    expect(await portal.register(document)).toMatchObject({
      is: 'refused',
      code: '2150',
      known: { irn, ackAt: new Date(BEGIN) },
    })
  })

  test.each<[string, string, (d: PortalDocument) => unknown, RegExp]>([
    ['no PIN code', '5010', d => ({ ...d, BuyerDtls: { ...d.BuyerDtls, Pin: 0 } }), /BuyerDtls\.Pin/],
    ['a short place', '5010', d => ({ ...d, BuyerDtls: { ...d.BuyerDtls, Loc: 'X' } }), /BuyerDtls\.Loc/],
    ['a double quote', '5010', d => ({ ...d, BuyerDtls: { ...d.BuyerDtls, LglNm: 'The "Cabs"' } }), /BuyerDtls\.LglNm/],
    ['an unknown field', '5010', d => ({ ...d, More: 1 }), /.*/],
    ['a number with small letters', '5010', d => ({ ...d, DocDtls: { ...d.DocDtls, No: 'cm/1' } }), /DocDtls\.No/],
    ['three decimals', '5010', d => ({ ...d, ValDtls: { ...d.ValDtls, AssVal: 1.234 } }), /ValDtls\.AssVal/],
    ['oneself as recipient', '2211', d => ({ ...d, BuyerDtls: { ...d.BuyerDtls, Gstin: SELLER } }), /same/],
    ['another state', '2265', d => ({ ...d, BuyerDtls: { ...d.BuyerDtls, Stcd: '27' } }), /BuyerDtls\.Stcd/],
    ['a day to come', '2163', d => ({ ...d, DocDtls: { ...d.DocDtls, Dt: '22/11/2026' } }), /future/],
    ['IGST inside a state', '2172', d => ({ ...d, BuyerDtls: { ...d.BuyerDtls, Pos: '29' } }), /intra-state/],
    ['goods', '2176', d => ({ ...d, ItemList: [{ ...d.ItemList[0], HsnCd: '8504' }] }), /HSN/],
    ['a sum that is none', '2189', d => ({ ...d, ValDtls: { ...d.ValDtls, TotInvVal: 215 } }), /TotInvVal/],
  ])('%s is refused', async (_what, code, change, text) => {
    const document = change(next()) as PortalDocument
    const said = await client().register(document)
    expect(said).toMatchObject({ is: 'refused', text: expect.stringMatching(text) })
    expect(said.is === 'refused' && said.code).toBe(code)
    expect(await client().byDocument(nameOf(document))).toMatchObject({ is: 'refused', code: '2154' })
  })

  test.each<[Trouble, boolean]>([
    ['maintenance', false],
    ['server error', false],
    ['application error', false],
    ['connection lost', false],
    ['answer lost', true],
    ['no answer', true],
  ])('%s: unknown, and the look-up tells whether it was done: %s', async (trouble, isDone) => {
    const document = next()
    const portal = client()
    standIn.faults.add('register', trouble)
    expect(await portal.register(document)).toMatchObject({ is: 'unknown' })
    const found = await portal.byDocument(nameOf(document))
    expect(found).toMatchObject(isDone ? { is: 'ok' } : { is: 'refused', code: '2154' })
    expect(await portal.register(document)).toMatchObject(isDone ? { is: 'refused', code: '2150' } : { is: 'ok' })
  })

  test('a token that is over: one more login, and done', async () => {
    const portal = client()
    await portal.login()
    standIn.faults.add('register', 'token over')
    expect(await portal.register(next())).toMatchObject({ is: 'ok' })
    // By the clock too.
    at = BEGIN + 7 * HOUR
    expect(await portal.register(next())).toMatchObject({ is: 'ok' })
    standIn.faults.add('register', 'token over', 2)
    expect(await portal.register(next())).toMatchObject({ is: 'unknown', notDone: true })
  })

  test('an answer under another key is unknown, and the next call begins a new session', async () => {
    const document = next()
    const portal = client()
    await portal.login()
    standIn.faults.add('register', 'other key')
    expect(await portal.register(document)).toMatchObject({ is: 'unknown' })
    standIn.faults.add('login', 'maintenance')
    expect(await portal.byDocument(nameOf(document))).toMatchObject({ is: 'unknown', notDone: true })
    expect(await portal.byDocument(nameOf(document))).toMatchObject({ is: 'ok' })
  })

  test('a strange signature is no success', async () => {
    const document = next()
    standIn.faults.add('register', 'forged')
    expect(await client().register(document)).toMatchObject({ is: 'forged' })
    expect(await client().byDocument(nameOf(document))).toMatchObject({ is: 'ok' })
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' })
    expect(await client({}, [String(other)]).byDocument(nameOf(document))).toMatchObject({ is: 'forged' })
    // Any of the keys will do, as the portal changes them.
    const both = [String(other), ...standIn.place.signKeys]
    expect(await client({}, both).byDocument(nameOf(document))).toMatchObject({ is: 'ok' })
  })

  test('is not shown after three days, and still not registered twice', async () => {
    const document = next()
    await client().register(document)
    at = BEGIN + 73 * HOUR
    expect(await client().byDocument(nameOf(document))).toMatchObject({ is: 'refused', code: '2283' })
    expect(await client().register(document)).toMatchObject({
      is: 'refused',
      code: '2150',
      known: { ackAt: new Date(BEGIN) },
    })
  })
})

test('a token that was changed, or signed in another way, is none', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const token = signedBy({ Irn: 'x' }, privateKey)
  expect(contentOf(token, [publicKey])).toEqual({ Irn: 'x' })
  const [header, claims, signature] = token.split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  for (const wrong of [
    `${header}.${claims}.`,
    `${header}.${claims}x.${signature}`,
    `${none}.${claims}.${signature}`,
    'x',
    '',
  ])
    expect(contentOf(wrong, [publicKey])).toBe(undefined)
})

describe('cancellation', () => {
  const registered = async () => {
    const document = next()
    const made = await client().register(document)
    if (made.is !== 'ok') throw new Error(made.is)
    return { document, irn: made.value.irn }
  }
  const why = { reason: '2', remark: 'Wrong address' } as const

  test('within 24 hours, once', async () => {
    const { document, irn } = await registered()
    at = BEGIN + 23 * HOUR
    expect(await client().cancel({ irn, ...why })).toEqual({ is: 'ok', value: { cancelledAt: new Date(at) } })
    expect(await client().cancel({ irn, ...why })).toMatchObject({ is: 'refused', code: '9999' })
    expect(await client().byDocument(nameOf(document))).toMatchObject({ is: 'ok', value: { isCancelled: true } })
    expect(await client().register(document)).toMatchObject({ is: 'refused', code: '2278' })
  })

  test('later, without a remark, or of nothing: refused', async () => {
    const { irn } = await registered()
    expect(await client().cancel({ irn, reason: '1', remark: '' })).toMatchObject({ is: 'refused', code: '5010' })
    expect(await client().cancel({ irn: irn.replace(/./g, '0'), ...why })).toMatchObject({
      is: 'refused',
      code: '2148',
    })
    at = BEGIN + 25 * HOUR
    expect(await client().cancel({ irn, ...why })).toMatchObject({ is: 'refused', code: '2270' })
  })
})
