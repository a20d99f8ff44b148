// Stopping a report by the link in one of its mails, and letting it come again (REPORT-01): for the receiver of the link alone.
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import * as owners from './report-owner.store.ts'
import * as runs from './report-run.store.ts'
import { type ReportReceiver, receiverOf, stopKey } from './report-stop.rules.ts'
import { tellReport } from './report-tell.commands.ts'
import * as store from './scheduled-report.store.ts'

type Link = { of: string; key: string }
const INVALID = 'This link is not valid'
/** The report and the receiver of a link, whose key must fit. */
async function linked({ seal }: Pick<Services, 'seal'>, db: Db | Trx, { of, key }: Link) {
  const receiver = receiverOf(of)
  if (!receiver || stopKey(seal, of) !== key) return fail(404, INVALID)
  const r = await store.byId(db, receiver.scheduledReportId)
  const name = 'userId' in receiver ? (await owners.contactOf(db, receiver.userId))?.email : receiver.address
  if (!r || name === undefined) return fail(404, INVALID)
  return { r, receiver, shown: { report: r.name, owner: r.ownerId === null ? null : r.owner, receiver: name } }
}
const nameOf = (receiver: ReportReceiver, email: string) => ('userId' in receiver ? `user ${receiver.userId}` : email)

export async function readStop(services: Services, link: Link) {
  const { receiver, shown } = await linked(services, services.db, link)
  return { ...shown, isStopped: await runs.isStopped(services.db, receiver) }
}
export const setStop = (services: Services, link: Link, isStopped: boolean) =>
  act(services, async (trx, then) => {
    const { r, receiver, shown } = await linked(services, trx, link)
    const of = { id: r.scheduledReportId, companyId: r.companyId, teamId: r.teamId, source: r.source }
    const place = 'userId' in receiver ? { userId: receiver.userId } : { address: receiver.address }
    await runs.setStopped(trx, of, place, isStopped ? services.now() : null)
    await audit.write(trx, audit.byProduct('Link of a mail'), {
      action: isStopped ? 'stop-receiver' : 'start-receiver',
      feature: 'ScheduledReport',
      recordId: r.scheduledReportId,
      teamId: r.teamId,
      after: { receiver: nameOf(receiver, shown.receiver) },
    })
    then(() => tellReport(services, r))
    return { ...shown, isStopped }
  })
