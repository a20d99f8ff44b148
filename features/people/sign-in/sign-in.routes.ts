// Sign-in.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { visitorOf } from '#platform/http/caller.ts'
import * as commands from './sign-in.commands.ts'
import { signIn } from './sign-in.contract.ts'

export function signInRoutes(app: FastifyInstance): void {
  route(app, signIn, async ({ body, request }) => {
    const data = await commands.signIn(app.services, body, visitorOf(request))
    return { data, message: 'step' in data ? 'Please go on' : 'Login successful' }
  })
}
