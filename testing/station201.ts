// A charging station of OCPP 2.0.1 by hand: the same wire as TestCharger, with the events of its transactions.

import type { TestApp } from './app.ts'
import { TestCharger } from './charger.ts'
import { newCharger } from './ocpp.ts'

export const BOOT_201 = { reason: 'PowerUp', chargingStation: { vendorName: 'Maker', model: 'Two' } }

export type Station201 = TestCharger & { pk: number; id: string }

/** Connects a new charger by OCPP 2.0.1, which accepts every call, and boots it. */
export async function bootedStation(
  t: TestApp,
  ws: string,
  options: Parameters<typeof newCharger>[1] = {},
  protocols?: string[],
): Promise<Station201> {
  const known = await newCharger(t, options)
  const c = await openStation(ws, known.id, protocols)
  await c.call('BootNotification', BOOT_201)
  return Object.assign(c, known)
}

export async function openStation(ws: string, id: string, protocols = ['ocpp2.0.1']): Promise<TestCharger> {
  const c = await TestCharger.open(ws, id, { protocols })
  c.onCall = () => ({ status: 'Accepted' })
  return c
}

/** A meter value with the energy register, Wh. */
export const register = (timestamp: string, value: number, context = 'Sample.Periodic', ...more: object[]) => ({
  timestamp,
  sampledValue: [
    { value, context, measurand: 'Energy.Active.Import.Register', unitOfMeasure: { unit: 'Wh' } },
    ...more,
  ],
})

type Event = {
  seqNo: number
  at: string
  trigger?: string
  state?: string
  token?: string
  meters?: object[]
  info?: object
  evse?: { id: number; connectorId?: number } | null
  more?: object
}
/** Events of one transaction on EVSE 1. */
export const eventsOf = (c: TestCharger, transactionId: string) => {
  const tell = (eventType: string, trigger: string, e: Event): Promise<Record<string, unknown>> =>
    c.call('TransactionEvent', {
      eventType,
      timestamp: e.at,
      triggerReason: e.trigger ?? trigger,
      seqNo: e.seqNo,
      transactionInfo: { transactionId, ...(e.state && { chargingState: e.state }), ...e.info },
      ...(e.evse !== null && { evse: e.evse ?? { id: 1, connectorId: 1 } }),
      ...(e.token && { idToken: { idToken: e.token, type: 'ISO14443' } }),
      ...(e.meters && { meterValue: e.meters }),
      ...e.more,
    })
  return {
    started: (e: Event) => tell('Started', 'Authorized', e),
    updated: (e: Event) => tell('Updated', 'MeterValuePeriodic', e),
    ended: (e: Event) => tell('Ended', 'StopAuthorized', e),
  }
}
