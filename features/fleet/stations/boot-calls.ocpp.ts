// The calls that the server makes of itself to an accepted charger: its meter interval and its availability after a boot
// or a reconnect, and a request to boot once somebody has decided on its registration.
import type { CallOutcome } from '@wattdesk/ocpp/own-calls'
import type { Services } from '#office/installation/services.ts'
import { availabilityFate } from './availability.rules.ts'
import { keepAvailabilityAnswer } from './availability.store.ts'
import type { StoredCharger } from './charger.store.ts'
import type { Station } from './station.memory.ts'

/** Waits shortly for the charger's answer, and long for a free slot, behind all commands of operators. */
const PATIENCE = { isBackground: true, timeoutMs: 5000, maxWaitMs: 600_000 }

/** Called when the product itself has set a key of the configuration; `outcome` is the charger's answer. */
export type OnConfigSet = (s: Station, key: string, value: string, outcome: CallOutcome, setAt: Date) => void

export type BootCalls = ReturnType<typeof bootCalls>
export function bootCalls(services: Services, onSet?: OnConfigSet) {
  const { db, log } = services

  /**
   * Sends the meter interval of the charger's settings (D-OCPP-2) when no operator's command waits; a charger that does
   * not answer delays the next command by 5 s at most.
   */
  function setMeterInterval(s: Station): void {
    if (!s.isOpen) return
    const value = String(s.charger.meterIntervalSec)
    const payload = { key: 'MeterValueSampleInterval', value }
    const setAt = services.now()
    s.session.call('ChangeConfiguration', payload, PATIENCE).then(
      outcome => {
        onSet?.(s, payload.key, value, outcome, setAt)
        if (outcome.kind !== 'result' || outcome.payload.status !== 'Accepted')
          log.info({ chargepoint: s.charger.id, outcome: outcome.kind }, 'MeterValueSampleInterval was not taken')
      },
      error => log.error({ err: error, chargepoint: s.charger.id }, 'MeterValueSampleInterval could not be sent'),
    )
  }

  /** Tells a charger of a change of maintenance that it has not taken yet (D-LIVE-3). */
  function tellAvailability(s: Station): void {
    const { pk, availabilityWish: type, maintenanceChangedAt: changedAt } = s.charger
    if (!s.isOpen || type === null) return
    s.session
      .call('ChangeAvailability', { connectorId: 0, type }, PATIENCE)
      .then(async outcome => {
        await keepAvailabilityAnswer(db, { pk, type, changedAt }, outcome)
        if (availabilityFate(outcome)?.is !== 'taken')
          return log.info({ chargepoint: s.charger.id, outcome: outcome.kind }, 'ChangeAvailability was not taken')
        if (s.charger.maintenanceChangedAt?.getTime() === changedAt?.getTime()) s.charger.availabilityWish = null
      })
      .catch(error => log.error({ err: error, chargepoint: s.charger.id }, 'ChangeAvailability could not be told'))
  }

  /** A charger that does not know the call boots again by itself, within the interval given to it. */
  function askForBoot(s: Station): void {
    if (!s.isOpen) return
    s.session.call('TriggerMessage', { requestedMessage: 'BootNotification' }, PATIENCE).then(
      outcome => {
        if (outcome.kind !== 'result' || outcome.payload.status !== 'Accepted')
          log.info({ chargepoint: s.charger.id, outcome: outcome.kind }, 'The charge point did not boot when asked to')
      },
      error => log.error({ err: error, chargepoint: s.charger.id }, 'A boot could not be asked for'),
    )
  }

  return {
    setMeterInterval,
    tellAvailability,
    /**
     * Called after people changed the record of a connected charger: another meter interval is sent as after a boot, and
     * a charger whose registration was decided is asked to boot now, to learn the decision at once (OCPP 1.6 §4.2).
     */
    changedByHand(s: Station, before: StoredCharger): void {
      const { registration, bootAccepted, meterIntervalSec } = s.charger
      if (registration !== before.registration && registration !== 'Rejected') askForBoot(s)
      else if (meterIntervalSec !== before.meterIntervalSec && registration === 'Accepted' && bootAccepted)
        setMeterInterval(s)
    },
  }
}
