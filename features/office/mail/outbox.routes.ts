// Serves the outbox in development, to programs on the same machine alone: codes and links stand in it (D-GEN-18).
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brandOf } from '#office/brand/brand.rules.ts'
import { isOnThisMachine } from '#platform/http/caller.ts'
import * as store from './mail.store.ts'
import { FOLDER } from './mail-attachment.commands.ts'
import { getOutboxFile, listOutbox } from './outbox.contract.ts'
import { outboxPage } from './outbox-page.rules.ts'

const MISSING = 'Not found'

export function outboxRoutes(app: FastifyInstance): void {
  const { services } = app
  const demandDeveloper = (request: FastifyRequest) => {
    if (!services.isDevelopment || !isOnThisMachine(request)) fail(404, MISSING)
  }
  route(app, listOutbox, async ({ request, reply }) => {
    demandDeveloper(request)
    const rows = await store.newest(services.db)
    const kept = new Set<string>()
    for await (const name of services.files.list(FOLDER)) kept.add(name)
    const data = rows.map(r => ({
      ...r,
      ...(r.channel === 'mail' && { body: store.mailText(r, services.mode) }),
      createdAt: r.createdAt.toISOString(),
      sentAt: r.isKept ? null : (r.sentAt?.toISOString() ?? null),
      attachments: store.attachmentsOf(r).map((a, place) => ({
        ...a,
        url: kept.has(a.name) ? `/dev/outbox/${r.outboxId}/${place}` : null,
      })),
    }))
    if (request.headers.accept?.includes('text/html'))
      await reply
        .type('text/html; charset=utf-8')
        .send(outboxPage(data, services.timeZone, brandOf(request.headers.host ?? '').favicon))
    return { data }
  })

  route(app, getOutboxFile, async ({ params, request, reply }) => {
    demandDeveloper(request)
    const row = found(await store.get(services.db, params.outboxId), MISSING)
    const attachment = found(store.attachmentsOf(row)[params.place], MISSING)
    // The file of a mail that a mail server took is removed.
    const file = found(await services.files.get(attachment.name), MISSING)
    await reply
      .type(attachment.type)
      .headers({
        'content-length': file.bytes,
        'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(attachment.fileName)}`,
        'x-content-type-options': 'nosniff',
      })
      .send(file.stream)
    return { data: '' }
  })
}
