// The pay page with its real client: the texts and actions for a driver in each state, at the first reading.
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestServer, testServer } from '#testing/web/server.ts'
import {
  askPayCode,
  checkPayCode,
  choosePayLanguage,
  getPayPlace,
  getPaySession,
  type PayPlace,
  type PaySession,
  placeOrder,
  stopPaySession,
} from './pay.contract.ts'
import { failureText } from './pay-failure.actions.ts'
import { InLanguage } from './pay-language.tsx'
import { PayScreen } from './pay-screen.tsx'
import { NO_PROVIDER_HERE, NOT_PUBLIC, REFUND_RULE } from './pay-told.words.ts'
import { ENGLISH, HINDI } from './test-speech.tsx'

const AT = { chargepointId: 'DC-1', connectorId: 2 }
const BRAND = {
  name: 'Volt',
  logo: '/brands/default.svg',
  supportEmail: 'help@volt.example',
  refundSupportUrl: 'https://help.volt.example/refunds',
}
const place = (connector: Partial<PayPlace['connector']> = {}, more: Partial<PayPlace> = {}): PayPlace => ({
  charger: {
    id: 'DC-1',
    name: 'Mall North',
    address: 'Ring Road 5, Pune',
    type: 'DC',
    isFree: false,
    status: 'online',
  },
  connector: {
    id: 2,
    evseId: null,
    evseConnectorId: null,
    name: 'Left',
    type: 'CCS2',
    kw: 60,
    status: 'Available',
    isUsable: true,
    reason: null,
    isAskedFor: false,
    plugFirst: false,
    ...connector,
  },
  price: {
    unit: 'kWh',
    amount: 21.74,
    without: 18,
    taxPercent: 18,
    surchargePercent: 2.36,
    fees: [{ label: 'Start fee', per: 'once', amount: 5.9, without: 5 }],
  },
  nextPrice: {
    unit: 'kWh',
    amount: 26.57,
    without: 22,
    taxPercent: 18,
    surchargePercent: 2.36,
    fees: [],
    at: '2026-03-02T12:30:00Z',
  },
  byMethod: [],
  refundRule: REFUND_RULE,
  refundTimes: [{ method: 'UPI', text: 'Refunds by UPI usually took 2 minutes.' }],
  methods: ['upi', 'card', 'wallet'],
  amounts: { choices: [100, 200, 500], least: 10, most: 5000 },
  zone: 'Asia/Kolkata',
  mode: 'live',
  noProvider: null,
  ...more,
})
const session = (more: Partial<PaySession> = {}): PaySession => ({
  state: 'charging',
  energy: 4.2,
  cost: 91.3,
  seconds: 725,
  bill: null,
  refund: null,
  invoice: null,
  reason: null,
  chargepoint_id: 'DC-1',
  connectorId: 2,
  evseId: null,
  evseConnectorId: null,
  method: 'upi',
  paid: 200,
  isPaid: true,
  isAuthorised: false,
  isStopping: false,
  until: null,
  language: 'en',
  mode: 'live',
  ...more,
})
const ORDER = {
  id: 'order_1',
  amount: 200,
  currency: 'INR',
  key: 'rzp_1',
  checkout: { action: 'https://pay.example/checkout', fields: { order_id: 'order_1' } },
}

const InEnglish = ({ children }: { children: ReactNode }) => (
  <InLanguage first={ENGLISH} brand="Volt">
    {children}
  </InLanguage>
)

let server: TestServer
let now = session()
let here = place()
const sent: { body: unknown; token: string | null }[] = []
beforeEach(() => {
  now = session()
  here = place()
  sent.length = 0
  server = testServer()
    .on(getPayPlace, () => ({ data: here }))
    .on(getPaySession, () => ({ data: now }))
    .on(placeOrder, a => {
      sent.push({ body: a.body, token: null })
      return { status: 201, data: { sessionId: 'S1', order: ORDER } }
    })
    .on(stopPaySession, a => {
      sent.push({ body: undefined, token: a.headers.get('x-stop-token') })
      return { data: {} }
    })
})
const keep = () => localStorage.setItem('pay DC-1 2', JSON.stringify({ sessionId: 'S1', stopToken: 'token-of-mine' }))
const leave = vi.fn()
const show = (result?: 'paid' | 'failed' | 'cancelled') =>
  render(
    <InEnglish>
      <PayScreen at={AT} brand={BRAND} leave={leave} {...(result && { result })} />
    </InEnglish>,
  )
const card = async (title: string | RegExp) =>
  within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement)

test('a driver who needs an invoice for a business gives it on request; empty fields are not sent', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByText('I need an invoice for a business'))
  const business = { gstin: '27AAPFU0939F1ZV', legalName: 'Fleet Ltd', businessAddress: '1 Road, Pune' }
  await user.type(screen.getByLabelText('GSTIN'), business.gstin)
  await user.type(screen.getByLabelText('Legal name'), business.legalName)
  await user.type(screen.getByLabelText('Address of the business'), business.businessAddress)
  await user.click(screen.getByRole('button', { name: 'Pay ₹200.00' }))
  expect(sent).toMatchObject([{ body: { amount: 200, business } }])
})

/** UPI without a surcharge, RuPay debit cards too; cards with 2.36 %. */
const BY_METHOD: PayPlace['byMethod'] = (['upi', 'rupayDebit', 'card'] as const).map(method => {
  const [amount, surchargePercent] = method === 'card' ? [21.74, 2.36] : [21.24, 0]
  const price = { unit: 'kWh' as const, amount, without: 18, taxPercent: 18, surchargePercent, fees: [] }
  return { method, price, nextPrice: null }
})
test('where the surcharge differs by method: the price of the chosen one, and that of each', async () => {
  server.on(getPayPlace, { data: place({}, { byMethod: BY_METHOD }) })
  show()
  const price = await card('Price now')
  expect(price.getByText('By payment method:')).toBeVisible()
  const rows = () => price.getAllByRole('term').map(t => [t.textContent, t.nextSibling?.textContent])
  expect(rows()).toEqual([
    ['UPI', '₹21.24 per kWh'],
    ['RuPay debit card', '₹21.24 per kWh'],
    ['Card', '₹21.74 per kWh'],
  ])
  expect(price.getByText(/^18% tax included\. Without: ₹18.00 per kWh\./)).toBeVisible()
  expect(price.getAllByText('₹21.24 per kWh')[0]).toHaveRole('strong')
  await userEvent.click(screen.getByRole('radio', { name: 'Card' }))
  expect(price.getByText(/18% tax and 2.36% payment fee included/)).toBeVisible()
  expect(price.getAllByText('₹21.74 per kWh')[0]).toHaveRole('strong')
})

test('fees stand with the price of each method, because the surcharge is on them too', async () => {
  const byMethod = BY_METHOD.flatMap(w => {
    const amount = w.method === 'card' ? 12.08 : 11.8
    return w.price
      ? [{ ...w, price: { ...w.price, fees: [{ label: 'Start fee', amount, without: 10, per: 'once' as const }] } }]
      : []
  })
  server.on(getPayPlace, { data: place({}, { byMethod }) })
  show()
  const price = await card('Price now')
  await price.findByText('By payment method:')
  const rows = price.getAllByRole('term').map(t => [t.textContent, t.nextSibling?.textContent])
  expect(rows).toEqual([
    ['Start fee', '₹11.80'],
    ['UPI', '₹21.24 per kWhStart fee ₹11.80'],
    ['RuPay debit card', '₹21.24 per kWhStart fee ₹11.80'],
    ['Card', '₹21.74 per kWhStart fee ₹12.08'],
  ])
})

test('the price, the rule and the amounts; what is chosen is asked for and sent to the provider', async () => {
  const user = userEvent.setup()
  show()
  const price = await card('Price now')
  expect(price.getByText('₹21.74 per kWh')).toBeVisible()
  expect(price.getByText(/18% tax and 2.36% payment fee included\. Without: ₹18.00 per kWh\./)).toBeVisible()
  expect(price.getByText('₹5.90')).toBeVisible()
  expect(price.getByText(/^From .*: ₹26.57 per kWh\.$/)).toBeVisible()
  for (const text of [REFUND_RULE, 'Refunds by UPI usually took 2 minutes.', 'Ring Road 5, Pune', 'Available'])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Pay ₹200.00' })).toBeEnabled()
  await user.click(screen.getByRole('radio', { name: 'Other' }))
  await user.type(screen.getByLabelText(/Amount in rupees/), '9')
  await user.click(screen.getByRole('button', { name: 'Pay' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Amount should be between 10 and 5,000 rupees')
  await user.type(screen.getByLabelText(/Amount in rupees/), '9.5')
  await user.click(screen.getByRole('radio', { name: 'Card' }))
  await user.click(screen.getByRole('button', { name: 'Pay ₹99.50' }))
  const stopToken = expect.stringMatching(/^[0-9a-f]{32}$/)
  expect(sent).toEqual([{ body: { amount: 99.5, method: 'card', stopToken }, token: null }])
  expect(leave).toHaveBeenLastCalledWith(ORDER, 'card')
  // Before the browser leaves, it has stored the data it needs to come back.
  expect(JSON.parse(localStorage.getItem('pay DC-1 2') ?? '')).toEqual({ sessionId: 'S1', stopToken })
})

test.each<[string, () => void, string | RegExp, (string | RegExp)[]]>([
  [
    'in use',
    () => {
      here = place({ isUsable: false, reason: 'This connector is in use.' })
    },
    'You cannot charge here now',
    ['This connector is in use.', 'Not available'],
  ],
  [
    'free of charge',
    () => {
      const charger = { ...place().charger, isFree: true }
      here = place(
        {},
        { charger, price: null, nextPrice: null, methods: ['free'], refundRule: 'Charging is free here.' },
      )
    },
    'Charging is free here',
    ['Start charging'],
  ],
  [
    'asked for by somebody else',
    () => {
      here = place({ isAskedFor: true })
    },
    'Price now',
    [/Whoever pays first has it/],
  ],
])('a connector that is %s', async (_, make, title, texts) => {
  make()
  show()
  const shown = await screen.findByRole('heading', { name: title })
  expect(shown).toBeVisible()
  for (const text of texts) expect(screen.getByText(text)).toBeVisible()
})

const BILL: NonNullable<PaySession['bill']> = {
  lines: [{ kind: 'energy', label: 'Energy', quantity: 5, unit: 'kWh', rate: 18, amount: 90 }],
  taxable: 90,
  tax: 16.2,
  surcharge: 2.51,
  total: 108.71,
  smallRest: 0,
}
const refund = (state: 'sent' | 'processed' | 'delayed' | 'wallet', reference: string | null = null) => ({
  state,
  amount: 91.29,
  reference,
  at: '2026-03-02T12:00:00Z',
})
const finished = (more: Partial<PaySession>) => session({ state: 'finished', bill: BILL, cost: 108.71, ...more })
test.each<[string, PaySession, string | RegExp, (string | RegExp)[]]>([
  ['waiting', session({ state: 'waiting', isPaid: false }), 'Waiting for your payment', [/a few seconds/]],
  [
    'starting',
    session({ state: 'starting', until: '2026-03-02T12:00:00Z' }),
    'Paid ₹200.00. Starting …',
    ['Plug in the cable now, if you have not yet.', /all your money goes back/],
  ],
  ['charging', session(), 'Charging', ['4.20 kWh', '₹91.30', '12:05', /stops by itself when ₹200.00 is used up/]],
  ['stopping', session({ isStopping: true }), 'Charging', [/^Stopping/]],
  ['used up', session({ isStopping: true, cost: 200 }), 'Charging', [/^What you paid is used up/]],
  [
    'finished',
    finished({ refund: refund('sent') }),
    '₹91.29 is on its way back',
    ['5 kWh × ₹18.00', 'Payment fee', /sent to the payment provider/],
  ],
  [
    'refunded',
    finished({ refund: refund('processed', '412345678901') }),
    'Refund of ₹91.29 processed',
    ['412345678901'],
  ],
  ['delayed', finished({ refund: refund('delayed') }), 'Refund of ₹91.29 is delayed', [/tried again/]],
  [
    'of a wallet',
    finished({ method: 'wallet', refund: refund('wallet') }),
    '₹91.29 is back in your wallet',
    [/at once/],
  ],
  [
    'checked',
    session({ state: 'finished', energy: null, cost: null, reason: 'It is being checked.' }),
    'Charging has ended',
    ['It is being checked.', 'You paid ₹200.00.'],
  ],
  [
    'refused',
    session({ state: 'refused', reason: 'The charger did not start.' }),
    'Charging did not begin',
    ['The charger did not start.', 'Charge again'],
  ],
  ['expired', session({ state: 'expired', reason: 'No car.' }), 'Charging did not begin', ['No car.']],
])('a session that is %s', async (_, s, title, texts) => {
  now = s
  keep()
  show('paid')
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  for (const text of texts) expect(screen.getByText(text)).toBeVisible()
  expect(document.body).not.toHaveTextContent(/credited/i)
})

test.each([
  ['the energy is in doubt', null, ['Energy', 'Cost']],
  ['a setting alone is lacking', 4.2, ['Cost']],
])('while a person looks at a session, nothing stands as a fact that is none: %s', async (_, energy, absent) => {
  now = session({ state: 'finished', energy, cost: null, reason: 'It is being checked.' })
  keep()
  show('paid')
  expect(await screen.findByRole('heading', { name: 'Charging has ended' })).toBeVisible()
  for (const label of absent) expect(screen.queryByText(label)).toBeNull()
  expect(document.body).not.toHaveTextContent('₹0.00')
})

test('only a second tap stops; the token goes along, and a new session can follow', async () => {
  const user = userEvent.setup()
  keep()
  show()
  await user.click(await screen.findByRole('button', { name: 'Stop charging' }))
  expect(sent).toEqual([])
  now = finished({ refund: refund('sent') })
  await user.click(screen.getByRole('button', { name: 'Yes, stop' }))
  await user.click(await screen.findByRole('button', { name: 'Charge again' }))
  expect(sent).toEqual([{ body: undefined, token: 'token-of-mine' }])
  expect(await screen.findByRole('button', { name: 'Pay ₹200.00' })).toBeEnabled()
  expect(localStorage.getItem('pay DC-1 2')).toBeNull()
})

test('who comes back without having paid gives that session up and can pay again', async () => {
  now = session({ state: 'waiting', isPaid: false })
  keep()
  show('cancelled')
  expect(await screen.findByRole('button', { name: 'Pay ₹200.00' })).toBeEnabled()
  expect(screen.getByText('You left the payment. Nothing was charged.')).toBeVisible()
  expect(sent).toEqual([{ body: undefined, token: 'token-of-mine' }])
})

test('what this browser has asked for is named with each look at the connector: it is no other driver’s', async () => {
  const own: (string | null)[] = []
  server.on(getPayPlace, a => {
    own.push(a.headers.get('x-own-sessions'))
    return { data: here }
  })
  const first = show()
  await userEvent.setup().click(await screen.findByRole('button', { name: /^Pay ₹/ }))
  await vi.waitFor(() => expect(localStorage.getItem('pay DC-1 2')).not.toBeNull())
  first.unmount()
  now = session({ state: 'waiting', isPaid: false })
  show('failed')
  expect(await screen.findByRole('button', { name: /^Pay ₹/ })).toBeEnabled()
  expect([own[0], own.at(-1)]).toEqual([null, 'S1'])
})

test('the wallet opens with a code', async () => {
  const user = userEvent.setup()
  const asked: unknown[] = []
  server
    .on(askPayCode, a => {
      asked.push(a.body)
      return { message: 'A code is on its way.', data: {} }
    })
    .on(checkPayCode, a =>
      (a.body as { otp: string }).otp === '123456'
        ? { data: { token: 'T', name: 'Asha', balance: 750 } }
        : { status: 422, message: 'This code is wrong.' },
    )
    .on(placeOrder, a => {
      asked.push(a.body)
      return { status: 201, data: { sessionId: 'S1', order: null } }
    })
  show()
  await user.click(await screen.findByRole('radio', { name: 'Wallet' }))
  await user.type(screen.getByLabelText('Your phone number or e-mail'), '+91 98765 43210{Enter}')
  expect(await screen.findByText('A code is on its way.')).toBeVisible()
  await user.type(screen.getByLabelText('Code of 6 digits'), '111111{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong.')
  await user.clear(screen.getByLabelText('Code of 6 digits'))
  await user.type(screen.getByLabelText('Code of 6 digits'), '123456{Enter}')
  expect(await screen.findByText('Hello Asha. Your wallet has ₹750.00.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Pay ₹200.00' }))
  expect(await screen.findByRole('heading', { name: 'Charging' })).toBeVisible()
  expect(asked).toEqual([
    { phone: '+91 98765 43210' },
    { amount: 200, method: 'wallet', walletToken: 'T', stopToken: expect.any(String) },
  ])
})

test('an unknown charger; no answer, and the page goes on by itself when there is one', async () => {
  const none = render(
    <InEnglish>
      <PayScreen at={undefined} brand={BRAND} />
    </InEnglish>,
  )
  expect(screen.getByRole('heading', { name: 'There is no such charger' })).toBeVisible()
  none.unmount()
  server.on(getPayPlace, () => ({ status: 404, message: 'There is no such charger' }))
  const first = show()
  expect(await screen.findByRole('heading', { name: 'There is no such charger' })).toBeVisible()
  first.unmount()
  let isAway = true
  server.on(getPayPlace, () => (isAway ? { status: 500, message: 'Please try again later' } : { data: here }))
  show()
  expect(await screen.findByText('Please try again later')).toBeVisible()
  isAway = false
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('₹21.74 per kWh')).toBeVisible()
})

test('hidden, the page asks for nothing; shown again, at once', async () => {
  const visible = vi.spyOn(document, 'visibilityState', 'get')
  visible.mockReturnValue('hidden')
  keep()
  show()
  expect(server.calls).toEqual([])
  visible.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText('4.20 kWh')).toBeVisible()
  visible.mockRestore()
})

test('in test mode the page says that no money moves, before paying and afterwards; in live mode nothing', async () => {
  here = place({}, { mode: 'test' })
  const { unmount } = render(
    <InEnglish>
      <PayScreen at={AT} brand={BRAND} />
    </InEnglish>,
  )
  expect(await screen.findByRole('region', { name: 'Mode of the installation' })).toHaveTextContent(
    'Test mode: no money moves',
  )
  unmount()
  here = place({}, { mode: 'live' })
  render(
    <InEnglish>
      <PayScreen at={AT} brand={BRAND} />
    </InEnglish>,
  )
  await screen.findByText('Mall North')
  expect(screen.queryByText('Test mode: no money moves')).toBeNull()
})

test('without a payment provider the page says why UPI and card are missing, and offers the wallet', async () => {
  here = place({}, { methods: ['wallet'], noProvider: NO_PROVIDER_HERE })
  render(
    <InEnglish>
      <PayScreen at={AT} brand={BRAND} />
    </InEnglish>,
  )
  expect(await screen.findByText(NO_PROVIDER_HERE)).toBeVisible()
  expect(screen.queryByText('UPI')).toBeNull()
  expect(screen.getByRole('button', { name: /code/i })).toBeVisible()
})

test('a charge point that is not public shows nothing but the way to the wallet of a tag holder', async () => {
  const user = userEvent.setup()
  const asked: (string | null)[] = []
  const tokens = ['without-a-tag', 'with-a-tag']
  const of = { name: 'Asha', balance: 750 }
  server
    .on(getPayPlace, a => {
      const token = a.headers.get('x-wallet-token')
      asked.push(token)
      return token === 'with-a-tag'
        ? { data: place({}, { methods: ['wallet'] }) }
        : { status: 403, message: NOT_PUBLIC }
    })
    .on(askPayCode, () => ({ data: {}, message: 'A code is on its way.' }))
    .on(checkPayCode, () => ({ data: { token: tokens.shift() ?? '', ...of } }))
  show()
  const open = async () => {
    await user.type(await screen.findByLabelText(/phone number or e-mail/), 'asha@example.com')
    await user.click(screen.getByRole('button', { name: 'Send me a code' }))
    await user.type(await screen.findByLabelText(/Code of 6 digits/), '123456')
    await user.click(screen.getByRole('button', { name: 'Open my wallet' }))
  }
  expect(await screen.findByRole('heading', { name: NOT_PUBLIC })).toBeVisible()
  expect(screen.queryByText('Mall North')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  await open()
  expect(await screen.findByRole('alert')).toHaveTextContent('No valid charging tag')
  await open()
  expect(await screen.findByText(/Your wallet has ₹750.00/)).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'UPI' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Pay ₹200.00' }))
  expect(sent[0]?.body).toMatchObject({ method: 'wallet', walletToken: 'with-a-tag' })
  expect([...new Set(asked)]).toEqual([null, 'without-a-tag', 'with-a-tag'])
})

describe('in Hindi', () => {
  const showHindi = () =>
    render(
      <InLanguage first={HINDI} brand="Volt">
        <PayScreen at={AT} brand={BRAND} />
      </InLanguage>,
    )
  const kept = (own: { sessionId: string; stopToken: string }) =>
    localStorage.setItem('pay DC-1 2', JSON.stringify(own))

  test('price, amounts, ways to pay and the language of the document; the other language is one touch away and kept', async () => {
    showHindi()
    expect(await screen.findByText('₹21.74 प्रति यूनिट')).toBeVisible()
    expect(screen.getByText('18% टैक्स और 2.36% भुगतान शुल्क शामिल हैं।', { exact: false })).toBeVisible()
    expect(screen.getByRole('button', { name: '₹200.00 का भुगतान करें' })).toBeEnabled()
    expect(screen.getByRole('radio', { name: 'कार्ड' })).toBeInTheDocument()
    expect([document.documentElement.lang, document.title]).toEqual(['hi-IN', 'भुगतान और चार्जिंग – Volt'])
    await userEvent.click(screen.getByRole('button', { name: 'English' }))
    expect(await screen.findByRole('button', { name: 'Pay ₹200.00' })).toBeEnabled()
    expect([document.documentElement.lang, localStorage.getItem('driver language')]).toEqual(['en-IN', 'en'])
  })

  test('the price by method', async () => {
    server.on(getPayPlace, { data: place({}, { byMethod: BY_METHOD }) })
    showHindi()
    expect(await screen.findByText('भुगतान के तरीके के अनुसार:')).toBeVisible()
    expect(screen.getByText('RuPay डेबिट कार्ड')).toBeVisible()
    expect(screen.getAllByText('₹21.24 प्रति यूनिट')).toHaveLength(3)
  })

  test.each([
    ['waiting', {}, 'आपके भुगतान का इंतज़ार है'],
    ['starting', {}, '₹200.00 का भुगतान हो गया। शुरू हो रहा है …'],
    ['charging', {}, 'चार्जिंग हो रही है'],
    ['finished', {}, 'चार्जिंग पूरी हो गई'],
    ['refused', {}, 'चार्जिंग शुरू नहीं हुई'],
    ['expired', {}, 'चार्जिंग शुरू नहीं हुई'],
  ] as const)('%s', async (state, more, title) => {
    kept({ sessionId: 'S1', stopToken: 'token-of-mine-12345678' })
    now = session({ state, ...more })
    showHindi()
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    // Nothing but names and units is in other letters.
    const text = document.querySelector('main')?.textContent?.replaceAll(/DC-1|kWh|help@volt\.example/g, '') ?? ''
    expect(text).not.toMatch(/[A-Za-z]{2,}/)
  })

  test('the language that is chosen while a session runs is kept with the session, once', async () => {
    kept({ sessionId: 'S1', stopToken: 'token-of-mine-12345678' })
    now = session({ state: 'charging', language: 'hi' })
    const told: unknown[] = []
    server.on(choosePayLanguage, ({ body }) => {
      told.push(body)
      now = session({ state: 'charging', language: 'en' })
      return { data: { language: 'en' } }
    })
    showHindi()
    expect(await screen.findByRole('heading', { name: 'चार्जिंग हो रही है' })).toBeVisible()
    expect(told).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'English' }))
    expect(await screen.findByRole('heading', { name: 'Charging' })).toBeVisible()
    await vi.waitFor(() => expect(told).toEqual([{ language: 'en', stopToken: 'token-of-mine-12345678' }]))
  })

  test('a driver whose record names a language reads it once the code is right, unless he has chosen one', async () => {
    server.on(askPayCode, () => ({ data: {}, message: 'A code is on its way' }))
    server.on(checkPayCode, () => ({ data: { token: 'T', name: 'Asha', balance: 50, language: 'hi' } }))
    render(
      <InEnglish>
        <PayScreen at={AT} brand={BRAND} />
      </InEnglish>,
    )
    await userEvent.click(await screen.findByRole('radio', { name: 'Wallet' }))
    await userEvent.type(screen.getByLabelText('Your phone number or e-mail'), '9876500001')
    await userEvent.click(screen.getByRole('button', { name: 'Send me a code' }))
    await userEvent.type(await screen.findByLabelText('Code of 6 digits'), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Open my wallet' }))
    expect(await screen.findByText('नमस्ते Asha। आपके वॉलेट में ₹50.00 हैं।')).toBeVisible()
    expect(localStorage.getItem('driver language')).toBeNull()
  })
})

test('a call without an answer says so in the language of the page; an answer stays as the server gave it', () => {
  expect(failureText(HINDI.words, 'This device is offline.')).toBe('यह डिवाइस ऑफ़लाइन है।')
  expect(failureText(HINDI.words, 'HTTP error! Status: 502')).toBe(HINDI.words.serverFault)
  expect(failureText(HINDI.words, 'यह कोड ग़लत है')).toBe('यह कोड ग़लत है')
  expect(failureText(ENGLISH.words, 'The server cannot be reached.')).toBe('The server cannot be reached.')
})
