// The own browsers: who is signed in where, and the end of it.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as commands from './browser.commands.ts'
import * as calls from './browser.contract.ts'
import { listOf } from './browser.store.ts'
import { noteBrowserUse } from './browser-use.memory.ts'

export function browserRoutes(app: FastifyInstance): void {
  const { services } = app
  noteBrowserUse(app)

  route(app, calls.listBrowsers, async ({ who }) => ({
    data: (await listOf(services.db, who.userId, services.now())).map(b => commands.browserOf(b, who.browserId)),
  }))
  route(app, calls.endBrowser, async ({ params, who, by }) => {
    await commands.endBrowser(services, { who, by }, params.browserId)
    return { data: {}, message: 'Signed out of that browser' }
  })
  route(app, calls.distrustBrowser, async ({ params, who, by }) => {
    await commands.distrustBrowser(services, { who, by }, params.browserId)
    return { data: {}, message: 'That browser is asked for the second factor again' }
  })
  route(app, calls.endOtherBrowsers, async ({ who, by }) => {
    const ended = await commands.endOthers(services, { who, by })
    return { data: { ended }, message: 'Signed out of all other browsers' }
  })
  route(app, calls.signOut, async ({ who, by }) => {
    const onward = (await commands.signOut(services, { who, by })) ?? null
    return { data: { onward }, message: 'Signed out' }
  })
}
