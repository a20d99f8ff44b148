// Taking an upload: the bytes are judged, stored under a name that nobody can guess, and entered with their audit
// entry, within the room of company and user. Also marks the uploads that a record names, and removes those that none
// does.
import { randomBytes } from 'node:crypto'
import { fileOf, notUploaded } from '@wattdesk/base/file-link'
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { teamScope, type Who } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import {
  fileTooLarge,
  MAX_BYTES,
  tooManyPixels,
  typesOf,
  type Upload,
  unsupportedFile,
  VEHICLE_DOCUMENTS,
} from './upload.contract.ts'
import { base64Of, ENDINGS, isTooManyPixels, roomRefusal, typeOfBytes } from './upload.rules.ts'
import * as store from './upload.store.ts'

const PICTURES = 'images'
const DAY_MS = 24 * 3_600_000
const KEPT_UNNAMED_MS = 7 * DAY_MS

/** Keeps a file for a team, or for the caller's company; answers its name. */
export async function keepUpload(
  services: Services,
  { who, by }: Pick<Caller, 'who' | 'by'>,
  body: Upload,
  forTeam: number | undefined,
): Promise<string> {
  const teamId = forTeam ?? who.companyId
  if (forTeam !== undefined) await teamScope(services.db, who, forTeam, 'team role')
  const base64 = base64Of(body.image)
  if (base64 === undefined) fail(422, unsupportedFile, { image: unsupportedFile })
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > MAX_BYTES) fail(422, fileTooLarge, { image: fileTooLarge })
  const contentType = typeOfBytes(bytes)
  if (!contentType || !typesOf(body.directory).includes(contentType))
    fail(422, unsupportedFile, { image: unsupportedFile })
  if (isTooManyPixels(bytes)) fail(422, tooManyPixels, { image: tooManyPixels })
  const room = { teamId, userId: who.userId, since: new Date(services.now().getTime() - DAY_MS) }
  const demandRoom = async (on: Db | Trx) => {
    const refused = roomRefusal(await store.used(on, room), bytes.length, services.limits)
    if (refused) fail(422, refused, { image: refused })
  }
  // Looked at before the disk is written; the look within the transaction below is the one that counts.
  await demandRoom(services.db)
  const name = `${randomBytes(24).toString('base64url')}.${ENDINGS[contentType]}`
  const after = { directory: body.directory ?? PICTURES, contentType, bytes: bytes.length }
  // The bytes first: a row without them would be a link to nothing.
  await services.files.put(name, bytes)
  try {
    await act(services, async trx => {
      await store.lockUploads(trx, room)
      await demandRoom(trx)
      await store.create(trx, { name, ...after, teamId, createdBy: who.userId }, services.now())
      await audit.write(trx, by, { action: 'upload', feature: 'Session', recordId: name, teamId, after })
    })
  } catch (error) {
    // Nobody would ever ask for these bytes.
    await services.files
      .remove(name)
      .catch((e: unknown) => services.log.error({ err: e, name }, 'A file was left over'))
    throw error
  }
  return name
}

/** A field that names a file: its label, its new link, and its link before. */
export type FileField = { label: string; link: string | null | undefined; before?: string | null | undefined }

/**
 * Refuses with 422 on the field a link to a file that the user may not put into a record: a file never uploaded, or of
 * another company. A link that the record already has may stay. `directory`: the folder that the files must come from;
 * default pictures.
 */
export async function demandOwnFiles(
  trx: Trx,
  who: Who,
  fields: Readonly<Record<string, FileField>>,
  { directory }: { directory?: typeof VEHICLE_DOCUMENTS } = {},
): Promise<void> {
  const asked = Object.entries(fields).flatMap(([field, { label, link, before }]) => {
    const name = link && link !== before ? fileOf(link) : undefined
    return name === undefined ? [] : [{ field, label, name }]
  })
  if (asked.length === 0) return
  const teamIds = who.roles.map(r => r.teamId)
  const names = asked.map(a => a.name)
  const usable = await store.usable(trx, names, { userId: who.userId, companyId: who.companyId, teamIds })
  const isRight = (name: string) =>
    usable.some(u => u.name === name && (u.directory === VEHICLE_DOCUMENTS) === (directory === VEHICLE_DOCUMENTS))
  const errors = Object.fromEntries(
    asked.filter(a => !isRight(a.name)).map(a => [a.field, notUploaded(a.label)] as const),
  )
  const [first] = Object.values(errors)
  if (first !== undefined) fail(422, first, errors)
}

/** Removes what was uploaded into forms that were not saved within seven days. */
export async function removeUnnamed(services: Services): Promise<void> {
  const now = services.now()
  await act(services, async trx => {
    const count = await store.giveUpUnusedUploads(trx, new Date(now.getTime() - KEPT_UNNAMED_MS), now)
    if (count === 0) return
    const after = { 'uploads into forms that were not saved': count }
    await audit.write(trx, audit.byProduct('Retention'), { action: 'drop', feature: 'Settings', teamId: null, after })
  })
  for (const name of await store.filesGivenUp(services.db)) {
    // The row goes last: what a crash leaves is taken up the next time.
    await services.files.remove(name)
    await store.forget(services.db, name)
  }
}
