// Files of charge points: an operation makes an address for its file, the file that arrives there is kept, people
// delete files, and a job removes files older than 90 days (S-FILES).
import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { formatBytes } from '@wattdesk/base/text'
import { fail, found } from '@wattdesk/wire/route'
import { announceTask } from '#control/remote-operations/task.commands.ts'
import { byId } from '#control/remote-operations/task.store.ts'
import { lock } from '#fleet/chargers/charger-detail.store.ts'
import { withinSince } from '#fleet/stations/charger-since.store.ts'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { KEPT_DAYS } from './charger-file.contract.ts'
import { closedFor, ownName } from './charger-file.rules.ts'
import * as store from './charger-file.store.ts'

export const MISSING = 'File not found'
const NO_CHARGER = 'Charge point not found'
export const LARGEST_FILE_BYTES = 200 * 1024 ** 2
export const FILE_TOO_LARGE = `Files of charge points should be ${formatBytes(LARGEST_FILE_BYTES)} or less`
const BROKEN_OFF = 'The file broke off'
const HALF_FOR_MS = 24 * 3_600_000

/** Returns the hash by which the address of a file is found; the secret itself is not stored. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
export const newSecret = (): { secret: string; tokenHash: string } => {
  const secret = randomBytes(32).toString('base64url')
  return { secret, tokenHash: hashOf(secret) }
}

/**
 * Returns the request that an address belongs to. 404 for an unknown address, 410 for an address that is closed, 507
 * where the company has no room left.
 */
export async function openDoor(services: Services, secret: string): Promise<store.Door> {
  const door = found(await store.door(services.db, hashOf(secret)), MISSING)
  const why = closedFor(door, services.now())
  if (why !== undefined) fail(410, why)
  if (door.usedBytes >= services.limits.uploadBytesPerCompany) fail(507, 'There is no room for files of charge points')
  return door
}

/** Keeps the file that arrives at an open address; a file that is refused or breaks off leaves nothing behind. */
export async function keepFile(
  services: Services,
  door: store.Door,
  file: { name: string | undefined; stream: Readable; isWhole: () => boolean },
): Promise<void> {
  const { files, db } = services
  const storedName = `chargers/${randomBytes(24).toString('base64url')}`
  const bytes = await files.take(storedName, file.stream, LARGEST_FILE_BYTES)
  if (bytes === 'too long') fail(413, FILE_TOO_LARGE)
  if (bytes === 'broken off') fail(422, BROKEN_OFF)
  let isKept = false
  try {
    if (!file.isWhole()) fail(422, BROKEN_OFF)
    if (bytes === 0) fail(422, 'The file is empty')
    const at = services.now()
    const fileName = file.name ?? ownName(door.kind, door.chargepointId, at)
    const taskId = await store.receive(db, { fileId: door.fileId, storedName, fileName, bytes }, at)
    if (taskId === undefined) fail(410, 'This address takes no files any more')
    isKept = true
    const task = await byId(db, taskId)
    if (task) announceTask(services, task, at)
  } finally {
    if (!isKept) await files.remove(storedName)
  }
}

/** Deletes a file of a charge point in the caller's scope. */
export async function removeFile(services: Services, caller: Caller, id: string, fileId: number): Promise<void> {
  await act(services, async trx => {
    const { pk, teamId } = found(await lock(trx, caller.scope, id), NO_CHARGER)
    const { fileName, bytes } = found(
      await store.received(trx, pk, fileId, await withinSince(trx, caller.scope, pk)),
      MISSING,
    )
    await store.giveUpFile(trx, fileId, services.now())
    await audit.write(trx, caller.by, {
      action: 'delete-file',
      feature: 'ChargerPoint',
      recordId: pk,
      teamId,
      before: { fileId, fileName, bytes },
    })
  })
  await removeGivenUp(services)
}

/** Removes files past their time, and the remains of deletions and crashes. */
export async function removeOldFiles(services: Services): Promise<void> {
  const now = services.now()
  await act(services, async trx => {
    const count = await store.giveUpOldRequests(trx, new Date(now.getTime() - KEPT_DAYS * 86_400_000), now)
    if (count === 0) return
    const after = { 'files of charge points': count }
    await audit.write(trx, audit.byProduct('Retention'), { action: 'drop', feature: 'Settings', teamId: null, after })
  })
  await removeGivenUp(services)
  await services.files.removeHalves(new Date(Date.now() - HALF_FOR_MS))
}

async function removeGivenUp({ db, files }: Services): Promise<void> {
  for (const { fileId, storedName } of await store.filesGivenUp(db)) {
    // The row goes last: if the process crashes before, the next run takes up the file again.
    if (storedName !== null) await files.remove(storedName)
    await store.forget(db, fileId)
  }
}
