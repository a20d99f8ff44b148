// Tells browsers and people what became of a report.

import { dayOf } from '@wattdesk/base/time'
import type { Services } from '#office/installation/services.ts'
import * as mail from '#office/mail/mail.store.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import { notePeople } from '#operations/bell/bell.commands.ts'
import { placeOf } from '#people/roles/role.store.ts'
import { allows, readUser, roleOn } from '#platform/access/scope.ts'
import type { Trx } from '#platform/db/db.ts'
import { type Said, stoppedWords } from './report-mail.rules.ts'
import * as owners from './report-owner.store.ts'
import * as runs from './report-run.store.ts'
import { LIST_SOURCES } from './report-sources.rules.ts'
import type { ReportRow } from './scheduled-report.store.ts'
import { REPORT_LIST, sourceWords } from './scheduled-report.words.ts'

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

const reportPath = (r: Named): string => `${REPORT_LIST}/${r.scheduledReportId}`
type Bell = { userId: number; text: string; to: string }
const ring = (services: Services, r: ReportRow, about: string, bells: readonly Bell[]) => () =>
  notePeople(
    services,
    bells.map(({ userId, text, to }) => ({
      userId,
      companyId: r.companyId,
      text: text.slice(0, 300),
      to,
      about: `scheduled-report-${r.scheduledReportId}-${about}-${userId}`,
    })),
  )

type Words = (name: string, reason: string, url: string) => Said & { bell: string }
/** A mail to the owner, with the commit of `trx`; what is returned rings the owner's bell after it. */
export async function tellOwner(
  services: Services,
  trx: Trx,
  r: ReportRow,
  { words, reason, about }: { words: Words; reason: string; about: string },
): Promise<() => Promise<void>> {
  if (r.ownerId === null) return async () => undefined
  const { url } = await homeOfCompany(trx, services.publicUrl, r.companyId)
  const said = words(r.name, reason, `${url}${reportPath(r)}`)
  const owner = await owners.contactOf(trx, r.ownerId)
  if (owner) await mail.post(trx, services.jobs, { to: owner.email, subject: said.subject, text: said.text })
  return ring(services, r, about, [{ userId: r.ownerId, text: said.bell, to: reportPath(r) }])
}

/**
 * Tells those whom it concerns that a report has stopped, each once: its owner and who may take it over, its receivers with a
 * role on the team by their bells, and all other receivers by mail. A link leads only where its reader may go.
 */
export async function tellStopped(
  services: Services,
  trx: Trx,
  r: ReportRow,
  { reason, about }: { reason: string; about: string },
): Promise<() => Promise<void>> {
  const { url } = await homeOfCompany(trx, services.publicUrl, r.companyId)
  const path = (await placeOf(trx, r.teamId))?.path ?? []
  const today = dayOf(services.now(), services.timeZone)
  const roleOf = async (userId: number) => {
    const who = await readUser(trx, userId, today)
    return who && roleOn(who, path)
  }
  const keepers = (await owners.keepersOf(trx, r.teamId)).filter(id => id !== r.ownerId)
  const words = stoppedWords(r, { reason, hasKeepers: keepers.length > 0 })
  const bells: Bell[] = keepers.map(userId => ({ userId, text: words.keeper, to: reportPath(r) }))
  const owner = r.ownerId === null ? undefined : await owners.contactOf(trx, r.ownerId)
  if (r.ownerId !== null && owner) {
    const hasRole = (await roleOf(r.ownerId)) !== undefined
    const said = words.owner(hasRole ? `${url}${reportPath(r)}` : undefined)
    await mail.post(trx, services.jobs, { to: owner.email, ...said })
    bells.push({ userId: r.ownerId, text: words.ownersBell, to: hasRole ? reportPath(r) : REPORT_LIST })
  }
  for (const receiver of await runs.receiversOf(trx, r.scheduledReportId, r)) {
    const userId = 'userId' in receiver ? receiver.userId : undefined
    const isTold = bells.some(b => b.userId === userId) || receiver.email === owner?.email
    if (receiver.isStopped || isTold) continue
    const role = userId === undefined ? undefined : await roleOf(userId)
    if (userId !== undefined && role) {
      const mayView = allows(LIST_SOURCES[r.source].endpoint.can, role.access)
      bells.push({ userId, text: words.receiver, to: mayView ? sourceWords(r.source).path : REPORT_LIST })
    } else await mail.post(trx, services.jobs, { to: receiver.email, ...words.others })
  }
  return ring(services, r, about, bells)
}
