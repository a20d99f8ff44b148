// Every refusal of the shapes that drivers send is one of the texts that have a translation.
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { getPayInvoice, getPayInvoicePdf } from '#settlement/invoices/invoice.contract.ts'
import {
  askPayCode,
  checkPayCode,
  choosePayLanguage,
  getPayPlace,
  getPaySession,
  placeOrder,
  stopPaySession,
} from './pay.contract.ts'
import { tellIn } from './pay-told.rules.ts'

const CALLS: readonly AnyEndpoint[] = [
  getPayPlace,
  placeOrder,
  getPaySession,
  choosePayLanguage,
  stopPaySession,
  askPayCode,
  checkPayCode,
  getPayInvoice,
  getPayInvoicePdf,
]
const WRONG = [undefined, null, 5, 0.001, -1, 1e9, 10.555, true, '', ' ', 'x', 'x'.repeat(3000), [], {}]

test('whatever is wrong with a call of a driver is said in Hindi', () => {
  const tell = tellIn('hi')
  const english = new Set<string>()
  let found = 0
  for (const e of CALLS)
    for (const shape of [e.params, e.query, e.body] as (z.ZodType | undefined)[]) {
      if (!shape) continue
      const fields = shape instanceof z.ZodObject ? Object.keys(shape.shape) : []
      const both = { phone: '9876500001', email: 'a@b.co', otp: '123456' }
      const values = [...WRONG, both, ...fields.flatMap(f => WRONG.map(w => ({ [f]: w })))]
      for (const value of values)
        for (const { path, message } of shape.safeParse(value).error?.issues ?? []) {
          found++
          if (tell(message) === message) english.add(`${e.path} ${path.join('.')}: ${message}`)
        }
    }
  expect([...english]).toEqual([])
  expect(found).toBeGreaterThan(100)
})
