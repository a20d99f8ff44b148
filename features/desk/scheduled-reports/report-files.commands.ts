// The files that were too long for a mail: fetched by who has a role on the team of their report, and removed when their days
// are over (REPORT-02).
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { roleOn, type Who } from '#platform/access/scope.ts'
import * as runs from './report-run.store.ts'
import { FOLDER } from './report-send.commands.ts'
import { LINK_DAYS } from './scheduled-report.words.ts'

const MISSING = 'File not found'
const OVER = `This file was kept for ${LINK_DAYS} days, which are over. The report is made anew at its next time, or by a test of it.`

/** The run whose file the caller may have now: 404 without a role on the team, 410 when its days are over. */
export async function fileFor(
  { db, now }: Services,
  who: Who,
  runId: number,
): Promise<runs.KeptFile & { keptUntil: Date }> {
  const run = found(await runs.keptFile(db, runId), MISSING)
  const { keptUntil } = run
  if (!roleOn(who, run.teamPath) || keptUntil === null) fail(404, MISSING)
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
