// Signing in by the provider of a company: the calls of the page, and the two addresses that the provider uses.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { takeForms } from '#platform/http/form-body.ts'
import { faultText } from './provider-fault.commands.ts'
import { isOfToken, takeLogoutToken } from './sign-out.commands.ts'
import * as commands from './single-sign-on.commands.ts'
import * as calls from './single-sign-on.contract.ts'

const pageOf = ({ ip, headers }: FastifyRequest) => ({ ip, origin: headers.origin })

export function singleSignOnRoutes(app: FastifyInstance): void {
  const { services } = app

  route(app, calls.beginSingleSignOn, async ({ body, request }) => ({
    data: { onward: await commands.beginSingleSignOn(services, pageOf(request), body) },
  }))
  route(app, calls.finishSingleSignOn, async ({ body, request: { ip, headers } }) => {
    const caller = { ip, agent: (headers['user-agent'] ?? '').slice(0, 300) }
    const data = await commands.finishSingleSignOn(services, body, caller)
    return { data, message: 'Login successful' }
  })
  route(app, calls.beginProof, async ({ body, who, by, request }) => {
    const onward = await commands.beginProof(services, who, pageOf(request), body)
    by.written++
    return { data: { onward } }
  })
  route(app, calls.finishProof, async ({ body, who, by }) => ({
    data: { returnTo: await commands.finishProof(services, { who, by }, body) },
    message: 'Confirmed',
  }))

  // A link instead of a call: the provider sends the browser here.
  const Company = z.object({ companyId: z.string().max(20) })
  app.get<{ Params: z.infer<typeof Company> }>(
    `${calls.CALLBACK_PATH}/:companyId`,
    {
      exposeHeadRoute: false,
      schema: {
        params: Company,
        summary: 'The answer of a provider: redirects to the page that began',
        tags: ['auth'],
      },
    },
    async (request, reply) => {
      const query = new URL(request.url, 'http://callback.invalid').searchParams
      const to = await commands.takeAnswer(services, Number(request.params.companyId), { query, ip: request.ip })
      return reply.header('referrer-policy', 'no-referrer').redirect(to, 303)
    },
  )
  backChannel(app)
}

function backChannel(app: FastifyInstance): void {
  const { services } = app
  const Token = z.object({ logout_token: z.string().max(20_000) })
  app.register(async scope => {
    takeForms(scope)
    scope.post<{ Body: z.infer<typeof Token> }>(
      calls.BACK_CHANNEL_PATH,
      { schema: { body: Token, summary: 'A provider tells that a session has ended', tags: ['auth'] } },
      async (request, reply) => {
        try {
          await takeLogoutToken(services, request.body.logout_token, request.ip)
        } catch (error) {
          if (!isOfToken(error)) throw error
          services.log.warn({ why: faultText(error) }, 'A logout token was refused')
          return reply.code(400).send({ error: 'invalid_request', error_description: faultText(error) })
        }
        return reply.code(200).send()
      },
    )
  })
}
