// Serves views of lists.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as commands from './saved-view.commands.ts'
import * as calls from './saved-view.contract.ts'
import * as store from './saved-view.store.ts'

export function savedViewRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, calls.listSavedViews, async ({ params, query, who }) => {
    const rows = await store.list(db, { userId: who.userId, teamId: params.teamId }, query.list)
    const defaultId = await store.defaultOf(db, who.userId, query.list)
    const data = rows.map(r => commands.viewOf(r, who))
    // A default that the caller no longer reaches is none.
    return { data, defaultId: data.some(v => v.id === defaultId) ? defaultId : null }
  })
  route(app, calls.createSavedView, async ({ params, body, ...asked }) => ({
    data: await commands.createView(services, asked, params.teamId, body),
    message: 'View created successfully',
  }))
  route(app, calls.setDefaultView, async ({ params, body, ...asked }) => ({
    data: await commands.chooseDefault(services, asked, params.teamId, body),
    message: 'View updated successfully',
  }))
  route(app, calls.updateSavedView, async ({ params, body, ...asked }) => ({
    data: await commands.updateView(services, asked, params, body),
    message: 'View updated successfully',
  }))
  route(app, calls.deleteSavedView, async ({ params, ...asked }) => ({
    data: await commands.removeView(services, asked, params),
    message: 'View deleted successfully',
  }))
}
