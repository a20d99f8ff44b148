// The files that were too long for a mail: fetched by the owner and the receivers of their report, and by who may view the list
// of the report, as long as they have a role on its team; removed when their days are over (REPORT-02).
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { allows, roleOn, type Who } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import * as owners from './report-owner.store.ts'
import * as runs from './report-run.store.ts'
import { FOLDER } from './report-send.commands.ts'
import { LIST_SOURCES } from './report-sources.rules.ts'
import { LINK_DAYS } from './scheduled-report.words.ts'

const MISSING = 'File not found'
const OVER = `This file was kept for ${LINK_DAYS} days, which are over. The report is made anew at its next time, or by a test of it.`

/** The ids of runs follow each other, so a role on the team alone is no proof that the link came to this person. */
async function isMeantFor(db: Db, who: Who, run: runs.KeptFile): Promise<boolean> {
  const role = roleOn(who, run.teamPath)
  if (!role) return false
  if (run.ownerId === who.userId || allows(LIST_SOURCES[run.source].endpoint.can, role.access)) return true
  const email = (await owners.contactOf(db, who.userId))?.email.toLowerCase()
  return run.receivers.some(name => name === who.username || name.toLowerCase() === email)
}

/** The run whose file the caller may have now: 404 for whom it is not meant, 410 when its days are over. */
export async function fileFor(
  { db, now }: Services,
  who: Who,
  runId: number,
): Promise<runs.KeptFile & { keptUntil: Date }> {
  const run = found(await runs.keptFile(db, runId), MISSING)
  const { keptUntil } = run
  if (keptUntil === null || !(await isMeantFor(db, who, run))) fail(404, MISSING)
  if (run.storedName === null || keptUntil <= now()) fail(410, OVER)
  return { ...run, keptUntil }
}
export async function openFile(services: Services, who: Who, runId: number) {
  const run = await fileFor(services, who, runId)
  const file = await services.files.get(run.storedName ?? '')
  return { run, file: file ?? fail(410, OVER) }
}

const DAY_MS = 86_400_000
/** Removes files whose days are over, and those that no run names: their node died before it could note them. */
export async function removeOldFiles(services: Services): Promise<number> {
  const { db, files, now } = services
  let count = 0
  for (;;) {
    const over = await runs.overFiles(db, now())
    if (over.length === 0) break
    for (const { id, storedName } of over) {
      await files.remove(storedName)
      await runs.forgetFile(db, id)
      count++
    }
  }
  const named = await runs.namedFiles(db)
  for await (const name of files.list(FOLDER)) {
    const madeAt = Number(/\/(\d+)-/.exec(name)?.[1])
    if (named.has(name) || !(madeAt < now().getTime() - DAY_MS)) continue
    await files.remove(name)
    count++
  }
  return count
}
