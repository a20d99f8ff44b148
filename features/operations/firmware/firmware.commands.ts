// Uploading, making, changing and deleting firmware files (CAMP-01, CAMP-08). A file that a campaign has begun with stays as
// it is: only its notes may change.
import { createHash, randomBytes } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatBytes } from '@wattdesk/base/text'
import { fail } from '@wattdesk/wire/route'
import { readCertificates } from '#control/remote-operations/certificate.crypto.ts'
import { certificateProblem } from '#control/remote-operations/certificate.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { type Scope, teamScope } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { recordActs } from '#platform/records/acts.ts'
import { type Firmware, type FirmwareUpload, firmwareRecord } from './firmware.contract.ts'
import * as store from './firmware.store.ts'
import { BROKEN_OFF, MOST_BYTES, MOST_FILES, TOO_LARGE } from './firmware.words.ts'
import { type FirmwareBody, otherSum } from './firmware-body.contract.ts'
import * as contents from './firmware-content.store.ts'

const MISSING = 'Firmware file not found'
const TAKEN = 'There is a file of this version for the model already'
/** The address under which chargers reach the portal. */
export const chargersBase = ({ chargerFilesUrl, publicUrl }: Pick<Services, 'chargerFilesUrl' | 'publicUrl'>): string =>
  chargerFilesUrl ?? publicUrl

type Coming = { name: string; stream: Readable; isWhole: () => boolean; bytes: number | undefined }
/** Keeps the bytes of a file as they come; what is refused or breaks off leaves nothing behind. */
export async function keepContent(services: Services, caller: Caller, file: Coming): Promise<FirmwareUpload> {
  const { files, db, limits } = services
  const { scope, by, who } = caller
  if ((file.bytes ?? 0) > MOST_BYTES) fail(413, TOO_LARGE)
  const { teamId } = scope
  const team = await db.selectFrom('team').select('companyId').where('id', '=', teamId).executeTakeFirstOrThrow()
  const room = limits.uploadBytesPerCompany - (await contents.usedBytes(db, team.companyId))
  if (room <= 0 || (file.bytes ?? 0) > room)
    fail(
      507,
      `Firmware files may take ${formatBytes(limits.uploadBytesPerCompany)} of a company. Please delete some first`,
    )
  const storedName = `firmware/${randomBytes(24).toString('base64url')}`
  const sum = createHash('sha256')
  const summed = new Transform({
    transform: (piece: Buffer, _, done) => {
      sum.update(piece)
      done(null, piece)
    },
  })
  // A source that breaks off ends the copy with an error, which `take` reports.
  pipeline(file.stream, summed).catch(() => undefined)
  const bytes = await files.take(storedName, summed, Math.min(MOST_BYTES, room))
  if (bytes === 'too long') fail(413, TOO_LARGE)
  if (bytes === 'broken off') fail(422, BROKEN_OFF)
  let isKept = false
  try {
    if (!file.isWhole()) fail(422, BROKEN_OFF)
    if (bytes === 0) fail(422, 'The file is empty')
    const sha256 = sum.digest('hex')
    const row = { teamId, storedName, fileName: file.name, bytes, sha256 }
    const contentId = await act(services, async trx => {
      const id = await contents.add(trx, { ...row, createdBy: who.userId, createdAt: services.now() })
      const after = { file: file.name, bytes, sha256 }
      await audit.write(trx, by, { action: 'upload', feature: 'Campaign', recordId: `upload-${id}`, teamId, after })
      return id
    })
    isKept = true
    return { contentId, fileName: file.name, bytes, sha256 }
  } finally {
    if (!isKept) await files.remove(storedName)
  }
}

const actsOf = (services: Services) => {
  const shown = store.shownBy(chargersBase(services))
  return recordActs({
    lock: store.lock,
    get: store.get,
    shown,
    kind: firmwareRecord,
    missing: MISSING,
    words: {
      firmware_version: { text: TAKEN, field: 'version' },
      firmware_content_id_key: { text: 'Another file has this upload already', field: 'contentId' },
    },
    // Without what the entry has already and what no person writes.
    valuesOf: row => {
      const {
        firmware_id: _,
        teamId: _t,
        team_name: _n,
        createdAt: _c,
        operationUrl: _o,
        campaigns: _m,
        contentId: _i,
        ...file
      } = shown(row)
      return file
    },
  })
}

export const readFirmware = (services: Services) => (db: Db, scope: Scope, id: number) =>
  actsOf(services).read(db, scope, id)

/** The columns of a file whose bytes and certificate are checked: 422 with the field that does not fit. */
async function columnsOf(services: Services, trx: Trx, scope: Scope, body: FirmwareBody, firmwareId: number | null) {
  if (body.certificate) {
    const problem = certificateProblem(readCertificates(body.certificate), 1, services.now())
    if (problem) fail(422, problem, { certificate: problem })
  }
  const typed = body.sha256?.trim().toLowerCase() ?? null
  if (body.source === 'Address') return { sha256: typed ?? '', contentId: null, location: body.location }
  const content = await contents.free(trx, scope, body.contentId ?? 0, firmwareId)
  if (!content) return fail(422, 'Upload not found', { contentId: 'Please upload the file again' })
  if (typed !== null && typed !== content.sha256) {
    const text = otherSum(content.sha256)
    fail(422, text, { sha256: text })
  }
  return { sha256: content.sha256, contentId: content.contentId, location: null }
}

/** A new file of the team of the call. */
export const createFirmware = (services: Services, caller: Caller, body: FirmwareBody): Promise<Firmware> =>
  actsOf(services).create(services, caller, async (trx, { who, scope: { teamId } }) => {
    const { scope } = await teamScope(trx, who, teamId, 'Campaign.create')
    if ((await store.countOf(trx, teamId)) >= MOST_FILES)
      fail(409, `A company has at most ${MOST_FILES} firmware files`)
    const { contentId: _, ...written } = body
    const columns = await columnsOf(services, trx, scope, body, null)
    return {
      id: await store.create(
        trx,
        { ...written, sha256: columns.sha256, location: columns.location },
        { teamId, contentId: columns.contentId },
      ),
      scope,
    }
  })

const FIXED = ['version', 'vendor', 'model', 'source', 'location', 'sha256', 'signature', 'certificate'] as const
export const updateFirmware = (services: Services, caller: Caller, id: number, body: FirmwareBody): Promise<Firmware> =>
  actsOf(services).change(services, caller, id, async (trx, before) => {
    const { scope } = await teamScope(trx, caller.who, before.teamId, 'Campaign.update')
    const columns = await columnsOf(services, trx, scope, body, id)
    const { contentId: _, ...written } = body
    const after = { ...written, sha256: columns.sha256, location: columns.location }
    const changed = FIXED.find(name => (after[name] ?? null) !== (before[name] ?? null))
    const isOther = columns.contentId !== before.contentId
    if (before.campaigns > 0 && (changed || isOther)) {
      const text = 'A campaign has begun with this file, so only its notes may change. Please add a new file'
      fail(409, text, { [changed ?? 'contentId']: text })
    }
    await store.update(trx, id, after, { contentId: columns.contentId })
  })

export const removeFirmware = (services: Services, caller: Caller, id: number): Promise<void> =>
  actsOf(services).remove(services, caller, id, async trx => {
    if (await store.isNeeded(trx, id)) fail(409, 'A campaign uses this file. Please end or delete the campaign first')
    await store.remove(trx, id, services.now())
  })

const UNNAMED_FOR_MS = 86_400_000
/** Removes uploads that no file names, and the bytes of deleted files. */
export async function removeUnnamedContents(services: Services): Promise<void> {
  const { db, files } = services
  const at = services.now()
  await act(services, async trx => {
    const count = await contents.giveUpUnnamed(trx, new Date(at.getTime() - UNNAMED_FOR_MS), at)
    if (count === 0) return
    const after = { 'uploads of firmware': count }
    await audit.write(trx, audit.byProduct('Retention'), { action: 'drop', feature: 'Settings', teamId: null, after })
  })
  for (const { contentId, storedName } of await contents.givenUp(db)) {
    // The name goes last: if the process ends before, the next run takes up the file again.
    await files.remove(storedName)
    await contents.forget(db, contentId)
  }
}
