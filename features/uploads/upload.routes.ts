// Takes uploads and serves them. What comes is judged by its bytes and named anew; what goes out can run nothing.
import { randomBytes } from 'node:crypto'
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { type Scope, teamScope } from '../../server/scope.ts'
import * as audit from '../audit/audit.store.ts'
import {
  fileTooLarge,
  getFile,
  MAX_BYTES,
  typesOf,
  unsupportedFile,
  uploadImage,
  VEHICLE_DOCUMENTS,
} from './upload.contract.ts'
import { base64Of, ENDINGS, typeOfBytes } from './upload.rules.ts'
import * as store from './upload.store.ts'

const MISSING = 'File not found'
const PICTURES = 'images'
/** Vehicle documents are read like records of the feature. */
const getDocument = { ...getFile, can: 'Vehicle.view', byRecord: true } as const

const covers = (scope: Scope, f: store.Found): boolean => {
  switch (scope.kind) {
    case 'all':
      return true
    case 'company':
      return f.companyId === scope.companyId
    case 'teams':
      return f.teamId !== null && scope.teams.includes(f.teamId)
  }
}

export function uploadRoutes(app: FastifyInstance): void {
  const { db, files } = app.house

  route(app, uploadImage, async ({ body, query, who, by }) => {
    const teamId = query.teamId ?? who.companyId
    if (query.teamId !== undefined) await teamScope(db, who, query.teamId, 'team role')
    const base64 = base64Of(body.image)
    if (base64 === undefined) fail(422, unsupportedFile, { image: unsupportedFile })
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.length > MAX_BYTES) fail(422, fileTooLarge, { image: fileTooLarge })
    const contentType = typeOfBytes(bytes)
    if (!contentType || !typesOf(body.directory).includes(contentType))
      fail(422, unsupportedFile, { image: unsupportedFile })
    const name = `${randomBytes(24).toString('base64url')}.${ENDINGS[contentType]}`
    const upload = { directory: body.directory ?? PICTURES, contentType, bytes: bytes.length }
    // The bytes first: a row without them would be a link to nothing.
    await files.put(name, bytes)
    await store.create(db, { name, ...upload, teamId, createdBy: who.userId })
    await audit.note(db, by, { action: 'upload', feature: 'Session', recordId: name, teamId, after: upload })
    return { data: `/files/${name}`, message: 'Image uploaded successfully' }
  })

  route(app, getFile, async ({ params, request, reply }) => {
    const upload = found(await store.get(db, params.name), MISSING)
    const isPublic = upload.directory !== VEHICLE_DOCUMENTS
    if (!isPublic) {
      const { scope } = await app.openContext(request, getDocument)
      if (!covers(scope, upload)) fail(404, MISSING)
    }
    const file = found(await files.get(upload.name), MISSING)
    await reply
      .type(upload.contentType)
      .headers({
        'content-length': file.bytes,
        'content-disposition': isPublic ? 'inline' : 'attachment',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': isPublic ? 'cross-origin' : 'same-origin',
        'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
      })
      .send(file.stream)
    return { data: '' }
  })
}
