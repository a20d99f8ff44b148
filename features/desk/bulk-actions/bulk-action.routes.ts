// Serves bulk actions on charge points to the users who requested them.
import { pageOf } from '@wattdesk/base/paging'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { nextCursor } from '#platform/db/list.ts'
import { listReply } from '#platform/http/list-reply.ts'
import * as commands from './bulk-action.commands.ts'
import * as calls from './bulk-action.contract.ts'
import * as store from './bulk-action.store.ts'
import * as items from './bulk-item.store.ts'

const itemOf = (i: items.Item): calls.BulkItem => ({
  item_no: i.itemNo,
  chargepoint_pk: i.chargepointPk,
  chargepoint_id: i.chargepointId,
  state: i.state,
  outcome: i.outcome,
  taskId: i.taskId,
  attempt: i.attempt,
  earlier: i.earlier,
  begunAt: i.begunAt?.toISOString() ?? null,
  endedAt: i.endedAt?.toISOString() ?? null,
})

export function bulkActionRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, calls.countChosen, async ({ body, ...asked }) => ({
    data: await commands.countFor(services, asked, body.chosen),
  }))
  route(app, calls.createBulkAction, async ({ body, ...asked }) => ({
    data: await commands.createBulkAction(services, asked, body),
  }))
  route(app, calls.listBulkActions, async ({ query, who, scope }) => {
    const counted = await store.count(db, scope, who.userId, query)
    const rows = await store.list(db, scope, who.userId, query)
    const next_cursor = nextCursor(
      query,
      rows.map(r => ({ cursorKey: r.bulkActionId })),
    )
    return { data: rows.map(commands.actionOf), ...counted, ...pageOf(query), next_cursor }
  })
  route(app, calls.getBulkAction, async ({ params, who, scope }) => ({
    data: commands.actionOf(found(await store.get(db, scope, who.userId, params.id), commands.MISSING)),
  }))
  route(app, calls.listBulkItems, async ({ params, query, who, scope }) => {
    found(await store.get(db, scope, who.userId, params.id), commands.MISSING)
    const total = await items.count(db, params.id, query)
    return listReply(query, { total, rows: () => items.list(db, params.id, query), row: itemOf })
  })
  route(app, calls.retryBulkAction, async ({ params, ...asked }) => ({
    data: await commands.retryBulkAction(services, asked, params.id),
    message: 'The failed charge points are tried again',
  }))
  route(app, calls.cancelBulkAction, async ({ params, ...asked }) => ({
    data: await commands.cancelBulkAction(services, asked, params.id),
    message: 'The charge points not begun yet are cancelled',
  }))
}
