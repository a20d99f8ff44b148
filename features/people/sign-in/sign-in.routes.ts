// Sign-in.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as commands from './sign-in.commands.ts'
import { signIn } from './sign-in.contract.ts'

export function signInRoutes(app: FastifyInstance): void {
  route(app, signIn, async ({ body, request }) => ({
    message: 'Login successful',
    data: await commands.signIn(app.services, body, {
      ip: request.ip,
      agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    }),
  }))
}
