// Serves tests of chargers.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as commands from './charger-test.commands.ts'
import * as calls from './charger-test.contract.ts'
import { lineOf, resultOf, testOf } from './charger-test.reply.ts'
import * as store from './charger-test.store.ts'
import { SHOWN_LINES } from './charger-test.words.ts'

export function chargerTestRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, calls.listChargerTests, async ({ scope }) => ({
    data: (await store.list(db, scope)).map(t => testOf(t, services.now())),
  }))
  route(app, calls.createChargerTest, async ({ body, who, by, scope, ifMatch, request }) => {
    const isEncrypted = request.protocol === 'https'
    const { test, password } = await commands.createTest(services, { who, by, scope, ifMatch }, body, isEncrypted)
    return { data: testOf(test, services.now()), password, message: 'The test has begun' }
  })
  route(app, calls.getChargerTest, async ({ params, scope }) => {
    const test = found(await store.get(db, scope, params.testId), commands.MISSING)
    const lines = await store.lines(db, params.testId)
    return { data: resultOf(test, lines, services.now()), lines: lines.slice(-SHOWN_LINES).map(lineOf) }
  })
  route(app, calls.getChargerTestReport, async ({ params, scope }) => {
    const test = found(await store.get(db, scope, params.testId), commands.MISSING)
    const lines = await store.lines(db, params.testId)
    const now = services.now()
    return { data: { ...resultOf(test, lines, now), reportedAt: now.toISOString(), lines: lines.map(lineOf) } }
  })
  route(app, calls.askTestedCharger, async ({ params, body: { questions }, who, by, scope, ifMatch }) => {
    await commands.askCharger(services, { who, by, scope, ifMatch }, params.testId, questions)
    return { data: { questions }, message: 'The charger is asked' }
  })
  route(app, calls.endChargerTest, async ({ params, who, by, scope, ifMatch }) => ({
    data: testOf(await commands.endTest(services, { who, by, scope, ifMatch }, params.testId), services.now()),
    message: 'The test has ended',
  }))
}
