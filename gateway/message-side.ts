// The tables of chargers' messages, one for each protocol: which feature serves each message. The table of the calls to chargers
// is features/control/remote-operations/operations/operations.contract.ts.

import type { Messages16 } from '@wattdesk/ocpp/messages'
import type { Messages201 } from '@wattdesk/ocpp/ocpp201'
import { sessionHandlers } from '#charging/sessions/session.ocpp.ts'
import { sessionHandlers201 } from '#charging/sessions/session.ocpp201.ts'
import { translator } from '#control/calls-201/translate.ocpp201.ts'
import { plugAndCharge } from '#control/charger-certificates/plug-and-charge.ocpp201.ts'
import { certificateHandlers } from '#control/charger-certificates/sign-certificate.ocpp.ts'
import { signCertificate201 } from '#control/charger-certificates/sign-certificate.ocpp201.ts'
import { configReader } from '#control/charger-config/charger-config.ocpp.ts'
import { deviceReports } from '#control/device-model/device-report.ocpp201.ts'
import { monitoring } from '#control/monitoring/monitoring.ocpp201.ts'
import { progressHandlers } from '#control/remote-operations/progress.ocpp.ts'
import { progressHandlers201 } from '#control/remote-operations/progress.ocpp201.ts'
import { toldParts } from '#control/remote-operations/told-parts.ocpp201.ts'
import { reservationHandlers201 } from '#control/reservations/reservation.ocpp201.ts'
import { wantedValues } from '#control/settings-drift/wanted-settings.store.ts'
import { stationEvents } from '#fleet/station-events/station-event.ocpp201.ts'
import { BOOT_KEYS, type TemplateValues } from '#fleet/stations/boot-calls.ocpp.ts'
import { chargerHandlers } from '#fleet/stations/charger.ocpp.ts'
import { chargerHandlers201 } from '#fleet/stations/charger.ocpp201.ts'
import { chargerMails } from '#fleet/stations/charger-mail.memory.ts'
import { outsideLimits201 } from '#fleet/stations/outside-limit.ocpp201.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch, SIDE_BY_SIDE } from '#platform/db/batch.ts'
import { sessionsBegun, sessionsEnded } from '#platform/telemetry/metrics.ts'
import type { Handlers } from './charger-session.ts'
import type { OcppOptions } from './gate.ts'

/** `booted`: told of each boot before it is judged. */
export function messageSide(
  services: Services,
  options: Pick<OcppOptions, 'config' | 'ends' | 'cost'>,
  { booted }: { booted: (s: Station) => void },
) {
  const mails = chargerMails(services)
  const session = sessionHandlers(services, { note: mails.note })
  const told = toldParts(services)
  const monitors = monitoring(services, told)
  const events = stationEvents(services)
  const reports = deviceReports(services, { onWhole: monitors.begin, told })
  const config = configReader(services, { ...options.config, model: reports.read })
  const certificates = certificateHandlers(services)
  const templates = new Batch<number, TemplateValues>(pks => wantedValues(services.db, pks, BOOT_KEYS), SIDE_BY_SIDE)
  const charger = chargerHandlers(services, {
    onStatus: session.statusChanged,
    note: mails.note,
    onAccepted: config.accepted,
    onSet: config.set,
    templatesOf: pk => templates.add(pk),
  })
  const progress = progressHandlers(services)
  const { BootNotification } = charger.handlers
  /** Every message of a charger of OCPP 1.6, and the feature that serves it. A message without a row does not compile. */
  const table16: Handlers<Messages16> = {
    // fleet/stations
    BootNotification: (s, p) => {
      booted(s)
      return BootNotification(s, p)
    },
    DataTransfer: charger.handlers.DataTransfer,
    Heartbeat: charger.handlers.Heartbeat,
    SecurityEventNotification: charger.handlers.SecurityEventNotification,
    StatusNotification: charger.handlers.StatusNotification,
    // charging/sessions
    Authorize: session.handlers.Authorize,
    MeterValues: session.handlers.MeterValues,
    StartTransaction: countBegun(session.handlers.StartTransaction),
    StopTransaction: countEnded(session.handlers.StopTransaction),
    // control/remote-operations
    DiagnosticsStatusNotification: progress.DiagnosticsStatusNotification,
    FirmwareStatusNotification: progress.FirmwareStatusNotification,
    LogStatusNotification: progress.LogStatusNotification,
    SignedFirmwareStatusNotification: progress.SignedFirmwareStatusNotification,
    // control/charger-certificates
    SignCertificate: certificates.handlers.SignCertificate,
  }
  const charger201 = chargerHandlers201(services, charger)
  const session201 = sessionHandlers201(services, session.commands, charger.handlers.StatusNotification, options)
  const progress201 = progressHandlers201(progress)
  const reservations201 = reservationHandlers201(services)
  /** The same for stations of OCPP 2.0.1 and 2.1; what only 2.1 has is not offered. */
  const table201: Handlers<Messages201> = {
    // fleet/stations
    BootNotification: (s, p) => {
      booted(s)
      return charger201.BootNotification(s, p)
    },
    DataTransfer: charger201.DataTransfer,
    Heartbeat: charger201.Heartbeat,
    SecurityEventNotification: charger201.SecurityEventNotification,
    StatusNotification: charger201.StatusNotification,
    ...outsideLimits201(services),
    // charging/sessions
    Authorize: session201.handlers.Authorize,
    MeterValues: session201.handlers.MeterValues,
    TransactionEvent: countBoth(session201.handlers.TransactionEvent),
    // control/remote-operations
    FirmwareStatusNotification: progress201.FirmwareStatusNotification,
    LogStatusNotification: progress201.LogStatusNotification,
    PublishFirmwareStatusNotification: progress201.PublishFirmwareStatusNotification,
    ...told.handlers,
    // control/reservations
    ReservationStatusUpdate: reservations201.ReservationStatusUpdate,
    // control/charger-certificates
    SignCertificate: (s, p) => signCertificate201(certificates, s, p),
    ...plugAndCharge,
    // control/device-model
    NotifyReport: reports.handlers.NotifyReport,
    // control/monitoring
    NotifyMonitoringReport: monitors.handlers.NotifyMonitoringReport,
    // fleet/station-events
    NotifyEvent: events.handlers.NotifyEvent,
  }
  return {
    mails,
    session: {
      ...session,
      adopt: async (s: Station): Promise<void> => {
        await session.adopt(s)
        if (s.session.family === 'ocpp2') await session201.adopt(s)
      },
      release: (s: Station): void => {
        session201.release(s)
        session.release(s)
      },
    },
    config,
    certificates,
    charger,
    table16,
    table201,
    translate: translator(services),
    idle201: () => Promise.all([session201.idle(), reports.idle(), monitors.idle(), events.idle()]),
  }
}

type Served<A extends keyof Handlers<Messages16>> = Handlers<Messages16>[A]
/** A start that is told again finds its session running, or over: only a new session runs now and did not before. */
const countBegun =
  (start: Served<'StartTransaction'>): Served<'StartTransaction'> =>
  async (s, p) => {
    const before = s.active?.get(p.connectorId)
    const answer = await start(s, p)
    const now = s.active?.get(p.connectorId)
    if (now !== before && now === answer.transactionId) sessionsBegun.add()
    return answer
  }
const countEnded =
  (stop: Served<'StopTransaction'>): Served<'StopTransaction'> =>
  async (s, p) => {
    const before = s.active?.size ?? 0
    const answer = await stop(s, p)
    if ((s.active?.size ?? 0) < before) sessionsEnded.add()
    return answer
  }
/** What an event begins or ends, by the sessions that run before and after it. */
const countBoth =
  (event: Handlers<Messages201>['TransactionEvent']): Handlers<Messages201>['TransactionEvent'] =>
  async (s, p) => {
    const before = s.active?.size ?? 0
    const answer = await event(s, p)
    const now = s.active?.size ?? 0
    if (now > before) sessionsBegun.add()
    else if (now < before) sessionsEnded.add()
    return answer
  }
