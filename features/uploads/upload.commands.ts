// Taking an upload: the bytes are judged, stored under a name that nobody guesses, and entered with their audit entry.
import { randomBytes } from 'node:crypto'
import { fail } from '@wattdesk/wire/route'
import { act, type Caller } from '../../server/act.ts'
import type { House } from '../../server/house.ts'
import { teamScope } from '../../server/scope.ts'
import * as audit from '../audit/audit.store.ts'
import { fileTooLarge, MAX_BYTES, typesOf, type Upload, unsupportedFile } from './upload.contract.ts'
import { base64Of, ENDINGS, typeOfBytes } from './upload.rules.ts'
import * as store from './upload.store.ts'

const PICTURES = 'images'

/** Keeps a file for a team, or for the caller's company; answers its name. */
export async function keepUpload(
  house: House,
  { who, by }: Pick<Caller, 'who' | 'by'>,
  body: Upload,
  forTeam: number | undefined,
): Promise<string> {
  const teamId = forTeam ?? who.companyId
  if (forTeam !== undefined) await teamScope(house.db, who, forTeam, 'team role')
  const base64 = base64Of(body.image)
  if (base64 === undefined) fail(422, unsupportedFile, { image: unsupportedFile })
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > MAX_BYTES) fail(422, fileTooLarge, { image: fileTooLarge })
  const contentType = typeOfBytes(bytes)
  if (!contentType || !typesOf(body.directory).includes(contentType))
    fail(422, unsupportedFile, { image: unsupportedFile })
  const name = `${randomBytes(24).toString('base64url')}.${ENDINGS[contentType]}`
  const after = { directory: body.directory ?? PICTURES, contentType, bytes: bytes.length }
  // The bytes first: a row without them would be a link to nothing.
  await house.files.put(name, bytes)
  try {
    await act(house, async trx => {
      await store.create(trx, { name, ...after, teamId, createdBy: who.userId })
      await audit.write(trx, by, { action: 'upload', feature: 'Session', recordId: name, teamId, after })
    })
  } catch (error) {
    // Nobody would ever ask for these bytes.
    await house.files.remove(name).catch((e: unknown) => house.log.error({ err: e, name }, 'A file was left over'))
    throw error
  }
  return name
}
