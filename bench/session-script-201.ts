// The charging session of session-script.ts as a station of OCPP 2.0.1 sends it: Authorize, a TransactionEvent that begins all,
// ten with the same four samples, one that ends all, and two StatusNotifications; one message less, since the state of
// charging is told within an event. Fields of fixed width are written over in place.
import { type LiteCharger, type LiteTemplate, liteTemplate } from '@wattdesk/ocpp/sim/lite'
import { accepted, METER_VALUES, POWER_W, type Script, TAG, TIME, WH_PER_VALUE } from './session-script.ts'
import { tagOf } from './world.ts'

/** As wide as what is written there; a number may have blanks before it. */
const NAME = 'bench-0000000-0000000000'
const SEQ_NO = 1_444_444_444
const REGISTER = 1_555_555_555

type Step = LiteTemplate & { tagAt: number; timesAt: number[]; nameAt: number; seqNoAt: number; registerAt: number }
function step(action: string, payload: object): Step {
  const t = liteTemplate(action, payload)
  const at = (text: string | number) => t.frame.indexOf(String(text))
  const timesAt: number[] = []
  for (let n = at(TIME); n >= 0; n = t.frame.indexOf(TIME, n + 1)) timesAt.push(n)
  return { ...t, tagAt: at(TAG), timesAt, nameAt: at(NAME), seqNoAt: at(SEQ_NO), registerAt: at(REGISTER) }
}

const status = (connectorStatus: string) =>
  step('StatusNotification', { timestamp: TIME, connectorStatus, evseId: 1, connectorId: 1 })
const sampled = (measurand: string, unit: string, value: number, context: string) => ({
  value,
  context,
  measurand,
  location: 'Outlet',
  unitOfMeasure: { unit },
})
const register = (context: string) => sampled('Energy.Active.Import.Register', 'Wh', REGISTER, context)
const event = (eventType: string, triggerReason: string, chargingState: string, samples: object[], more: object = {}) =>
  step('TransactionEvent', {
    eventType,
    timestamp: TIME,
    triggerReason,
    seqNo: SEQ_NO,
    transactionInfo: { transactionId: NAME, chargingState },
    evse: { id: 1, connectorId: 1 },
    meterValue: [{ timestamp: TIME, sampledValue: samples }],
    ...more,
  })
const idToken = { idToken: TAG, type: 'ISO14443' }
const occupied = status('Occupied')
const available = status('Available')
const authorize = step('Authorize', { idToken })
const started = event('Started', 'Authorized', 'Charging', [register('Transaction.Begin')], { idToken })
const updated = event('Updated', 'MeterValuePeriodic', 'Charging', [
  register('Sample.Periodic'),
  sampled('Power.Active.Import', 'W', POWER_W, 'Sample.Periodic'),
  sampled('Current.Import', 'A', 120.5, 'Sample.Periodic'),
  sampled('Voltage', 'V', 398.3, 'Sample.Periodic'),
])
// The car goes, as in the session of 1.6, where no Finishing comes between.
const ended = event('Ended', 'EVCommunicationLost', 'Idle', [register('Transaction.End')], { idToken })

export class SessionScript201 implements Script {
  readonly messages = METER_VALUES + 5
  /** The register of each station in Wh, and how many sessions it has had. */
  readonly #registers = new Map<number, number>()
  readonly #begun = new Map<number, number>()

  async run(c: LiteCharger, n: number): Promise<void> {
    this.#begun.set(n, (this.#begun.get(n) ?? Date.now() % 1e9) + 1)
    await c.call(this.#fill(occupied, n))
    accepted(await c.call(this.#fill(authorize, n)))
    accepted(await c.call(this.#fill(started, n, 0)))
    for (let i = 1; i <= METER_VALUES; i++) {
      this.#registers.set(n, this.#registerOf(n) + WH_PER_VALUE)
      await c.call(this.#fill(updated, n, i))
    }
    accepted(await c.call(this.#fill(ended, n, METER_VALUES + 1)))
    await c.call(this.#fill(available, n))
  }

  #registerOf(n: number): number {
    return this.#registers.get(n) ?? 1000
  }
  #fill(s: Step, n: number, seqNo = 0): Step {
    const name = `bench-${String(n).padStart(7, '0')}-${String(this.#begun.get(n) ?? 0).padStart(10, '0')}`
    if (s.tagAt >= 0) s.frame.write(tagOf(n), s.tagAt, 'latin1')
    for (const at of s.timesAt) s.frame.write(new Date().toISOString(), at, 'latin1')
    if (s.nameAt >= 0) s.frame.write(name, s.nameAt, 'latin1')
    if (s.seqNoAt >= 0) s.frame.write(String(seqNo).padStart(10), s.seqNoAt, 'latin1')
    if (s.registerAt >= 0) s.frame.write(String(this.#registerOf(n)).padStart(10), s.registerAt, 'latin1')
    return s
  }
}
