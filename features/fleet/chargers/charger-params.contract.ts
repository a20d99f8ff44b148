// How the paths of a charge point name it.
import { recordId } from '@wattdesk/base/fields'
import { z } from 'zod'

/** `{id}` of charger paths: chargepoint_pk or chargepoint_id, the key first (D-GEN-4). */
export const ChargerParams = z.object({ teamId: recordId(), id: z.string().min(1).max(60) })
