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

/** The keys that the product itself sets at a boot, in small letters. */
export const BOOT_KEYS = ['heartbeatinterval', 'metervaluesampleinterval'] as const
/** What settings templates say of these keys, which goes before every other value; null: the key is never to be touched. */
export type TemplateValues = ReadonlyMap<(typeof BOOT_KEYS)[number] | string, string | null>
export type TemplatesOf = (pk: number) => Promise<TemplateValues>
export const noTemplates: TemplatesOf = async () => new Map()

export type BootCalls = ReturnType<typeof bootCalls>
export function bootCalls(
  services: Services,
  { onSet, templatesOf = noTemplates }: { onSet?: OnConfigSet | undefined; templatesOf?: TemplatesOf | undefined } = {},
) {
  const { db, log } = services

  /**
   * Sends the meter interval of a settings template, or else of the charger's record (D-OCPP-2), when no operator's
   * command waits; a charger that does not answer delays the next command by 5 s at most.
   */
  async function sendMeterInterval(s: Station, known?: TemplateValues): Promise<void> {
    const value = (known ?? (await templatesOf(s.charger.pk))).get('metervaluesampleinterval')
    if (!s.isOpen || value === null) return
    const payload = { key: 'MeterValueSampleInterval', value: value ?? String(s.charger.meterIntervalSec) }
    const setAt = services.now()
    const outcome = await s.session.ask('ChangeConfiguration', payload, PATIENCE)
    onSet?.(s, payload.key, payload.value, outcome, setAt)
    if (outcome.kind !== 'result' || outcome.payload.status !== 'Accepted')
      log.info({ chargepoint: s.charger.id, outcome: outcome.kind }, 'MeterValueSampleInterval was not taken')
  }
  function setMeterInterval(s: Station, known?: TemplateValues): void {
    if (!s.isOpen) return
    sendMeterInterval(s, known).catch(error =>
      log.error({ err: error, chargepoint: s.charger.id }, 'MeterValueSampleInterval could not be sent'),
    )
  }

  /** Tells a charger of a change of maintenance that it has not taken yet (D-LIVE-3). */
  function tellAvailability(s: Station): void {
    const { pk, availabilityWish: type, maintenanceChangedAt: changedAt } = s.charger
    if (!s.isOpen || type === null) return
    s.session
      .ask('ChangeAvailability', { connectorId: 0, type }, PATIENCE)
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
    s.session.ask('TriggerMessage', { requestedMessage: 'BootNotification' }, PATIENCE).then(
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
