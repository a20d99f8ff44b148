// Sends reports whose time has come (REPORT-01, REPORT-02): one after the other, on one node at a time. The mails of a report
// are queued in the transaction that notes its run and its next time, so that a node that dies midway sends nothing twice.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { PAPER_ROWS } from '@wattdesk/wire/document-calls'
import type { Home } from '#office/brand/brand.rules.ts'
import type { Services } from '#office/installation/services.ts'
import * as mail from '#office/mail/mail.store.ts'
import { attach, removeAttachments } from '#office/mail/mail-attachment.commands.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import { act } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { giveUp, noteNone, stopItself, timesOf } from './report-end.commands.ts'
import { bodyOf, type ReportMail, subjectOf } from './report-mail.rules.ts'
import { makeReport, type Outcome } from './report-make.commands.ts'
import { OWNER_GONE, ReportFault } from './report-read.commands.ts'
import * as runs from './report-run.store.ts'
import { stopUrl } from './report-stop.rules.ts'
import { tellReport } from './report-tell.commands.ts'
import { lastTime, nextTime } from './report-time.rules.ts'
import * as store from './scheduled-report.store.ts'
import { KEPT, LINK_DAYS, MOST_ATTACHED_BYTES, REPORT_LIST, type RunResult } from './scheduled-report.words.ts'

/** After so many tries, over about four hours, a time is given up. */
const MOST_TRIES = 8
/** Where files lie that are too long for a mail. */
export const FOLDER = 'scheduled-reports'

/** `attachedBytes`: longer files are kept for a link. `between`: called before the mails are queued, for tests of deaths. */
export type SendOptions = { attachedBytes?: number; between?: () => Promise<void> }

/** A file as it leaves: kept once for a link where it is too long, else once for each mail. */
type Kept = { isLink: true; storedName: string } | { isLink: false; attachments: mail.Attachment[] }
async function keep(
  services: Services,
  { file }: Outcome,
  mails: number,
  { attachedBytes = MOST_ATTACHED_BYTES }: SendOptions,
): Promise<Kept | undefined> {
  if (!file) return undefined
  if (file.bytes > attachedBytes) {
    const storedName = `${FOLDER}/${services.now().getTime()}-${randomUUID()}`
    await services.files.take(storedName, createReadStream(file.path), file.bytes)
    return { isLink: true, storedName }
  }
  const attachments: mail.Attachment[] = []
  // The mail server may take one mail and refuse another, so each has a file of its own.
  while (attachments.length < mails)
    attachments.push(await attach(services, { ...file, remove: async () => undefined }))
  return { isLink: false, attachments }
}
const forget = ({ files }: Services, kept: Kept): Promise<void> =>
  kept.isLink ? files.remove(kept.storedName) : removeAttachments(files, kept.attachments)

type Sending = {
  r: store.ReportRow
  outcome: Outcome
  kept: Kept | undefined
  dueAt: Date
  nextAt: Date | null
  isTest: boolean
  home: Home
}
function resultOf({ keepsMails }: Services, { kept }: Sending): RunResult {
  if (keepsMails) return KEPT
  return kept ? (kept.isLink ? 'Sent as a link' : 'Sent') : 'Sent without a file'
}
function reasonOf({ keepsMails }: Services, { fault }: Outcome): string | null {
  const reasons = [keepsMails ? 'No mail server is set up' : undefined, fault].filter(r => r !== undefined)
  return reasons.length > 0 ? reasons.join('. ') : null
}

/** Notes a run and queues its mails, with the commit of `trx`. */
async function queue(services: Services, trx: Trx, s: Sending, to: readonly runs.ReachedReceiver[]): Promise<void> {
  const { r, outcome, kept, dueAt, isTest, home } = s
  const at = services.now()
  const wanted = to.filter(runs.isWanted)
  const { file } = outcome
  const runId = await runs.addRun(trx, {
    scheduledReportId: r.scheduledReportId,
    companyId: r.companyId,
    dueAt,
    at,
    isTest,
    result: resultOf(services, s),
    reason: reasonOf(services, outcome),
    told: outcome.told,
    rows: file?.rows ?? null,
    bytes: file?.bytes ?? null,
    fileName: file?.fileName ?? null,
    receivers: wanted.map(x => x.name),
    leftOut: [...leftOut(to), ...(isTest ? [] : await runs.missingOf(trx, r.users))],
    ...(kept?.isLink && { storedName: kept.storedName, keptUntil: new Date(at.getTime() + LINK_DAYS * 86_400_000) }),
  })
  const words: ReportMail = {
    name: r.name,
    what: r.what,
    teamName: r.teamName,
    owner: r.owner,
    subject: r.subject,
    format: r.format,
    dueAt,
    nextAt: s.nextAt,
    zone: services.timeZone,
    told: outcome.told,
    facts: outcome.facts,
    rows: file?.rows ?? null,
    bytes: file?.bytes ?? null,
    fault: outcome.fault ?? null,
    shownRows: r.format === 'pdf' ? PAPER_ROWS : null,
    fileUrl: kept?.isLink ? `${home.url}${REPORT_LIST}/file/${runId}` : null,
    listUrl: `${home.url}${outcome.path}`,
    isTest,
  }
  const attachments = kept?.isLink === false ? [...kept.attachments] : []
  for (const receiver of wanted) {
    const attachment = attachments.shift()
    const stop = stopUrl(home.url, services.seal, { scheduledReportId: r.scheduledReportId, ...placeOf(receiver) })
    await mail.post(trx, services.jobs, {
      to: receiver.email,
      subject: subjectOf(words),
      text: bodyOf(words, { stopUrl: stop.page, isFirst: receiver.isFirst && !isTest && !isOwner(r, receiver) }),
      stopUrl: stop.call,
      ...(attachment && { attachments: [attachment] }),
    })
  }
  if (!isTest)
    await runs.noteFirst(
      trx,
      { id: r.scheduledReportId, companyId: r.companyId },
      wanted.filter(x => x.isFirst).map(placeOf),
      at,
    )
}
/** Receivers whom the mail passes over, with the reason. */
const leftOut = (to: readonly runs.ReachedReceiver[]): string[] => [
  ...to.filter(x => x.isStopped).map(x => x.name),
  ...to.filter(x => x.isOffTeam && !x.isStopped).map(x => `${x.name} (no role on the team any more)`),
]
const placeOf = (r: runs.ReachedReceiver) => ('userId' in r ? { userId: r.userId } : { address: r.address })

const isOwner = (r: store.ReportRow, receiver: runs.ReachedReceiver): boolean =>
  'userId' in receiver && receiver.userId === r.ownerId

const homeFor = (services: Services, r: store.ReportRow): Promise<Home> =>
  homeOfCompany(services.db, services.publicUrl, r.companyId)
const receiversOf = ({ db }: Services, r: store.ReportRow) =>
  db.transaction().execute(trx => runs.receiversOf(trx, r.scheduledReportId, r))

/** Makes and sends one report whose time has come. */
async function sendOne(
  services: Services,
  r: store.ReportRow,
  due: runs.DueReport,
  options: SendOptions,
): Promise<void> {
  const { db, now, timeZone: zone } = services
  if (r.ownerId === null) throw new ReportFault('stop', OWNER_GONE)
  const to = await receiversOf(services, r)
  const wanted = to.filter(runs.isWanted)
  if (wanted.length === 0) throw new ReportFault('stop', 'Nobody is left who gets it')
  if (!(await runs.mayMail(db, r.ownerId, wanted.length, now()))) {
    // Its turn comes when the hour has room again.
    await store.move(db, r.scheduledReportId, { tries: due.tries - 1, tryAt: new Date(now().getTime() + 10 * 60_000) })
    return
  }
  // However many times were missed, the last of them is made.
  const last = lastTime(timesOf(r), now(), zone)
  const dueAt = last > due.nextAt ? last : due.nextAt
  const home = await homeFor(services, r)
  const outcome = await makeReport(services, r, dueAt, home)
  try {
    const kept = await keep(services, outcome, wanted.length, options)
    await options.between?.()
    const isQueued = await act(services, async (trx, then) => {
      if (!(await runs.lockAt(trx, r.scheduledReportId, due.nextAt))) return false
      const nextAt = nextTime(timesOf(r), now(), zone)
      await store.move(trx, r.scheduledReportId, { nextAt, tryAt: null, tries: 0 })
      // Who lets it come again in this moment has it from the next time on; there is no file for that mail.
      const counted = new Set(wanted.map(x => x.email))
      const receivers = (await runs.receiversOf(trx, r.scheduledReportId, r)).filter(
        x => !runs.isWanted(x) || counted.has(x.email),
      )
      await queue(services, trx, { r, outcome, kept, dueAt, nextAt, isTest: false, home }, receivers)
      then(() => tellReport(services, r))
      return true
    })
    // Another node was faster, or the report was changed meanwhile.
    if (!isQueued && kept) await forget(services, kept)
  } finally {
    await outcome.file?.remove()
  }
}

/** Makes the report of a due time; what is in the way stops it, or is tried again. */
async function workOne(services: Services, due: runs.DueReport, options: SendOptions): Promise<void> {
  const r = await store.byId(services.db, due.id)
  if (!r) return
  try {
    await sendOne(services, r, due, options)
  } catch (error) {
    const reason = error instanceof ReportFault ? error.message : 'Something went wrong on the server'
    if (error instanceof ReportFault && error.kind === 'stop') return stopItself(services, r, due, reason)
    services.log.warn({ err: error, scheduledReportId: due.id, tries: due.tries }, 'A scheduled report was not made')
    if (due.tries >= MOST_TRIES) await giveUp(services, r, due, reason)
  }
}

/** How long one run of the job goes on; the next begins soon after. */
const WORK_MS = 10 * 60_000
/** Works off the reports that are due, one after the other; answers how many. */
export async function sendDue(services: Services, options: SendOptions = {}): Promise<number> {
  const until = Date.now() + WORK_MS
  let count = 0
  while (Date.now() < until) {
    const due = await runs.takeDue(services.db, services.now())
    if (!due) break
    count++
    await workOne(services, due, options)
  }
  return count
}

/** Makes a report now and sends it to its owner alone; once for each time it was asked for. */
export async function sendTest(
  services: Services,
  id: number,
  askedAt: Date,
  options: SendOptions = {},
): Promise<void> {
  const r = await store.byId(services.db, id)
  if (!r || r.ownerId === null || (await runs.isTested(services.db, id, askedAt))) return
  const { ownerId } = r
  const home = await homeFor(services, r)
  let outcome: Outcome
  try {
    outcome = await makeReport(services, r, askedAt, home)
  } catch (error) {
    if (!(error instanceof ReportFault)) throw error
    const none = { dueAt: askedAt, at: services.now(), result: 'Failed', reason: error.message, isTest: true } as const
    await services.db.transaction().execute(trx => noteNone(trx, r, none))
    return tellReport(services, r)
  }
  try {
    const kept = await keep(services, outcome, 1, options)
    await services.db.transaction().execute(async trx => {
      const to = await runs.receiversOf(trx, id, { teamId: r.teamId, users: [ownerId], addresses: [] })
      // A test is asked for: it comes though the owner has stopped the report.
      const own = to.map(x => ({ ...x, isStopped: false }))
      await queue(services, trx, { r, outcome, kept, dueAt: askedAt, nextAt: null, isTest: true, home }, own)
    })
    tellReport(services, r)
  } finally {
    await outcome.file?.remove()
  }
}
