// The handlers of chargers' messages: the features' handlers, put together in one visible table.

import { sessionHandlers } from '#charging/sessions/session.ocpp.ts'
import { certificateHandlers } from '#control/charger-certificates/sign-certificate.ocpp.ts'
import { configReader } from '#control/charger-config/charger-config.ocpp.ts'
import { progressHandlers } from '#control/remote-operations/progress.ocpp.ts'
import { chargerHandlers } from '#fleet/stations/charger.ocpp.ts'
import { chargerMails } from '#fleet/stations/charger-mail.memory.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import type { Handlers } from './charger-session.ts'
import type { OcppOptions } from './gate.ts'

/** `booted`: told of each boot before it is judged. */
export function messageSide(
  services: Services,
  options: Pick<OcppOptions, 'config'>,
  { booted }: { booted: (s: Station) => void },
) {
  const mails = chargerMails(services)
  const session = sessionHandlers(services, { note: mails.note })
  const config = configReader(services, options.config)
  const certificates = certificateHandlers(services)
  const charger = chargerHandlers(services, {
    onStatus: session.statusChanged,
    note: mails.note,
    onAccepted: config.accepted,
    onSet: config.set,
  })
  /** Every message a charger may send, and the feature that gives it its meaning. */
  const table: Handlers = {
    ...charger.handlers,
    ...session.handlers,
    ...progressHandlers(services),
    ...certificates.handlers,
    BootNotification: (s, p) => {
      booted(s)
      return charger.handlers.BootNotification(s, p)
    },
  }
  return { mails, session, config, certificates, charger, table }
}
