// The connectors of a charge point with their state and running session. Power in kW, energy in Wh, amounts in rupees,
// times ISO 8601 in UTC.
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ChargerParams } from './charger-params.contract.ts'

const int = () => z.number().int()
export const Connector = z
  .object({
    connector_pk: int(),
    connectorId: int(),
    /** The EVSE of a connector of a charge point of OCPP 2.0.1; null where it has not spoken 2.0.1. */
    evseId: int().nullable(),
    /** The number within the EVSE; null where it has no other connector. */
    evseConnectorId: int().nullable(),
    connectorName: z.string(),
    connectorType: z.string().nullable(),
    kw: z.number().nullable(),
    volt: z.number().nullable(),
    priceGroupId: int().nullable(),
    qrCodeUrl: z.string().nullable(),
    /**
     * As last reported by the charger; Unavailable while the whole charge point is out of service; null: no report yet.
     */
    status: z.string().nullable(),
    errorCode: z.string().nullable(),
    info: z.string().nullable(),
    vendorErrorCode: z.string().nullable(),
    statusTimestamp: z.string().nullable(),
    /** When the charge point was last heard, while it is not heard now: its last report may be outdated. Else null. */
    unknownSince: z.string().nullable(),
    /** False for a connector that the charger reported before anybody described it (D-OCPP-6). */
    isConfigured: z.boolean(),
    /** The running session, without which the rest is null. Amount and energy need view on Transaction. */
    transactionId: int().nullable(),
    transactionStart: z.string().nullable(),
    /** The last Power.Active.Import of the session. */
    powerKw: z.number().nullable(),
    socPercent: z.number().nullable(),
    energyWh: z.number().nullable(),
    totalAmountCharged: z.number().nullable(),
  })
  .meta({ id: 'Connector' })
export type Connector = z.infer<typeof Connector>

export const listConnectors = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/connectors',
  can: 'ChargerPoint.view',
  summary: 'The connectors of a charge point',
  params: ChargerParams,
  data: z.array(Connector),
})
