// Requests that name records of other features are written where these are kept, and what chargers answer is kept there: the
// same for one charger and for many.
import { keepOutcome } from '../features/charger-config/charger-config.commands.ts'
import { fileWriters } from '../features/charger-files/file-request.commands.ts'
import { profileWriters } from '../features/charging-profiles/profile-request.commands.ts'
import { localListWriters, noteSentList } from '../features/local-lists/local-list-request.commands.ts'
import type { Writers } from '../features/remote-operations/operation-request.commands.ts'
import { reservationWriters } from '../features/reservations/reservation-request.commands.ts'
import type { Services } from '../platform/services.ts'

export const operationWriters = (services: Services): Writers => ({
  ...profileWriters,
  ...fileWriters(services),
  ...reservationWriters,
  ...localListWriters,
  ended: async (trx, o, asked, outcome, at) => {
    await keepOutcome(trx, o, asked, outcome, at)
    await noteSentList(trx, o.remoteOperationType, asked.target.chargepointPk, outcome, at)
  },
})
