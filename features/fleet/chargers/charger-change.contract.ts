// Endpoints by which people make and change chargers: the record, its key, the QR codes of its connectors (D-CHARGER-1,
// D-CHARGER-7, D-OCPP-9).
import { recordId, requiredNumber } from '@wattdesk/base/fields'
import { secret } from '@wattdesk/base/secret'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { Charger, chargerRecord } from './charger.contract.ts'
import { ChargerBody, ChargerChange } from './charger-body.contract.ts'
import { ChargerParams } from './charger-params.contract.ts'

const int = () => z.number().int()

/** The key of a charger, shown once: 40 hexadecimal digits. */
const ShownKey = secret(z.string())

/**
 * A new charger in the team of the body, else of the path. 409 `Charger ID already exists`, even where the id differs
 * from a taken id only in case, width or spaces.
 */
export const createCharger = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/charger',
  can: 'ChargerPoint.create',
  record: chargerRecord,
  summary: 'A new charge point',
  params: z.object({ teamId: recordId() }),
  body: ChargerBody,
  // The key is shown here and never again; null where the security profile in force asks for none.
  data: Charger.extend({ authorizationKey: ShownKey.nullable() }),
  status: 201,
})

/** Missing fields stay as they are. A longer list adds connectors; connectors are never removed. */
export const updateCharger = endpoint({
  method: 'PUT',
  path: '/cms/v1/team/{teamId}/charger/{id}',
  can: 'ChargerPoint.update',
  record: chargerRecord,
  summary: 'Change a charge point',
  params: ChargerParams,
  body: ChargerChange,
  data: Charger,
})

/** Makes the QR code of a connector, and stores its address (D-CHARGER-7). */
export const generateQr = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/charger/{id}/generateQr',
  can: 'ChargerPoint.update',
  summary: 'The QR code of a connector',
  params: ChargerParams,
  body: z.object({
    connectorId: requiredNumber('Connector', { min: 1, max: 255 }),
    companyId: int().nullish(),
  }),
  /** `image`: a PNG as a data URL. */
  data: z.object({
    connectorId: int(),
    evseId: int().nullable(),
    evseConnectorId: int().nullable(),
    qrCodeUrl: z.string(),
    image: z.string(),
  }),
})

/**
 * A new key, shown once. A connected charger is sent the key, and both keys open until its answer is known: `taskId` is
 * the task to follow. Otherwise the new key replaces the old key at once, and `taskId` is null; `message` says which of
 * the two happened.
 */
export const rotateChargerKey = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/charger/{id}/key',
  can: 'ChargerPoint.update',
  asksAgain: true,
  summary: 'A new key of a charge point',
  params: ChargerParams,
  data: z.object({ authorizationKey: ShownKey, taskId: z.string().nullable() }),
})
