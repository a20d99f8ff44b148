// Serves RFID tags: the list, a single tag, making, changing and deleting, its driver, the chargers it is tied to,
// an import, and the tags that chargers asked about and that nobody has made.
import { updated } from '@wattdesk/base/text'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { everywhere } from '#platform/access/scope.ts'
import { recordRoutes } from '#platform/records/routes.ts'
import * as commands from './tag.commands.ts'
import * as calls from './tag.contract.ts'
import { DETACHED, TAG_MISSING } from './tag.fields.ts'
import * as ties from './tag-charger.commands.ts'
import * as tied from './tag-charger.store.ts'
import * as many from './tag-import.commands.ts'
import { importTags, previewTagImport } from './tag-import.contract.ts'
import * as store from './tag-record.store.ts'
import { listUnknownTags } from './unknown-tag.contract.ts'
import * as unknown from './unknown-tag.store.ts'

const TAG = 'RFID Tag'

export function tagRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, calls.listTags, ({ query, scope }) => store.reply(db, scope, query, services.now()))

  route(app, calls.getTag, async ({ params, scope }) => ({
    data: store.shown(found(await store.get(db, scope, params.id), TAG_MISSING)),
  }))

  recordRoutes(app, TAG, {
    create: [calls.createTag, commands.createTag],
    update: [calls.updateTag, commands.updateTag],
    remove: [calls.deleteTag, commands.removeTag, id => ({ id })],
  })

  route(app, calls.listTagUsers, async ({ params: { id }, scope }) => {
    found(await store.get(db, scope, id), TAG_MISSING)
    return { data: await tied.users(db, id) }
  })

  route(app, calls.listTagChargers, async ({ params: { id }, scope, who }) => {
    found(await store.get(db, scope, id), TAG_MISSING)
    return { data: await tied.chargers(db, await everywhere(db, who, 'team role'), id) }
  })

  route(app, calls.attachChargers, async ({ params, body, ...caller }) => ({
    data: await ties.attachChargers(services, caller, params.id, body.chargerIds),
    message: updated(TAG),
  }))

  route(app, calls.detachCharger, async ({ params, ...caller }) => ({
    data: await ties.detachCharger(services, caller, params.id, params.chargerId),
    message: DETACHED,
  }))

  route(app, listUnknownTags, ({ query, scope }) => unknown.reply(db, scope, query))

  route(app, previewTagImport, async ({ body, ...caller }) => ({
    data: await many.previewImport(services, caller, body),
  }))

  route(app, importTags, async ({ body, ...caller }) => {
    const data = await many.importTags(services, caller, body)
    return { data, message: importedText(data.rows.filter(r => r.outcome === 'made').length) }
  })
}

const importedText = (made: number): string => `${made} RFID ${made === 1 ? 'Tag' : 'Tags'} created successfully`
