// Tells browsers, the owner and the audit log what became of a report.

import type { Services } from '#office/installation/services.ts'
import * as mail from '#office/mail/mail.store.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import { notePeople } from '#operations/bell/bell.commands.ts'
import type { Trx } from '#platform/db/db.ts'
import * as owners from './report-owner.store.ts'
import type { ReportRow } from './scheduled-report.store.ts'
import { REPORT_LIST } from './scheduled-report.words.ts'

type Named = Pick<ReportRow, 'scheduledReportId' | 'companyId' | 'teamId'>
/** Browsers that show the report, or a list of reports, read it again. */
export function tellReport({ bus, now }: Pick<Services, 'bus' | 'now'>, r: Named): void {
  if (!bus.isHeard()) return
  const event = {
    type: 'scheduled-report',
    at: now().toISOString(),
    teamId: r.teamId,
    id: r.scheduledReportId,
  } as const
  bus.publish({ companyId: r.companyId, event })
}

const reportPath = (id: number): string => `${REPORT_LIST}/${id}`
type Words = (name: string, reason: string, url: string) => { subject: string; text: string; bell: string }
/** A mail to the owner, with the commit of `trx`; what is returned rings the owner's bell after it. */
export async function tellOwner(
  services: Services,
  trx: Trx,
  r: ReportRow,
  { words, reason, about }: { words: Words; reason: string; about: string },
): Promise<() => Promise<void>> {
  const { url } = await homeOfCompany(trx, services.publicUrl, r.companyId)
  const said = words(r.name, reason, `${url}${reportPath(r.scheduledReportId)}`)
  const owner = await owners.contactOf(trx, r.ownerId)
  if (owner) await mail.post(trx, services.jobs, { to: owner.email, subject: said.subject, text: said.text })
  return () =>
    notePeople(services, [
      {
        userId: r.ownerId,
        companyId: r.companyId,
        text: said.bell.slice(0, 300),
        to: reportPath(r.scheduledReportId),
        about: `scheduled-report-${r.scheduledReportId}-${about}`,
      },
    ])
}
