// The calls of scan and pay (D-PAY-6): without sign-in, limited by address. Amounts in rupees, energy in kWh, times ISO 8601
// in UTC.
import { isGstinOfState, LONGEST_BUSINESS } from '@wattdesk/base/business'
import { besideOthers } from '@wattdesk/base/field-checks'
import { recordId } from '@wattdesk/base/fields'
import { isEmail, isTypedPhone } from '@wattdesk/base/identifiers'
import { MODES } from '@wattdesk/base/mode'
import { secret } from '@wattdesk/base/secret'
import { invalidEmail, invalidPhone } from '@wattdesk/base/text'
import { endpoint } from '@wattdesk/wire/endpoint'
import { LANGUAGES } from '@wattdesk/words/language'
import * as told from '@wattdesk/words/made/en-told'
import { z } from 'zod'
import { BillLine } from '#charging/billing/bill.contract.ts'
import { GATEWAY_METHODS } from '#money/price-groups/price.words.ts'
import { CODE_DIGITS, LEAST_AMOUNT, METHODS, MOST_AMOUNT, STATES } from './pay.words.ts'
import { AMOUNT_PAISE, AMOUNT_RANGE, NO_CHARGER, NO_SESSION } from './pay-told.words.ts'

// Every refusal of a shape is one of the driver's texts, so that it comes in the driver's language.
const Place = z.object({
  chargepoint_id: z.string(NO_CHARGER).min(1, NO_CHARGER).max(100, NO_CHARGER),
  connectorId: recordId(told.connectorNumber),
})
const orNull = <S extends z.ZodType>(s: S) => s.nullable()

/** An amount as the driver pays it, with tax and the provider's surcharge, and the same amount without both. */
const Amount = z.object({ amount: z.number(), without: z.number() })
/** The price of a slot; `unit` is the unit of the main amount. */
export const PayPrice = z
  .object({
    unit: z.enum(['kWh', 'hour']),
    amount: z.number(),
    without: z.number(),
    fees: z.array(Amount.extend({ label: z.string(), per: z.enum(['once', 'minute']) })),
    taxPercent: z.number(),
    surchargePercent: z.number(),
  })
  .meta({ id: 'PayPrice' })
export type PayPrice = z.infer<typeof PayPrice>

const NextPrice = orNull(PayPrice.extend({ at: z.string() }))

export const PayPlace = z
  .object({
    charger: z.object({
      id: z.string(),
      name: z.string(),
      address: orNull(z.string()),
      type: z.string(),
      isFree: z.boolean(),
      status: z.enum(['online', 'charging', 'offline', 'maintenance']),
    }),
    connector: z.object({
      id: z.number().int(),
      /** The EVSE, and the number in it where it has other connectors, of a charge point of OCPP 2.0.1. */
      evseId: orNull(z.number().int()),
      evseConnectorId: orNull(z.number().int()),
      name: z.string(),
      type: orNull(z.string()),
      kw: orNull(z.number()),
      /** The last status that the charger reported. */
      status: orNull(z.string()),
      isUsable: z.boolean(),
      /** Why no session can begin now, in words for the driver. */
      reason: orNull(z.string()),
      /** Another driver is about to pay: the first to pay gets the connector. */
      isAskedFor: z.boolean(),
      /** The car must be plugged in before the session can begin. */
      plugFirst: z.boolean(),
    }),
    /** By the dearest of the methods, where the surcharge differs by them. */
    price: orNull(PayPrice),
    /** The next change of the price on this day. */
    nextPrice: NextPrice,
    /** The price by each method of payment; empty where it is the same by all. */
    byMethod: z.array(z.object({ method: z.enum(GATEWAY_METHODS), price: orNull(PayPrice), nextPrice: NextPrice })),
    refundRule: z.string(),
    /** How long refunds took lately, by way of paying. */
    refundTimes: z.array(z.object({ method: z.string(), text: z.string() })),
    methods: z.array(z.enum(METHODS)),
    /** Why UPI and card are not among them, in words for the driver, where the operator has no payment provider. */
    noProvider: orNull(z.string()),
    amounts: z.object({ choices: z.array(z.number()), least: z.number(), most: z.number() }),
    /** The business time zone. */
    zone: z.string(),
    /** test: no money moves (D-PAY-7). */
    mode: z.enum(MODES),
  })
  .meta({ id: 'PayPlace' })
export type PayPlace = z.infer<typeof PayPlace>

export const getPayPlace = endpoint({
  method: 'GET',
  path: '/public/v1/pay/charger/{chargepoint_id}/{connectorId}',
  can: 'anyone',
  summary:
    'A connector as a driver sees who is about to pay: state, price, ways to pay; 403 at a private charger without the token of a tag holder in x-wallet-token; ids of own sessions in x-own-sessions, with commas between, are no other driver’s',
  params: Place,
  data: PayPlace,
})

export const PayOrder = z
  .object({
    id: z.string(),
    amount: z.number(),
    currency: z.string(),
    key: z.string(),
    /** The form that the browser sends to the provider; `callback_url` and `cancel_url` lead back here. */
    checkout: z.object({ action: z.string(), fields: z.record(z.string(), z.string()) }),
  })
  .meta({ id: 'PayOrder' })
export type PayOrder = z.infer<typeof PayOrder>

const ofBusiness = (longest: number) =>
  z.string({ error: told.wholeBusiness }).trim().min(1, told.wholeBusiness).max(longest, told.longBusiness)
/** Made in the browser; shows that a call comes from the one that has asked for the session. */
const StopToken = secret(z.string({ error: told.stopToken }).regex(/^[\w-]{20,128}$/, told.stopToken))
/** The business that the invoice of the session is for. */
const PayBusiness = z.object(
  {
    gstin: z
      .string({ error: told.wholeBusiness })
      .trim()
      .min(1, told.wholeBusiness)
      .transform(gstin => gstin.toUpperCase())
      .refine(isGstinOfState, told.wrongGstin),
    legalName: ofBusiness(LONGEST_BUSINESS.legalName),
    businessAddress: ofBusiness(LONGEST_BUSINESS.businessAddress),
    /** The driver states that the GST number is of a unit in a Special Economic Zone, which is billed integrated tax. */
    sez: z.boolean({ error: told.wholeBusiness }).optional(),
  },
  { error: told.wholeBusiness },
)
export const placeOrder = endpoint({
  method: 'POST',
  path: '/public/v1/pay/charger/{chargepoint_id}/{connectorId}/order',
  can: 'anyone',
  summary: 'Ask for a session: answers the order for the checkout, or none where the wallet pays or charging is free',
  params: Place,
  body: z.object({
    /** Left out where charging is free. */
    amount: z
      .number({ error: AMOUNT_RANGE })
      .min(LEAST_AMOUNT, AMOUNT_RANGE)
      .max(MOST_AMOUNT, AMOUNT_RANGE)
      .multipleOf(0.01, AMOUNT_PAISE)
      .optional(),
    method: z.enum(METHODS, { error: told.chooseMethod }),
    /** Made in the browser; only its holder may stop the session. */
    stopToken: StopToken,
    /** From `otp/verify`; needed for the wallet, and at a private charger. */
    walletToken: secret(
      z.string(told.signInAgain).trim().min(1, told.signInAgain).max(2000, told.signInAgain),
    ).optional(),
    /** Left out where the driver is a consumer. */
    business: PayBusiness.optional(),
  }),
  data: z.object({ sessionId: z.string(), order: orNull(PayOrder) }),
  status: 201,
})

/**
 * The part of a payment that went back, and how far the refund has come. The words never say "credited", since
 * crediting is up to the bank.
 */
export const PayRefund = z
  .object({
    /** `wallet`: it is back in the wallet. */
    state: z.enum(['sent', 'processed', 'delayed', 'wallet']),
    amount: z.number(),
    reference: orNull(z.string()),
    at: z.string(),
  })
  .meta({ id: 'PayRefund' })
export type PayRefund = z.infer<typeof PayRefund>

export const PaySession = z
  .object({
    state: z.enum(STATES),
    /** Null while the energy is in doubt: a person looks at the figures of the charger. */
    energy: orNull(z.number()),
    /** So far, or in the end; null while the session waits for a person. */
    cost: orNull(z.number()),
    seconds: z.number().int(),
    /** For a session that has ended; null while it runs or is in review, and where nothing was charged. */
    bill: orNull(
      z.object({
        lines: z.array(BillLine.omit({ slots: true, businessSlots: true })),
        taxable: z.number(),
        tax: z.number(),
        surcharge: z.number(),
        total: z.number(),
        /** Too little to be given back by the provider. */
        smallRest: z.number(),
      }),
    ),
    refund: orNull(PayRefund),
    /** The address of the invoice, once it is written. */
    invoice: orNull(z.string()),
    /** Why the session was refused or has expired, or why it has no bill yet. */
    reason: orNull(z.string()),
    chargepoint_id: z.string(),
    connectorId: z.number().int(),
    /** As in the connector of the place. */
    evseId: orNull(z.number().int()),
    evseConnectorId: orNull(z.number().int()),
    method: z.enum(METHODS),
    paid: z.number(),
    /** The money has come. */
    isPaid: z.boolean(),
    /** The driver has paid, and the provider has not captured the money yet. */
    isAuthorised: z.boolean(),
    isStopping: z.boolean(),
    /** Until then the driver may pay, or the car be plugged in. */
    until: orNull(z.string()),
    /** The language that the driver has paid in: that of the invoice and of what is sent later. */
    language: z.enum(LANGUAGES),
    /** test: no money moves (D-PAY-7). */
    mode: z.enum(MODES),
  })
  .meta({ id: 'PaySession' })
export type PaySession = z.infer<typeof PaySession>

const OfSession = z.object({ sessionId: z.string(NO_SESSION).min(1, NO_SESSION).max(100, NO_SESSION) })
export const getPaySession = endpoint({
  method: 'GET',
  path: '/public/v1/pay/session/{sessionId}',
  can: 'anyone',
  summary: 'A session that was asked for by scan and pay, as it stands',
  params: OfSession,
  data: PaySession,
})

export const stopPaySession = endpoint({
  method: 'POST',
  path: '/public/v1/pay/session/{sessionId}/stop',
  can: 'anyone',
  summary: 'Stop the session, or give up before it begins; the browser’s token stands in x-stop-token',
  params: OfSession,
  data: z.object({}),
})

/** From then on the invoice, its notes and what is sent of the session are in the language, also of one that has ended. */
export const choosePayLanguage = endpoint({
  method: 'POST',
  path: '/public/v1/pay/session/{sessionId}/language',
  can: 'anyone',
  summary: 'The driver chooses another language for a session: that of its invoice and of what is sent later',
  params: OfSession,
  body: z.object({ language: z.enum(LANGUAGES, told.chooseLanguage), stopToken: StopToken }),
  data: z.object({ language: z.enum(LANGUAGES) }),
})

/** A phone or a mail address; one of both. */
const contact = {
  phone: z.string({ error: invalidPhone }).trim().refine(isTypedPhone, invalidPhone).optional(),
  email: z.string({ error: invalidEmail }).trim().refine(isEmail, invalidEmail).optional(),
}
const hasOne = (v: { phone?: string | undefined; email?: string | undefined }) =>
  (v.phone === undefined) !== (v.email === undefined)
const ONE = { when: besideOthers, error: told.oneContact, path: ['phone'] }

export const askPayCode = endpoint({
  method: 'POST',
  path: '/public/v1/pay/otp',
  can: 'anyone',
  summary: 'Send a one-time code to a driver who pays from the wallet; the answer is the same for everybody',
  body: z
    .object({
      ...contact,
      /** That the driver has chosen on the page; left out: that of his record, else of the browser. */
      language: z.enum(LANGUAGES, told.chooseLanguage).optional(),
    })
    .refine(hasOne, ONE),
  data: z.object({}),
})

export const checkPayCode = endpoint({
  method: 'POST',
  path: '/public/v1/pay/otp/verify',
  can: 'anyone',
  summary: 'Check a one-time code: answers a token that pays from the wallet for 15 minutes',
  body: z
    .object({
      ...contact,
      otp: secret(
        z
          .string({ error: told.inputCode })
          .trim()
          .regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), told.inputDigits),
      ),
      /** The connector where the driver is: the balance is that of the wallet with its operator. */
      chargepoint_id: z.string(NO_CHARGER).max(100, NO_CHARGER).optional(),
    })
    .refine(hasOne, ONE),
  data: z.object({
    token: z.string(),
    name: orNull(z.string()),
    balance: orNull(z.number()),
    /** Of the driver's record; null: it names none. */
    language: orNull(z.enum(LANGUAGES)),
  }),
})
