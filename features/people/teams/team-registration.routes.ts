// Serves the GST registrations of teams.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as commands from './team-registration.commands.ts'
import { addRegistration, endRegistration, listRegistrations } from './team-registration.contract.ts'

export function teamRegistrationRoutes(app: FastifyInstance): void {
  const { services } = app

  route(app, listRegistrations, async ({ params }) => ({
    data: await commands.shownRegistrations(services.db, params.teamId),
  }))

  route(app, addRegistration, async ({ params, body, ...caller }) => ({
    data: await commands.addRegistration(services, caller, params.teamId, body),
    message: 'Registration added successfully',
  }))

  route(app, endRegistration, async ({ params: { teamId, registrationId }, ...caller }) => ({
    data: await commands.endRegistration(services, caller, teamId, registrationId),
    message: 'Registration ended successfully',
  }))
}
