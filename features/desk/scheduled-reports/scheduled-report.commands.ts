// What people do with scheduled reports (REPORT-01). Everybody has their own; who may change users of a team sees those of the
// team, and may pause, delete and take them over, but not change what they send to whom.
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { everywhere, type Scope, type Who } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { recordActs } from '#platform/records/acts.ts'
import { demandName, demandReachedView, demandReceivers, demandView } from './report-check.commands.ts'
import { timesOf } from './report-end.commands.ts'
import * as owners from './report-owner.store.ts'
import * as runs from './report-run.store.ts'
import { tellReport } from './report-tell.commands.ts'
import { nextTime, type Times } from './report-time.rules.ts'
import { type ScheduledReport, scheduledReportRecord } from './scheduled-report.contract.ts'
import * as store from './scheduled-report.store.ts'
import { MOST_REPORTS, MOST_TESTS_AN_HOUR } from './scheduled-report.words.ts'
import type { ScheduledReportBody } from './scheduled-report-body.contract.ts'

declare module '#platform/jobs/jobs.ts' {
  interface Work {
    /** A report that its owner wants to see now. */
    'scheduled-report-test': { scheduledReportId: number; askedAt: string }
  }
}
const MISSING = 'Report not found'
const FEATURE = 'ScheduledReport'

/** What a person sees of the reports of a scope: their own, and all of the teams whose users they may change. */
export const seenBy = async (db: Db | Trx, who: Who, scope: Scope): Promise<store.Seen> => ({
  ...scope,
  userId: who.userId,
  managed: await everywhere(db, who, 'Users.update'),
})
const seeing = async <C extends Caller>(services: Services, caller: C): Promise<C> => ({
  ...caller,
  scope: await seenBy(services.db, caller.who, caller.scope),
})

/** A report in the audit log. */
const valuesOf = (r: store.ReportRow) => ({
  name: r.name,
  source: r.source,
  view: r.viewName,
  period: r.period,
  rhythm: r.rhythm,
  hour: r.hour,
  weekday: r.weekday,
  monthDay: r.monthDay,
  format: r.format,
  users: r.users,
  addresses: r.addresses,
  subject: r.subject,
  owner: r.owner,
  state: r.state,
})
const acts = recordActs<store.ReportRow, ScheduledReport>({
  ...store,
  kind: scheduledReportRecord,
  missing: MISSING,
  valuesOf,
  // Whose it is, is told once it is known who asks.
  shown: row => store.shown(row, 0),
})
const mineOr = (r: ScheduledReport, { userId }: Who): ScheduledReport => ({ ...r, isMine: r.owner_id === userId })

export const readReport = async (services: Services, { who, scope }: Pick<Caller, 'who' | 'scope'>, id: number) =>
  mineOr(await acts.read(services.db, await seenBy(services.db, who, scope), id), who)

const timesIn = ({ rhythm, hour, weekday, month_day }: ScheduledReportBody): Times => ({
  rhythm,
  hour,
  weekday: rhythm === 'weekly' ? weekday : null,
  monthDay: rhythm === 'monthly' ? month_day : null,
})
const columnsOf = (body: ScheduledReportBody) => ({
  source: body.source,
  viewId: body.view_id,
  period: body.period,
  ...timesIn(body),
  users: body.users,
  addresses: body.addresses,
})
const fieldsOf = ({ name, format, subject }: ScheduledReportBody) => ({ name, format, subject })

export async function createReport(
  services: Services,
  asked: Caller,
  body: ScheduledReportBody,
): Promise<ScheduledReport> {
  const caller = await seeing(services, asked)
  const made = await acts.create(services, caller, async (trx, { who, scope }) => {
    const { teamId } = scope
    const ownerId = who.userId
    if ((await store.countOf(trx, ownerId)) >= MOST_REPORTS)
      fail(409, `A person has at most ${MOST_REPORTS} scheduled reports`)
    await demandView(trx, who, teamId, body.source)
    await demandReachedView(trx, ownerId, teamId, body)
    await demandReceivers(trx, { teamId, ownerId, id: undefined, source: body.source }, body)
    await demandName(trx, teamId, body.name)
    const at = services.now()
    const nextAt = nextTime(timesIn(body), at, services.timeZone)
    const beside = { ...columnsOf(body), teamId, ownerId, state: 'Active' as const, nextAt, createdAt: at }
    return { id: await store.create(trx, fieldsOf(body), beside), scope }
  })
  return mineOr(made, asked.who)
}

const demandOwn = (r: store.ReportRow, { userId }: Who, what: string): void => {
  if (r.ownerId === userId) return
  const whose = r.ownerId === null ? 'This report has no owner any more' : `This report is ${r.owner}’s`
  fail(403, `${whose}: it can be paused, deleted or taken over, but not ${what}`)
}

export async function updateReport(
  services: Services,
  asked: Caller,
  id: number,
  body: ScheduledReportBody,
): Promise<ScheduledReport> {
  const caller = await seeing(services, asked)
  const changed = await acts.change(services, caller, id, async (trx, before, { who }, then) => {
    demandOwn(before, who, 'changed')
    const { teamId } = before
    const ownerId = who.userId
    await demandView(trx, who, teamId, body.source)
    await demandReachedView(trx, ownerId, teamId, body)
    await demandReceivers(trx, { teamId, ownerId, id, source: body.source }, body, before)
    if (body.name !== before.name) await demandName(trx, teamId, body.name, id)
    const nextAt = before.state === 'Active' ? nextTime(timesIn(body), services.now(), services.timeZone) : null
    await store.update(trx, id, fieldsOf(body), { ...columnsOf(body), nextAt, tryAt: null, tries: 0 })
    then(() => tellReport(services, before))
  })
  return mineOr(changed, asked.who)
}

export async function removeReport(services: Services, asked: Caller, id: number): Promise<void> {
  const caller = await seeing(services, asked)
  await acts.remove(services, caller, id, async (trx, before, _, then) => {
    await store.move(trx, id, { deletedAt: services.now(), nextAt: null })
    then(() => tellReport(services, before))
    return undefined
  })
}

type Deed = (trx: Trx, r: store.ReportRow) => Promise<void>
/** A deed on a report that the caller sees, with its entry in the audit log. */
async function deed(
  services: Services,
  asked: Caller,
  id: number,
  action: string,
  run: Deed,
): Promise<ScheduledReport> {
  const { who, by, scope } = await seeing(services, asked)
  return act(services, async (trx, then) => {
    await store.lock(trx, id)
    const before = found(await store.get(trx, scope, id), MISSING)
    await run(trx, before)
    const after = found(await store.get(trx, scope, id), MISSING)
    const entry = { action, feature: FEATURE, recordId: id, teamId: before.teamId }
    const told = ({ state, owner }: store.ReportRow) => ({ state, owner })
    await audit.write(trx, by, { ...entry, before: told(before), after: { ...told(after), name: after.name } })
    then(() => tellReport(services, after))
    return store.shown(after, who.userId)
  })
}

export const pauseReport = (services: Services, asked: Caller, id: number): Promise<ScheduledReport> =>
  deed(services, asked, id, 'pause', async (trx, r) => {
    if (r.state !== 'Active') fail(409, 'The report is not sent now')
    await store.move(trx, id, { state: 'Paused', nextAt: null, tryAt: null, tries: 0 })
  })
export const resumeReport = (services: Services, asked: Caller, id: number): Promise<ScheduledReport> =>
  deed(services, asked, id, 'resume', async (trx, r) => {
    demandOwn(r, asked.who, 'started')
    if (r.state === 'Active') fail(409, 'The report is sent already')
    await demandView(trx, asked.who, r.teamId, r.source)
    await demandReachedView(trx, asked.who.userId, r.teamId, { source: r.source, view_id: r.viewId, period: r.period })
    const nextAt = nextTime(timesOf(r), services.now(), services.timeZone)
    await store.move(trx, id, { state: 'Active', stoppedWhy: null, nextAt, tryAt: null, tries: 0 })
  })
/** Makes the caller the owner, with whose rights the report is made from then on. */
export const takeReport = (services: Services, asked: Caller, id: number): Promise<ScheduledReport> =>
  deed(services, asked, id, 'take-over', async (trx, r) => {
    const { who } = asked
    if (r.ownerId === who.userId) fail(409, 'The report is yours already')
    if ((await store.countOf(trx, who.userId)) >= MOST_REPORTS)
      fail(409, `A person has at most ${MOST_REPORTS} scheduled reports`)
    await demandView(trx, who, r.teamId, r.source)
    // A view that is gone has to be chosen anew before the report goes on.
    const hasView = r.viewId !== null && r.viewName !== null
    if (hasView && !(await owners.viewFor(trx, { userId: who.userId, teamId: r.teamId }, r.viewId ?? 0)))
      fail(409, `Its view is ${r.owner}’s alone: it has to be shared with the team first`)
    await store.move(trx, id, { ownerId: who.userId })
  })

/** Has the report made now for its owner alone; answers the time that its run bears. */
export async function testReport(services: Services, asked: Caller, id: number): Promise<{ at: string }> {
  const at = services.now()
  await deed(services, asked, id, 'test', async (trx, r) => {
    demandOwn(r, asked.who, 'tested')
    if (!(await runs.mayTest(trx, asked.who.userId, at)))
      fail(429, `At most ${MOST_TESTS_AN_HOUR} tests within an hour`)
    await services.jobs.send(trx, 'scheduled-report-test', { scheduledReportId: id, askedAt: at.toISOString() })
  })
  return { at: at.toISOString() }
}
