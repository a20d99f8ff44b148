// The events of webhooks: what each holds, declared once. What is sent, the JSON schema, and the check of the example all come
// from here (HOOK-03). The database writes the fields with the change (migrations/0128); what this version does not declare is
// not sent.
import { z } from 'zod'
import { EVENT_KINDS, type EventName, TEST_EVENT } from './webhook.words.ts'

const id = z.number().int()
const paise = z.number().int().describe('An amount in paise')
const wh = z.number().describe('Energy in Wh')
const at = z.iso.datetime().describe('A moment in UTC')
const word = z.string()

/** Events that were written before the fields were there have none. */
const evse = {
  evseId: id.nullable().default(null).describe('The EVSE of a connector of OCPP 2.0.1; null where it has none'),
  evseConnectorId: id
    .nullable()
    .default(null)
    .describe('The number of the connector within its EVSE; null where the EVSE has no other'),
}
const place = { chargerId: word, chargerName: word, connectorId: id, ...evse, teamId: id }
const ofSession = { transactionId: id, ...place, idTag: word, startedAt: at }
const Session = z.object({
  ...ofSession,
  driverId: id.nullable(),
  stoppedAt: at.nullable(),
  stopReason: word.nullable(),
  meterStartWh: wh,
  meterStopWh: wh.nullable(),
  energyWh: wh,
  chargedPaise: paise,
  paymentType: word,
  paymentId: word.nullable(),
  isInReview: z.boolean().describe('It waits for a person, whose decision is told by another event'),
  isDismissed: z.boolean().describe('A person has decided that it does not count'),
})
const Reading = z.object({
  ...ofSession,
  meterStartWh: wh,
  meterWh: wh,
  energyWh: wh,
  chargedPaise: paise,
  powerW: z.number().nullable(),
  socPercent: z.number().nullable(),
  meteredAt: at,
})
const Bill = z.object({
  ...ofSession,
  driverId: id.nullable(),
  stoppedAt: at.nullable(),
  version: id.describe('1 for the first bill of the session; the highest counts'),
  billedAt: at,
  energyWh: wh,
  taxablePaise: paise,
  cgstPaise: paise,
  sgstPaise: paise,
  igstPaise: paise,
  surchargePaise: paise,
  totalPaise: paise,
  paymentType: word,
  paymentId: word.nullable(),
})
const Charger = z.object({
  ...place,
  connectorId: id.nullable().describe('Null: the charger as a whole; 0: told by the charger of itself'),
  status: word,
  statusBefore: word.nullable(),
  errorCode: word.nullable(),
  reason: word.nullable(),
  at,
})
const Payment = z.object({
  paymentId: word,
  teamId: id.nullable(),
  status: word,
  amountPaise: paise,
  refundedPaise: paise,
  currency: word,
  method: word.nullable(),
  orderId: word.nullable(),
  errorCode: word.nullable(),
  errorDescription: word.nullable(),
  createdAt: at,
  at,
})
const Refund = z.object({
  refundId: id,
  teamId: id.nullable(),
  status: word,
  attempt: id,
  amountPaise: paise,
  paymentId: word,
  transactionId: id.nullable(),
  cause: word,
  failure: word.nullable(),
  requestedAt: at,
  at,
})
const Payout = z.object({
  payoutId: word,
  teamId: id,
  month: word.describe('yyyy-MM-dd, the first day'),
  status: word,
  sessions: id,
  energyWh: wh,
  payoutPaise: paise,
  at,
})
const AlertTold = z.object({
  alertId: id,
  teamId: id,
  kind: word,
  severity: word,
  subject: word,
  chargerId: word.nullable(),
  connectorId: id.nullable(),
  ...evse,
  transactionId: id.nullable(),
  isAgain: z.boolean().describe('It had been closed, and has come back'),
  since: at,
  closedWhy: word.nullable(),
  at,
})
const change = z.enum(['created', 'changed', 'deleted'])
const Driver = z.object({
  change,
  driverId: id,
  teamId: id,
  firstName: word,
  lastName: word,
  email: word.nullable(),
  phone: word.nullable(),
  isActive: z.boolean(),
})
const Tag = z.object({
  change,
  tagId: id,
  idTag: word,
  teamId: id,
  kind: word,
  driverId: id.nullable(),
  parentTagId: id.nullable(),
  expiresAt: at.nullable(),
  maxActiveTransactions: id,
  note: word,
  tokenType: word.default('ISO14443').describe('The kind of the token, as stations of OCPP 2.0.1 are told'),
  chargingPriority: id.default(0).describe('From -9 to 9, for stations of OCPP 2.0.1'),
  evses: word.default('').describe('The EVSEs that the tag may use at stations of OCPP 2.0.1; empty: all'),
})
const Test = z.object({ text: word, webhookId: id })

/** The data of each event. */
const DATA: Readonly<Record<EventName | typeof TEST_EVENT, z.ZodObject>> = {
  'session.started': Session,
  'session.updated': Reading,
  'session.stopped': Session,
  'session.billed': Bill,
  'session.corrected': Bill,
  'charger.online': Charger,
  'charger.offline': Charger,
  'charger.status': Charger,
  'charger.faulted': Charger,
  'payment.changed': Payment,
  'refund.changed': Refund,
  'payout.changed': Payout,
  'alert.opened': AlertTold,
  'alert.closed': AlertTold,
  'driver.changed': Driver,
  'tag.changed': Tag,
  [TEST_EVENT]: Test,
}

/** Made once: a schema takes longer to make than to use. */
const made = new Map<string, z.ZodObject>()
const eventSchema = (kind: EventName | typeof TEST_EVENT): z.ZodObject => {
  const known = made.get(kind) ?? makeSchema(kind)
  made.set(kind, known)
  return known
}
const makeSchema = (kind: EventName | typeof TEST_EVENT) =>
  z.object({
    type: z.literal(kind),
    timestamp: at.describe('When it happened'),
    sequence: z
      .number()
      .int()
      .describe(
        'Of two events about the same object the one with the higher number happened later, however late it arrives',
      ),
    data: DATA[kind],
  })

/** What is sent of an event, always the same text for the same event; undefined where the data do not fit it. */
export function eventBody(event: { kind: string; madeAt: Date; sequence: number; data: unknown }): string | undefined {
  if (!Object.hasOwn(DATA, event.kind)) return undefined
  const { kind: type, sequence, data: told } = event
  const whole = { type, timestamp: event.madeAt.toISOString(), sequence, data: told }
  const { success, data } = eventSchema(event.kind as EventName).safeParse(whole)
  return success ? JSON.stringify(data) : undefined
}

const NOON = '2026-11-29T12:00:00.000Z'
const LATER = '2026-11-29T12:42:10.000Z'
const noEvse = { evseId: null, evseConnectorId: null }
const somewhere = { chargerId: 'PUNE-07', chargerName: 'Pune, FC Road', connectorId: 1, ...noEvse, teamId: 14 }
const someSession = { transactionId: 48_211, ...somewhere, idTag: 'A1B2C3D4', startedAt: NOON }
const begun = {
  ...someSession,
  driverId: 311,
  stoppedAt: null,
  stopReason: null,
  meterStartWh: 1_204_500,
  meterStopWh: null,
  energyWh: 0,
  chargedPaise: 0,
  paymentType: 'WALLET',
  paymentId: null,
  isInReview: false,
  isDismissed: false,
}
const bill = {
  ...someSession,
  driverId: 311,
  stoppedAt: LATER,
  version: 1,
  billedAt: LATER,
  energyWh: 18_400,
  taxablePaise: 33_120,
  cgstPaise: 2981,
  sgstPaise: 2981,
  igstPaise: 0,
  surchargePaise: 0,
  totalPaise: 39_082,
  paymentType: 'WALLET',
  paymentId: null,
}
const told = { ...somewhere, statusBefore: null, errorCode: null, reason: null, at: NOON }
const alert = {
  alertId: 902,
  teamId: 14,
  kind: 'charger-offline',
  severity: 'Major',
  subject: 'PUNE-07',
  chargerId: 'PUNE-07',
  connectorId: null,
  ...noEvse,
  transactionId: null,
  isAgain: false,
  since: NOON,
  closedWhy: null,
  at: NOON,
}
const EXAMPLES: Readonly<Record<EventName, Record<string, unknown>>> = {
  'session.started': begun,
  'session.updated': {
    ...someSession,
    meterStartWh: 1_204_500,
    meterWh: 1_213_100,
    energyWh: 8600,
    chargedPaise: 15_480,
    powerW: 24_800,
    socPercent: 61,
    meteredAt: '2026-11-29T12:20:00.000Z',
  },
  'session.stopped': {
    ...begun,
    stoppedAt: LATER,
    stopReason: 'EVDisconnected',
    meterStopWh: 1_222_900,
    energyWh: 18_400,
    chargedPaise: 39_082,
  },
  'session.billed': bill,
  'session.corrected': { ...bill, version: 2, energyWh: 17_900, totalPaise: 38_021 },
  'charger.online': { ...told, connectorId: null, status: 'online', statusBefore: 'offline' },
  'charger.offline': {
    ...told,
    connectorId: null,
    status: 'offline',
    statusBefore: 'online',
    reason: 'Connection lost',
  },
  'charger.status': { ...told, status: 'Available', errorCode: 'NoError' },
  'charger.faulted': { ...told, status: 'Faulted', errorCode: 'GroundFailure', reason: 'RCD tripped' },
  'payment.changed': {
    paymentId: 'pay_29QQoUBi66xm2f',
    teamId: 14,
    status: 'captured',
    amountPaise: 50_000,
    refundedPaise: 0,
    currency: 'INR',
    method: 'upi',
    orderId: 'order_DBJOWzybf0sJbb',
    errorCode: null,
    errorDescription: null,
    createdAt: NOON,
    at: NOON,
  },
  'refund.changed': {
    refundId: 77,
    teamId: 14,
    status: 'processed',
    attempt: 1,
    amountPaise: 10_918,
    paymentId: 'pay_29QQoUBi66xm2f',
    transactionId: 48_211,
    cause: 'rest',
    failure: null,
    requestedAt: LATER,
    at: LATER,
  },
  'payout.changed': {
    payoutId: 'PO-2026-10-14',
    teamId: 14,
    month: '2026-10-01',
    status: 'PAYOUTCOMPLETED',
    sessions: 1204,
    energyWh: 18_204_000,
    payoutPaise: 21_408_200,
    at: NOON,
  },
  'alert.opened': alert,
  'alert.closed': { ...alert, closedWhy: 'It is connected again', at: LATER },
  'driver.changed': {
    change: 'changed',
    driverId: 311,
    teamId: 14,
    firstName: 'Meera',
    lastName: 'Kulkarni',
    email: 'meera@example.com',
    phone: '9876543210',
    isActive: true,
  },
  'tag.changed': {
    change: 'created',
    tagId: 5120,
    idTag: 'A1B2C3D4',
    teamId: 14,
    kind: 'rfid',
    driverId: 311,
    parentTagId: null,
    expiresAt: null,
    maxActiveTransactions: 1,
    note: '',
    tokenType: 'ISO14443',
    chargingPriority: 0,
    evses: '',
  },
}

/** The format says it already. */
const withoutPattern = ({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void => {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
}

/** The catalogue as people and programs read it. */
export const eventCatalogue = () =>
  EVENT_KINDS.map(({ kind, group, label, text }) => ({
    kind,
    group,
    label,
    text,
    example: { type: kind, timestamp: NOON, sequence: 90_417_225, data: EXAMPLES[kind] },
    schema: z.toJSONSchema(eventSchema(kind), { override: withoutPattern }) as Record<string, unknown>,
  }))
