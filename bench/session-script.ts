// A charging session as chargers send it: Authorize, StartTransaction, ten MeterValues of four samples, StopTransaction and
// three StatusNotifications. The frames are made once; each sending writes its own tag, time, register and transaction
// over fields of fixed width in place, so that the load costs as little as it can.
import { type LiteCharger, type LiteTemplate, liteTemplate } from '@wattdesk/ocpp/sim/lite'
import { tagOf } from './world.ts'

/** So little that the power of the samples, over the parts of a second that a session takes here, contradicts nothing. */
export const WH_PER_VALUE = 9
/** The power that the samples tell of. */
export const POWER_W = 48_000
/** As wide as what is written there; a number may have blanks before it, a register in a text zeros. */
export const TAG = 'T0000000'
export const TIME = '2000-01-01T00:00:00.000Z'
const NUMBER = 1_111_111_111
const REGISTER = '2222222222'
const TRANSACTION = 1_333_333_333

type Step = LiteTemplate & {
  tagAt: number
  timeAt: number
  numberAt: number
  registerAt: number
  transactionAt: number
}

function step(action: string, payload: object): Step {
  const t = liteTemplate(action, payload)
  const at = (text: string | number) => t.frame.indexOf(String(text))
  return {
    ...t,
    tagAt: at(TAG),
    timeAt: at(TIME),
    numberAt: at(NUMBER),
    registerAt: at(REGISTER),
    transactionAt: at(TRANSACTION),
  }
}

const status = (text: string) =>
  step('StatusNotification', { connectorId: 1, status: text, errorCode: 'NoError', timestamp: TIME })
const sampled = (measurand: string, unit: string, value: string) => ({
  value,
  context: 'Sample.Periodic',
  measurand,
  location: 'Outlet',
  unit,
})
const preparing = status('Preparing')
const charging = status('Charging')
const available = status('Available')
const authorize = step('Authorize', { idTag: TAG })
const start = step('StartTransaction', { connectorId: 1, idTag: TAG, meterStart: NUMBER, timestamp: TIME })
const meter = step('MeterValues', {
  connectorId: 1,
  transactionId: TRANSACTION,
  meterValue: [
    {
      timestamp: TIME,
      sampledValue: [
        sampled('Energy.Active.Import.Register', 'Wh', REGISTER),
        sampled('Power.Active.Import', 'W', String(POWER_W)),
        sampled('Current.Import', 'A', '120.5'),
        sampled('Voltage', 'V', '398.3'),
      ],
    },
  ],
})
const stop = step('StopTransaction', {
  transactionId: TRANSACTION,
  idTag: TAG,
  meterStop: NUMBER,
  timestamp: TIME,
  reason: 'Local',
})

export const METER_VALUES = 10
/** A session of a protocol. */
export interface Script {
  /** Messages of one session. */
  readonly messages: number
  /** Sends a whole session of charger number `n`; rejects when an answer does not let the charger go on. */
  run(c: LiteCharger, n: number): Promise<void>
}

export class SessionScript implements Script {
  static readonly MESSAGES = METER_VALUES + 6
  readonly messages = SessionScript.MESSAGES
  /** The register of each charger in Wh. */
  readonly registers = new Map<number, number>()

  async run(c: LiteCharger, n: number): Promise<void> {
    const transactionId = await this.begin(c, n)
    for (let i = 0; i < METER_VALUES; i++) await this.meter(c, n, transactionId)
    await this.end(c, n, transactionId)
  }

  /** Its begin; resolves with the id of the session. */
  async begin(c: LiteCharger, n: number): Promise<number> {
    await c.call(this.#fill(preparing, n))
    accepted(await c.call(this.#fill(authorize, n)))
    const begun = await c.call(this.#fill(start, n))
    accepted(begun)
    const transactionId = Number(/"transactionId":(\d+)/.exec(begun)?.[1])
    if (!(transactionId > 0)) throw new Error(`No transaction: ${begun}`)
    await c.call(this.#fill(charging, n))
    return transactionId
  }
  /** The next meter value of a session, so many Wh after the one before. */
  async meter(c: LiteCharger, n: number, transactionId: number, wh = WH_PER_VALUE): Promise<void> {
    this.registers.set(n, this.#registerOf(n) + wh)
    await c.call(this.#fill(meter, n, transactionId))
  }
  async end(c: LiteCharger, n: number, transactionId: number): Promise<void> {
    accepted(await c.call(this.#fill(stop, n, transactionId)))
    await c.call(this.#fill(available, n))
  }

  #registerOf(n: number): number {
    return this.registers.get(n) ?? 1000
  }
  #fill(s: Step, n: number, transactionId = 0): Step {
    const register = String(this.#registerOf(n))
    if (s.tagAt >= 0) s.frame.write(tagOf(n), s.tagAt, 'latin1')
    if (s.timeAt >= 0) s.frame.write(new Date().toISOString(), s.timeAt, 'latin1')
    if (s.numberAt >= 0) s.frame.write(register.padStart(10), s.numberAt, 'latin1')
    if (s.registerAt >= 0) s.frame.write(register.padStart(10, '0'), s.registerAt, 'latin1')
    if (s.transactionAt >= 0) s.frame.write(String(transactionId).padStart(10), s.transactionAt, 'latin1')
    return s
  }
}

export function accepted(answer: string): void {
  if (!answer.includes('"Accepted"')) throw new Error(`Not accepted: ${answer}`)
}
