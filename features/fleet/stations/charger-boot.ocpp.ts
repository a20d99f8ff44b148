// A boot: stored before the answer; an accepted charger is then sent its settings.
import type { Services } from '#office/installation/services.ts'
import { Batch } from '#platform/db/batch.ts'
import { type BootCalls, noTemplates, type TemplatesOf, type TemplateValues } from './boot-calls.ocpp.ts'
import * as store from './charger.store.ts'
import type { NoteEvent } from './charger-mail.memory.ts'
import { countOddValues } from './charger-notice.store.ts'
import type { LiveChanges } from './live-change.memory.ts'
import { doubtClock, type Station } from './station.memory.ts'
import type { ToldBoot } from './told.rules.ts'

/** Seconds between heartbeats, sent with the answer to a boot where no template or operator set another interval (D-OCPP-2). */
const HEARTBEAT_INTERVAL_S = 300

type BootAnswer = { status: store.StoredCharger['registration']; currentTime: string; interval: number }
export type BootOptions = {
  changes: LiveChanges
  calls: BootCalls
  note: NoteEvent | undefined
  onAccepted: ((s: Station) => void) | undefined
  templatesOf: TemplatesOf | undefined
}

export function boots(services: Services, options: BootOptions) {
  const { changes, calls, note, onAccepted, templatesOf = noTemplates } = options
  const { db } = services
  const waiting = new Batch<store.Boot, number | null>(items => store.saveBoots(db, items))

  async function boot(s: Station, p: ToldBoot): Promise<BootAnswer> {
    const at = services.now()
    const { registration } = s.charger
    const accepted = registration === 'Accepted'
    const row = bootRow(s, p, at, accepted)
    const serial = row.chargePointSerial
    const stored = waiting.add(row)
    s.charger.serial = serial ?? s.charger.serial
    doubtClock(s)
    await changes.follow(s, at, 'Booted', Promise.all([stored, countOtherSerial(s, serial, at)]))
    s.charger.bootAccepted = accepted
    const firmware = p.firmwareVersion ? [`Firmware: ${p.firmwareVersion}`] : []
    note?.(s, 'OcppStationBooted', { details: [`Model: ${p.chargePointVendor} ${p.chargePointModel}`, ...firmware] })
    const templates = accepted ? await templatesOf(s.charger.pk) : undefined
    // After the answer has gone: a charger may refuse calls until it is accepted (OCPP 1.6 §4.2).
    if (accepted)
      setImmediate(() => {
        calls.setMeterInterval(s, templates)
        calls.tellAvailability(s)
        onAccepted?.(s)
      })
    // Before acceptance the interval says when to boot again, and no operator sets that interval (OCPP 1.6 §4.2).
    const interval = (accepted && (heartbeatOf(templates) ?? (await stored))) || HEARTBEAT_INTERVAL_S
    return { status: registration, currentTime: services.now().toISOString(), interval }
  }

  /** Counts a serial number that differs from the number entered by hand as an odd value, shown on the charger's page. */
  async function countOtherSerial({ charger }: Station, serial: string | null, at: Date): Promise<void> {
    const { pk, serialByHand } = charger
    if (serial === null || serialByHand === null || serial === serialByHand) return
    const field = 'BootNotification.chargePointSerialNumber'
    await countOddValues(db, [{ pk, field, value: serial, count: 1, at }])
  }

  return { boot, idle: () => waiting.idle() }
}

/** The interval that a settings template asks for; undefined where it names none, or none that the answer can tell. */
function heartbeatOf(templates: TemplateValues | undefined): number | undefined {
  const value = templates?.get('heartbeatinterval')?.trim() ?? ''
  return /^[1-9][0-9]{0,5}$/.test(value) ? Number(value) : undefined
}

const bootRow = (s: Station, p: ToldBoot, at: Date, accepted: boolean): store.Boot => ({
  pk: s.charger.pk,
  connectionNo: s.connectionNo,
  at,
  accepted,
  vendor: p.chargePointVendor,
  model: p.chargePointModel,
  chargePointSerial: serialOf(p.chargePointSerialNumber),
  chargeBoxSerial: serialOf(p.chargeBoxSerialNumber),
  fwVersion: p.firmwareVersion ?? null,
  iccid: p.iccid ?? null,
  imsi: p.imsi ?? null,
  meterType: p.meterType ?? null,
  meterSerial: serialOf(p.meterSerialNumber),
  reason: p.reason ?? null,
})

/** Returns a serial number as reported; an empty one is none. */
const serialOf = (serial: string | undefined): string | null => serial?.trim() || null
