// Where the money of a session came from and went, step by step, each with its evidence, and whether the sum is right. In
// rupees.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

export const MoneyStep = z
  .object({
    at: z.string(),
    kind: z.enum([
      'payment',
      'hold',
      'start',
      'meter',
      'stop',
      'review',
      'bill',
      'wallet',
      'refund',
      'invoice',
      'settlement',
    ]),
    title: z.string(),
    state: z.enum(['done', 'waiting', 'failed']),
    amount: z.number().nullable(),
    /** Further details from the bill or the bank. */
    details: z.array(z.string()),
    /** The record that proves the step: a posting of the ledger, an event of the provider, a message of the charger. */
    evidence: z.string(),
  })
  .meta({ id: 'MoneyStep' })
export type MoneyStep = z.infer<typeof MoneyStep>

/** A part of the amount paid, with the place where it went or still is. */
export const MoneyPart = z.object({ label: z.string(), amount: z.number() }).meta({ id: 'MoneyPart' })
export type MoneyPart = z.infer<typeof MoneyPart>

export const SessionMoney = z
  .object({
    steps: z.array(MoneyStep),
    /** `paid` less all parts is `difference`; a session that runs, or waits for a decision, is not final. */
    sum: z.object({
      label: z.string(),
      paid: z.number(),
      parts: z.array(MoneyPart),
      difference: z.number(),
      isFinal: z.boolean(),
    }),
  })
  .meta({ id: 'SessionMoney' })
export type SessionMoney = z.infer<typeof SessionMoney>

export const getSessionMoney = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/transaction/{id}/money',
  can: 'Transaction.view',
  summary: 'Where the money of a session came from and went, with its evidence',
  params: z.object({ teamId: recordId(), id: recordId() }),
  data: SessionMoney,
})
