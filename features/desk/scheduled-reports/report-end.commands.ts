// How a report ends without a file: it stops, because its owner may not have it made any more, or a time of it is given up
// (REPORT-02).
import type { Followers, Services } from '#office/installation/services.ts'
import { type AfterCommit, act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { failedWords } from './report-mail.rules.ts'
import { OWNER_GONE } from './report-read.commands.ts'
import * as runs from './report-run.store.ts'
import { tellOwner, tellReport, tellStopped } from './report-tell.commands.ts'
import { nextTime } from './report-time.rules.ts'
import * as store from './scheduled-report.store.ts'
import type { RunResult } from './scheduled-report.words.ts'

export const timesOf = ({ rhythm, hour, weekday, monthDay }: store.ReportRow) => ({ rhythm, hour, weekday, monthDay })

type None = { dueAt: Date; at: Date; result: RunResult; reason: string; isTest?: boolean }
/** A run that sent nothing. */
export const noteNone = (trx: Trx, r: store.ReportRow, { isTest = false, ...none }: None): Promise<number> =>
  runs.addRun(trx, { scheduledReportId: r.scheduledReportId, companyId: r.companyId, isTest, ...none })

type Stop = { reason: string; dueAt: Date; at: Date }
/** Stops a report that is locked, and says so to all whom it concerns and in the audit log. */
async function stopNow(
  services: Services,
  trx: Trx,
  r: store.ReportRow,
  { reason, dueAt, at }: Stop,
  then: AfterCommit,
): Promise<void> {
  const stopped = { state: 'Stopped', stoppedWhy: reason.slice(0, 300), nextAt: null, tryAt: null, tries: 0 } as const
  await store.move(trx, r.scheduledReportId, stopped)
  await noteNone(trx, r, { dueAt, at, result: 'Stopped', reason })
  await audit.write(trx, audit.byProduct('Scheduled reports'), {
    action: 'stop',
    feature: 'ScheduledReport',
    recordId: r.scheduledReportId,
    teamId: r.teamId,
    after: { reason },
  })
  then(await tellStopped(services, trx, r, { reason, about: `stopped-${at.getTime()}` }))
  then(() => tellReport(services, r))
}

/** Stops a report whose time has come. */
export const stopItself = (
  services: Services,
  r: store.ReportRow,
  { nextAt }: runs.DueReport,
  reason: string,
): Promise<void> =>
  act(services, async (trx, then) => {
    if (!(await runs.lockAt(trx, r.scheduledReportId, nextAt))) return
    await stopNow(services, trx, r, { reason, dueAt: nextAt, at: services.now() }, then)
  })

/** Stops the reports of a user who is deleted, in the transaction of the deletion. */
export const reportFollowers = (services: Services): Pick<Followers, 'userLeaves'> => ({
  userLeaves: [
    async (trx, { userId, username }, then) => {
      const at = services.now()
      const reason = `${OWNER_GONE}: ${username}`
      for (const r of await store.liveOf(trx, userId)) {
        await store.move(trx, r.scheduledReportId, { ownerId: null })
        await stopNow(services, trx, { ...r, ownerId: null }, { reason, dueAt: at, at }, then)
      }
    },
  ],
})

/** Gives a time up that could not be made, and says so to the owner; the next one comes all the same. */
export async function giveUp(
  services: Services,
  r: store.ReportRow,
  due: runs.DueReport,
  reason: string,
): Promise<void> {
  const at = services.now()
  await act(services, async (trx, then) => {
    if (!(await runs.lockAt(trx, r.scheduledReportId, due.nextAt))) return
    await store.move(trx, r.scheduledReportId, {
      nextAt: nextTime(timesOf(r), at, services.timeZone),
      tryAt: null,
      tries: 0,
    })
    await noteNone(trx, r, { dueAt: due.nextAt, at, result: 'Failed', reason })
    then(await tellOwner(services, trx, r, { words: failedWords, reason, about: `failed-${at.getTime()}` }))
    then(() => tellReport(services, r))
  })
}
