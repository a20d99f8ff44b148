// The proof before a dangerous act.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { visitorOf } from '#platform/http/caller.ts'
import * as commands from './proof.commands.ts'
import { beginProof, prove } from './proof.contract.ts'

export function proofRoutes(app: FastifyInstance): void {
  const { services } = app
  route(app, beginProof, async ({ request, who, by }) => ({
    data: await commands.beginProof(services, { who, by }, visitorOf(request)),
  }))
  route(app, prove, async ({ request, who, by, body }) => ({
    data: await commands.prove(services, { who, by }, body, visitorOf(request)),
    message: 'Confirmed',
  }))
}
