// Serves imports of files. A file comes as the body of its call and goes to the file store as it comes.

import { Readable } from 'node:stream'
import { csvLine } from '@wattdesk/base/text'
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listReply } from '#platform/http/list-reply.ts'
import { textsOf } from './import-values.rules.ts'
import * as commands from './network-import.commands.ts'
import * as calls from './network-import.contract.ts'
import * as store from './network-import.store.ts'
import { REASON_COLUMN, reasonText, writtenKey } from './network-import.words.ts'

const ROWS_AT_ONCE = 500

const rowOf = (i: store.ImportRecord, r: store.ShownRow): calls.ImportedRow => ({
  row_no: r.rowNo,
  line: r.line,
  // As the file writes it; it is stored as it is compared.
  row_key: writtenKey(i.kind, textsOf(r.cells, i.columns ?? {}).values) ?? r.rowKey,
  outcome: r.outcome,
  cells: r.cells,
  reasons: r.reasons ?? [],
})

export function networkImportRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, calls.listNetworkImports, async ({ query, who }) => {
    const kinds = query.teamId ? await commands.readableIn(db, who, query.teamId) : await commands.readable(db, who)
    const total = await store.count(db, kinds, query)
    return listReply(query, { total, rows: () => store.list(db, kinds, query), row: commands.importOf })
  })
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    // The handler reads the bytes as they come.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    route(scope, calls.sendImportFile, async ({ params, query, request, reply, ...asked }) => {
      const { raw, headers } = request
      const length = headers['content-length']
      // The rest of a refused file is not read.
      reply.header('connection', 'close')
      const data = await commands.sendFile(services, asked, {
        teamId: params.teamId,
        kind: query.kind,
        fileName: query.file_name,
        stream: raw,
        announced: length === undefined ? undefined : Number(length),
      })
      return { data, message: 'The file has come' }
    })
  })
  route(app, calls.getNetworkImport, async ({ params, who }) => ({
    data: await commands.opened(db, await commands.read(services, who, params.id)),
  }))
  route(app, calls.listImportRows, async ({ params, query, who }) => {
    const i = await commands.read(services, who, params.id)
    const total = await store.countRows(db, params.id, query)
    return listReply(query, { total, rows: () => store.rows(db, params.id, query), row: r => rowOf(i, r) })
  })
  route(app, calls.checkImport, async ({ params, body, ...asked }) => ({
    data: await commands.checkImport(services, asked, params.id, body),
    message: 'The check has begun',
  }))
  route(app, calls.runImport, async ({ params, body, ...asked }) => ({
    data: await commands.runImport(services, asked, params.id, body.mode),
    message: 'The import has begun',
  }))
  route(app, calls.takeImportBack, async ({ params, ...asked }) => ({
    data: await commands.takeBack(services, asked, params.id),
    message: 'Taking back has begun',
  }))
  route(app, calls.refusedRows, async ({ params, who, reply }) => {
    const { headers, fileName } = await commands.read(services, who, params.id)
    const name = `${fileName.replace(/\.\w+$/, '')}-refused.csv`
    async function* lines(): AsyncGenerator<string> {
      yield csvLine([...headers, REASON_COLUMN])
      for (let after = 0; ; ) {
        const rows = await store.refusedAfter(db, params.id, after, ROWS_AT_ONCE)
        if (rows.length === 0) return
        after = rows.at(-1)?.rowNo ?? after
        yield rows.map(r => csvLine([...headers.map((_, i) => r.cells[i] ?? ''), reasonText(r.reasons ?? [])])).join('')
      }
    }
    await reply
      .type('text/csv; charset=utf-8')
      .headers({
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(lines()))
    return { data: '' }
  })
}
