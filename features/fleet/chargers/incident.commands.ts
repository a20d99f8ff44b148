// Keeps an incident that a driver reported in the app (D-CHARGER-10).
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { MISSING } from './charger.commands.ts'
import { lock } from './charger-detail.store.ts'
import { addIncident } from './charger-form.store.ts'
import { REPORTED_AHEAD } from './incident.contract.ts'

/** The clock of a phone may run a little ahead. */
const AHEAD_MS = 5 * 60_000

type Report = { category: string; comment?: string | undefined; created_at?: string | undefined }

/** Adds the incident and answers its serial number. */
export const keepIncident = (
  services: Services,
  { by, scope }: Caller,
  id: string,
  { category, comment = '', created_at: reportedAt }: Report,
): Promise<number> =>
  act(services, async trx => {
    const { pk, teamId } = found(await lock(trx, scope, id), MISSING)
    const now = services.now()
    const createdAt = reportedAt === undefined ? now : new Date(reportedAt)
    if (createdAt.getTime() > now.getTime() + AHEAD_MS) fail(422, REPORTED_AHEAD, { created_at: REPORTED_AHEAD })
    const serialNumber = await addIncident(trx, { pk, category, comment, createdAt })
    await audit.write(trx, by, {
      action: 'report-incident',
      feature: 'ChargerPoint',
      recordId: pk,
      teamId,
      after: { serialNumber, category, comment },
    })
    return serialNumber
  })
