// How a charge point of OCPP 2.0.1 names a connector, in replies beside connectorId.
import { z } from 'zod'

export const shownEvse = {
  /** The EVSE of a connector of a charge point of OCPP 2.0.1; null where it has not spoken 2.0.1. */
  evseId: z.number().int().nullable(),
  /** The number within the EVSE; null where it has no other connector. */
  evseConnectorId: z.number().int().nullable(),
}
