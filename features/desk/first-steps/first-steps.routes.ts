// Serves the first steps of a company.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as commands from './first-steps.commands.ts'
import { endFirstSteps, getFirstSteps } from './first-steps.contract.ts'

export function firstStepsRoutes(app: FastifyInstance): void {
  const { services } = app
  route(app, getFirstSteps, async ({ scope }) => ({ data: await commands.firstSteps(services.db, scope) }))
  route(app, endFirstSteps, async ({ body, ...caller }) => ({
    data: await commands.end(services, caller, body.how),
    message: body.how === 'done' ? 'The first steps are done' : 'The first steps are skipped',
  }))
}
