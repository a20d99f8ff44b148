// Sign-up and the link that verifies the address (D-AUTH-8).
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import * as commands from './register.commands.ts'
import { register, VERIFY_PATH } from './register.contract.ts'

export function registerRoutes(app: FastifyInstance): void {
  const { services } = app

  route(app, register, async ({ body, request }) => ({
    message: 'Registration successful. Please verify your email.',
    data: await commands.register(services, body, request.ip),
  }))

  // A link instead of a call: the browser that opens the link is redirected to the sign-in page, which shows the
  // result.
  const Token = z.object({ token: z.string().max(200).catch('') })
  app.get<{ Querystring: z.infer<typeof Token> }>(
    VERIFY_PATH,
    // No HEAD: a scanner of mails that looks at the link must not use it up.
    {
      exposeHeadRoute: false,
      schema: { querystring: Token, summary: 'Verify a mail address: redirects to /login', tags: ['auth'] },
    },
    async (request, reply) => {
      const status = await commands.verifyEmail(services, request.query.token, request.ip)
      return reply.redirect(`/login?emailVerificationStatus=${status}`, 302)
    },
  )
}
