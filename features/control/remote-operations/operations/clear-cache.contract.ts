// ClearCache: the charge point forgets the tags that it remembers.
import { operation } from './operation.contract.ts'

export const clearCache = operation({
  name: 'ClearCache',
  fields: {},
  wire: { ocpp16: { action: 'ClearCache' } },
  answers: {
    Accepted: 'The charge point asks the server about each tag again.',
    Rejected: 'The charge point did not empty its cache. It may have none.',
  },
  form: {
    group: 'Tags and reservations',
    help: 'Empties the list of tags that the charge point remembers. It asks the server about each tag again.',
    says: charger => `Clear the tag cache of ${charger.chargepoint_id}`,
  },
})
