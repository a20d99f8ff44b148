// Serves firmware files and takes their bytes, which go to the file store as they come.
import { Socket } from 'node:net'
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { recordRoutes } from '#platform/records/routes.ts'
import * as commands from './firmware.commands.ts'
import {
  createFirmware,
  deleteFirmware,
  getFirmware,
  listFirmware,
  updateFirmware,
  uploadFirmware,
} from './firmware.contract.ts'
import * as store from './firmware.store.ts'

/** Whoever sends nothing for this long has gone. */
const SILENT_MS = 120_000

export function firmwareRoutes(app: FastifyInstance): void {
  const { services } = app
  recordRoutes(app, 'Firmware file', {
    list: [
      listFirmware,
      (db, scope, query) => store.replyBy(store.shownBy(commands.chargersBase(services)))(db, scope, query),
    ],
    read: [getFirmware, (db, scope, id) => commands.readFirmware(services)(db, scope, id)],
    create: [createFirmware, commands.createFirmware],
    update: [updateFirmware, commands.updateFirmware],
    remove: [deleteFirmware, commands.removeFirmware, firmware_id => ({ firmware_id })],
  })

  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    // The handler reads the bytes as they come, whatever they are said to be.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRoute', r => {
      r.config = { ...r.config, mayArriveSlowly: true }
    })
    route(scope, uploadFirmware, async ({ query, request, reply, ...caller }) => {
      const { raw, headers } = request
      const length = headers['content-length']
      // Requests of the product to itself are complete at once and have no socket.
      const isFromOutside = raw.socket instanceof Socket
      if (isFromOutside) raw.setTimeout(SILENT_MS, () => raw.destroy())
      try {
        const bytes = length === undefined ? undefined : Number(length)
        const file = { name: query.name, stream: raw, isWhole: () => raw.complete || !isFromOutside, bytes }
        return { data: await commands.keepContent(services, caller, file), message: 'File uploaded' }
      } catch (error) {
        // The rest of a refused file is not read.
        reply.header('connection', 'close')
        throw error
      } finally {
        if (isFromOutside) raw.setTimeout(0)
      }
    })
  })
}
