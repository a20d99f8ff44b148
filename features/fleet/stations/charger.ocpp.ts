// A charger's reports about itself: boot, heartbeat, status, security events.
import { OcppError } from '@wattdesk/ocpp/error-code'
import type { Confirmation, Request } from '@wattdesk/ocpp/messages'
import type { CallOutcome } from '@wattdesk/ocpp/own-calls'
import type { Services } from '#office/installation/services.ts'
import { Batch } from '#platform/db/batch.ts'
import { availabilityFate } from './availability.rules.ts'
import { keepAvailabilityAnswer } from './availability.store.ts'
import * as store from './charger.store.ts'
import type { NoteEvent } from './charger-mail.ocpp.ts'
import { addSecurityEvent, countOddValues } from './charger-notice.store.ts'
import { statusTime } from './clock.rules.ts'
import {
  announce,
  clockCorrection,
  connectorEvent,
  doubtClock,
  hearClock,
  noteConnector,
  type Station,
  settle,
  textOf,
  timeOf,
} from './station.ocpp.ts'

/** Seconds between heartbeats, sent with the answer to a boot where no operator set another interval (D-OCPP-2). */
export const HEARTBEAT_INTERVAL_S = 300
/** Waits shortly for the charger's answer, and long for a free slot. */
const INTERVAL_WAITS = { timeoutMs: 5000, maxWaitMs: 600_000 }
/** `onStatus`: called when the state of a connector changed at a time; its sessions need to know (M-2.4). */
export type ChargerHandlerOptions = {
  /** Called with events that people may want a mail of. */
  note?: NoteEvent
  onStatus?: (s: Station, connectorId: number, status: string, at: Date) => void
  /** Called when a boot was accepted, or an accepted charger is back. */
  onAccepted?: (s: Station) => void
  /** Called when the product itself has set a key of the configuration; `outcome` is the charger's answer. */
  onSet?: (s: Station, key: string, value: string, outcome: CallOutcome, setAt: Date) => void
}

export function chargerHandlers(services: Services, options: ChargerHandlerOptions = {}) {
  const { onStatus, onAccepted, onSet, note: mail } = options
  const { db, log } = services
  const boots = new Batch<store.Boot, number | null>(items => store.saveBoots(db, items))
  const statuses = new Batch<store.Status, void>(async items => {
    await store.saveStatuses(db, items)
    return []
  })
  const changes = new Batch<store.LiveChange, void>(async items => {
    await store.saveLiveChanges(db, items)
    return []
  })

  /** Stores the change of live status that follows, along with `stored`, then tells browsers. */
  async function changed(s: Station, at: Date, reason: string | null, stored: Promise<unknown>): Promise<void> {
    const change = settle(s, at, reason)
    await (change ? Promise.all([stored, changes.add(change)]) : stored)
    announce(services, s, at)
  }

  async function boot(s: Station, p: Request<'BootNotification'>): Promise<Confirmation<'BootNotification'>> {
    const now = services.now()
    const { registration } = s.charger
    const accepted = registration === 'Accepted'
    const serial = named(p.chargePointSerialNumber)
    const stored = boots.add({
      pk: s.charger.pk,
      connectionNo: s.connectionNo,
      at: now,
      accepted,
      vendor: p.chargePointVendor,
      model: p.chargePointModel,
      chargePointSerial: serial,
      chargeBoxSerial: named(p.chargeBoxSerialNumber),
      fwVersion: p.firmwareVersion ?? null,
      iccid: p.iccid ?? null,
      imsi: p.imsi ?? null,
      meterType: p.meterType ?? null,
      meterSerial: named(p.meterSerialNumber),
    })
    s.charger.serial = serial ?? s.charger.serial
    doubtClock(s)
    await changed(s, now, 'Booted', Promise.all([stored, tellOtherSerial(s, serial, now)]))
    s.charger.bootAccepted = accepted
    const firmware = p.firmwareVersion ? [`Firmware: ${p.firmwareVersion}`] : []
    mail?.(s, 'OcppStationBooted', { details: [`Model: ${p.chargePointVendor} ${p.chargePointModel}`, ...firmware] })
    // After the answer has gone: a charger may refuse calls until it is accepted (OCPP 1.6 §4.2).
    if (accepted)
      setImmediate(() => {
        setMeterInterval(s)
        tellAvailability(s)
        onAccepted?.(s)
      })
    // Before acceptance the interval says when to boot again, and no operator sets that interval (OCPP 1.6 §4.2).
    const interval = (accepted && (await stored)) || HEARTBEAT_INTERVAL_S
    return { status: registration, currentTime: services.now().toISOString(), interval }
  }

  /** Keeps a serial number that differs from the number entered by hand, to be shown on the charger's page. */
  async function tellOtherSerial({ charger }: Station, serial: string | null, at: Date): Promise<void> {
    const { pk, serialByHand } = charger
    if (serial === null || serialByHand === null || serial === serialByHand) return
    const field = 'BootNotification.chargePointSerialNumber'
    await countOddValues(db, [{ pk, field, value: serial, count: 1, at }])
  }

  /**
   * Sends the meter interval of the charger's settings (D-OCPP-2) when no operator's command waits; a charger that does
   * not answer delays the next command by 5 s at most.
   */
  function setMeterInterval(s: Station): void {
    if (!s.isOpen) return
    const value = String(s.charger.meterIntervalSec)
    const payload = { key: 'MeterValueSampleInterval', value }
    const setAt = services.now()
    s.session.call('ChangeConfiguration', payload, { isBackground: true, ...INTERVAL_WAITS }).then(
      o => {
        onSet?.(s, payload.key, value, o, setAt)
        if (o.kind !== 'result' || o.payload.status !== 'Accepted')
          log.info({ chargepoint: s.charger.id, outcome: o.kind }, 'MeterValueSampleInterval was not taken')
      },
      error => log.error({ err: error, chargepoint: s.charger.id }, 'MeterValueSampleInterval could not be sent'),
    )
  }

  /**
   * Called after people changed the record of a connected charger: another meter interval is sent as after a boot, and
   * a charger whose registration was decided is asked to boot now, to learn the decision at once (OCPP 1.6 §4.2).
   */
  function changedByHand(s: Station, before: store.StoredCharger): void {
    const { registration, bootAccepted, meterIntervalSec } = s.charger
    if (registration !== before.registration && registration !== 'Rejected') askForBoot(s)
    else if (meterIntervalSec !== before.meterIntervalSec && registration === 'Accepted' && bootAccepted)
      setMeterInterval(s)
  }

  /** A charger that does not know the call boots again by itself, within the interval given to it. */
  function askForBoot(s: Station): void {
    if (!s.isOpen) return
    s.session
      .call('TriggerMessage', { requestedMessage: 'BootNotification' }, { isBackground: true, ...INTERVAL_WAITS })
      .then(
        o => {
          if (o.kind !== 'result' || o.payload.status !== 'Accepted')
            log.info({ chargepoint: s.charger.id, outcome: o.kind }, 'The charge point did not boot when asked to')
        },
        error => log.error({ err: error, chargepoint: s.charger.id }, 'A boot could not be asked for'),
      )
  }

  /** Tells a charger of a change of maintenance that it has not taken yet (D-LIVE-3). */
  function tellAvailability(s: Station): void {
    const { pk, availabilityWish: type, maintenanceChangedAt: changedAt } = s.charger
    if (!s.isOpen || type === null) return
    s.session
      .call('ChangeAvailability', { connectorId: 0, type }, { isBackground: true, ...INTERVAL_WAITS })
      .then(async o => {
        await keepAvailabilityAnswer(db, { pk, type, changedAt }, o)
        if (availabilityFate(o)?.is !== 'taken')
          return log.info({ chargepoint: s.charger.id, outcome: o.kind }, 'ChangeAvailability was not taken')
        if (s.charger.maintenanceChangedAt?.getTime() === changedAt?.getTime()) s.charger.availabilityWish = null
      })
      .catch(error => log.error({ err: error, chargepoint: s.charger.id }, 'ChangeAvailability could not be told'))
  }

  function heartbeat(s: Station): Confirmation<'Heartbeat'> {
    const now = services.now()
    s.lastHeartbeatAt = now.getTime()
    return { currentTime: textOf(now) }
  }

  async function status(s: Station, p: Request<'StatusNotification'>): Promise<Confirmation<'StatusNotification'>> {
    const receivedAt = services.now()
    const toldAt = p.timestamp === undefined ? undefined : timeOf(p.timestamp)
    const c = s.charger
    const known = knownOf(c, p.connectorId)
    // A status sent again unchanged says nothing about the clock.
    const isTold = toldAt !== undefined && toldAt.getTime() === known?.toldMs
    if (toldAt && !isTold) hearClock(s, toldAt, receivedAt)
    const at = statusTime(toldAt, receivedAt, clockCorrection(s))
    const mayRepeat = toldAt !== undefined && (isTold || (known !== undefined && known.at !== null && at <= known.at))
    const before = statusOf(c, p.connectorId)
    const isNewest = note(c, p, at, toldAt)
    // The connector no longer draws the power of its last sample.
    if (isNewest && p.status !== 'Charging' && s.powerW?.has(p.connectorId)) s.powerW.set(p.connectorId, 0)
    const stored = statuses.add({
      companyId: c.companyId,
      teamId: c.teamId,
      pk: c.pk,
      connectorId: p.connectorId,
      status: p.status,
      errorCode: p.errorCode,
      info: p.info ?? null,
      vendorErrorCode: p.vendorErrorCode ?? null,
      at,
      toldAt: toldAt && toldAt.getTime() !== at.getTime() ? toldAt : null,
      receivedAt,
      isNewest,
      mayRepeat,
    })
    if (isNewest) await changed(s, receivedAt, p.errorCode === 'NoError' ? null : p.errorCode, stored)
    else await stored
    if (isNewest && p.status === 'Faulted' && before !== 'Faulted') mailFault(s, p, at)
    if (p.connectorId > 0) onStatus?.(s, p.connectorId, p.status, at)
    if (isNewest && services.bus.isHeard())
      services.bus.publish({ companyId: c.companyId, event: connectorEvent(s, p.connectorId, receivedAt) })
    return {}
  }

  function mailFault(s: Station, p: Request<'StatusNotification'>, at: Date): void {
    const words = [p.errorCode, p.vendorErrorCode, p.info].filter(w => w !== undefined && w !== '' && w !== 'NoError')
    const details = words.length > 0 ? [`Error: ${words.join(', ')}`] : []
    mail?.(s, 'OcppStationStatusFailure', { connectorId: p.connectorId, at, details })
  }

  const handlers = {
    BootNotification: boot,
    Heartbeat: heartbeat,
    StatusNotification: status,
    /** No vendor's data are known yet (O-57). */
    DataTransfer: (): Confirmation<'DataTransfer'> => ({ status: 'UnknownVendorId' }),
    SecurityEventNotification: async (s: Station, p: Request<'SecurityEventNotification'>) => {
      const [toldAt, receivedAt] = [timeOf(p.timestamp), services.now()]
      const at = statusTime(toldAt, receivedAt, clockCorrection(s))
      await addSecurityEvent(db, {
        pk: s.charger.pk,
        identity: s.charger.id,
        source: 'charger',
        type: p.type,
        techInfo: p.techInfo ?? null,
        at,
        toldAt: toldAt.getTime() === at.getTime() ? null : toldAt,
        receivedAt,
      })
      return {}
    },
  }
  return {
    handlers,
    changedByHand,
    saveChange: (c: store.LiveChange) => changes.add(c),
    /**
     * Called when a charger is back on a new socket: without another boot, it is told here of the changes in between.
     */
    onReturn: (s: Station) => {
      if (s.charger.registration !== 'Accepted' || !s.charger.bootAccepted) return
      tellAvailability(s)
      onAccepted?.(s)
    },
    /** Resolves when everything has been stored. */
    idle: () => Promise.all([boots.idle(), statuses.idle(), changes.idle()]),
  }
}

/** Returns a serial number as reported; an empty one is none. */
const named = (serial: string | undefined): string | null => serial?.trim() || null

/** Returns the last status of a connector, or of the charge point as a whole. */
const statusOf = (c: store.StoredCharger, connectorId: number): string | null | undefined =>
  connectorId === 0 ? c.wholeStatus : c.connectors.find(n => n.connectorId === connectorId)?.status

type Known = { at: Date | null; toldMs: number | undefined }
/**
 * Returns when the last status of a connector, or of the charge point as a whole, was true, and the charger's own time.
 */
function knownOf(c: store.StoredCharger, connectorId: number): Known | undefined {
  if (connectorId === 0) return { at: c.wholeStatusAt, toldMs: c.wholeToldMs }
  const n = c.connectors.find(x => x.connectorId === connectorId)
  return n && { at: n.statusAt, toldMs: n.toldMs }
}

/** Takes a status into the charger's record unless a newer one is known; returns true when it was taken. */
function note(c: store.StoredCharger, p: Request<'StatusNotification'>, at: Date, toldAt: Date | undefined): boolean {
  if (p.connectorId === 0) {
    if (c.wholeStatusAt !== null && at < c.wholeStatusAt) return false
    c.wholeStatus = p.status
    c.wholeErrorCode = p.errorCode
    c.wholeStatusAt = at
    c.wholeToldMs = toldAt?.getTime()
    return true
  }
  noteConnector(c, p.connectorId)
  const n = c.connectors.find(x => x.connectorId === p.connectorId)
  if (!n || (n.statusAt !== null && at < n.statusAt)) return false
  n.status = p.status
  n.errorCode = p.errorCode
  n.statusAt = at
  n.toldMs = toldAt?.getTime()
  return true
}

/** Refuses messages before an accepted boot; acceptance outlives connections and restarts (O-10, O-11, O-30, O-31). */
export function demandAccepted(s: Station, action: string): void {
  if (action !== 'BootNotification' && !(s.charger.bootAccepted && s.charger.registration === 'Accepted'))
    throw new OcppError('SecurityError', 'BootNotification has not been accepted')
}
