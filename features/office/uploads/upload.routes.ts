// Takes uploads and serves them. An upload is judged by its bytes and gets a new name; what is served cannot run in a
// browser.

import { fileOf } from '@wattdesk/base/file-link'
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import type { Scope } from '#platform/access/scope.ts'
import { takeMultipart } from '#platform/http/multipart.ts'
import { textsOf } from '#platform/http/unfit.ts'
import { keepUpload } from './upload.commands.ts'
import { fileTooLarge, getFile, MAX_BYTES, uploaded, uploadImage, VEHICLE_DOCUMENTS } from './upload.contract.ts'
import * as store from './upload.store.ts'

const MISSING = 'File not found'
/** Vehicle documents are read like records of the feature. */
const getDocument = { ...getFile, can: 'Vehicle.view', byRecord: true } as const

const covers = (scope: Scope, f: store.StoredUpload): boolean => {
  switch (scope.kind) {
    case 'all':
      return true
    case 'company':
      return f.companyId === scope.companyId
    case 'teams':
      return f.teamId !== null && scope.teams.includes(f.teamId)
  }
}

/** Keeps every file that a call names in its body, for any record; files that no call names are removed in time. */
export function keepNamedFiles(app: FastifyInstance): void {
  const { services } = app
  app.addHook('preHandler', async request => {
    if (!request.by || request.method === 'GET') return
    const names = textsOf(request.body).flatMap(text => fileOf(text) ?? [])
    if (names.length > 0) await store.keepFiles(services.db, names, services.now())
  })
}

/** Uploads come as the documents have them, base64 in JSON, or as multipart/form-data with the same names. */
export function uploadRoutes(app: FastifyInstance): void {
  app.register(async scope => {
    await takeMultipart(scope, { fileSize: MAX_BYTES, tooLarge: fileTooLarge })
    serve(scope)
  })
}

function serve(app: FastifyInstance): void {
  const { services } = app
  const { db, files } = services

  route(app, uploadImage, async ({ body, query, ...caller }) => ({
    data: `/files/${await keepUpload(services, caller, body, query.teamId)}`,
    message: uploaded(body.directory),
  }))

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
