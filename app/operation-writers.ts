// Requests that name records of other features are written by the stores of these features, which also store the
// chargers' answers: the same for one charger and for many.
import { keepOutcome } from '#control/charger-config/charger-config.commands.ts'
import { fileWriters } from '#control/charger-files/file-request.commands.ts'
import { localListWriters, noteSentList } from '#control/local-lists/local-list-request.commands.ts'
import { noteMonitors } from '#control/monitoring/monitor-answer.commands.ts'
import type { Writers } from '#control/remote-operations/operation-request.commands.ts'
import { reservationWriters } from '#control/reservations/reservation-request.commands.ts'
import type { Services } from '#office/installation/services.ts'
import { firmwareWriters } from '#operations/firmware/firmware-request.commands.ts'
import { profileWriters } from '#power/charging-profiles/profile-request.commands.ts'

export const operationWriters = (services: Services): Writers => ({
  ...profileWriters,
  ...fileWriters(services),
  ...firmwareWriters(services),
  ...reservationWriters,
  ...localListWriters,
  ended: async (trx, o, asked, outcome, at) => {
    await keepOutcome(trx, o, asked, outcome, at)
    await noteMonitors(trx, o, asked.target.chargepointPk, outcome, at)
    await noteSentList(trx, o.remoteOperationType, asked.target.chargepointPk, outcome, at)
  },
})
