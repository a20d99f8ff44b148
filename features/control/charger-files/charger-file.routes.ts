// Files of charge points: listed, handed out, deleted.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { withinSince } from '#fleet/stations/charger-since.store.ts'
import { MISSING, removeFile } from './charger-file.commands.ts'
import { deleteChargerFile, getChargerFile, KEPT_DAYS, listChargerFiles } from './charger-file.contract.ts'
import { doorOf, stateOf } from './charger-file.rules.ts'
import * as store from './charger-file.store.ts'

const NO_CHARGER = 'Charge point not found'

export function chargerFileRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db, files } = services

  route(app, listChargerFiles, async ({ params, scope }) => {
    const pk = found(await chargerKey(db, scope, params.id), NO_CHARGER)
    const now = services.now()
    const since = await withinSince(db, scope, pk)
    const data = (await store.filesOfCharger(db, pk, since)).map(r => ({
      fileId: r.fileId,
      taskId: r.taskId,
      operation: r.operation,
      kind: r.kind,
      state: stateOf(r, now),
      askedAt: r.askedAt.toISOString(),
      askedBy: r.username,
      openUntil: r.openUntil.toISOString(),
      name: r.fileName,
      bytes: r.bytes,
      receivedAt: r.receivedAt?.toISOString() ?? null,
      keptUntil: r.receivedAt && new Date(r.askedAt.getTime() + KEPT_DAYS * 86_400_000).toISOString(),
    }))
    const elsewhere = (
      await store.askedElsewhere(db, pk, new Date(Math.max(+since, +now - KEPT_DAYS * 86_400_000)))
    ).map(({ username, askedAt, ...r }) => ({ ...r, askedAt: askedAt.toISOString(), askedBy: username }))
    return { data, elsewhere, uploadUrl: doorOf(services.chargerFilesUrl ?? services.publicUrl) }
  })

  route(app, getChargerFile, async ({ params, scope, reply }) => {
    const pk = found(await chargerKey(db, scope, params.id), NO_CHARGER)
    const row = found(await store.received(db, pk, params.fileId, await withinSince(db, scope, pk)), MISSING)
    const file = found(await files.get(row.storedName), MISSING)
    await reply
      .type('application/octet-stream')
      .headers({
        'content-length': file.bytes,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(row.fileName ?? 'file')}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      })
      .send(file.stream)
    return { data: '' }
  })

  route(app, deleteChargerFile, async ({ params, who, by, scope, ifMatch }) => {
    await removeFile(services, { who, by, scope, ifMatch }, params.id, params.fileId)
    return { data: { fileId: params.fileId }, message: 'File deleted successfully' }
  })
}
