// Makes the QR code of a connector and keeps the address it leads to (D-CHARGER-7).
import { fail, found } from '@wattdesk/wire/route'
import { keepQr } from '#fleet/stations/connector.store.ts'
import { evsesOf, type ShownEvse } from '#fleet/stations/evse.store.ts'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { qrPng } from '#platform/files/qr-image.ts'
import { MISSING } from './charger.commands.ts'
import { lock } from './charger-detail.store.ts'
import { connectorsIn } from './charger-record.store.ts'
import { payOrigin, qrAddress } from './qr.rules.ts'

export type Qr = ShownEvse & { connectorId: number; qrCodeUrl: string; image: string }

/** The code of a connector that is described; `host` is the address under which the caller reaches the portal. */
export async function makeQr(
  services: Services,
  { by, scope }: Caller,
  id: string,
  { connectorId, host }: { connectorId: number; host: string },
): Promise<Qr> {
  const { pk: chargerPk, qrCodeUrl } = await act(services, async trx => {
    const { pk, id: chargepointId, teamId } = found(await lock(trx, scope, id), MISSING)
    const connector = (await connectorsIn(trx, pk)).find(c => c.connectorId === connectorId && c.isConfigured)
    const text = `The charge point has no connector ${connectorId}`
    if (!connector) fail(422, text, { connectorId: text })
    const url = qrAddress(payOrigin(host, services.publicUrl), chargepointId, connectorId)
    await keepQr(trx, pk, connectorId, url)
    // Also where the address is the one of before: that a code was made is a deed of its own.
    await audit.write(trx, by, {
      action: 'generate-qr',
      feature: 'ChargerPoint',
      recordId: pk,
      teamId,
      after: { connectorId, qrCodeUrl: url },
    })
    return { pk, qrCodeUrl: url }
  })
  const image = `data:image/png;base64,${(await qrPng(qrCodeUrl)).toString('base64')}`
  const evse = (await evsesOf(services.db, [chargerPk]))(chargerPk, connectorId)
  return { connectorId, ...evse, qrCodeUrl, image }
}
