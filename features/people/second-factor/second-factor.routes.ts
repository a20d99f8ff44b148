// Second factors: the second step of a sign-in, the factors of the signed-in person, and the reset by an administrator.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { visitorOf } from '#platform/http/caller.ts'
import * as own from './factor.commands.ts'
import * as reset from './factor-reset.commands.ts'
import * as calls from './second-factor.contract.ts'
import * as entry from './second-step.commands.ts'
import * as steps from './second-step.contract.ts'

const SIGNED_IN = 'Login successful'

export function secondFactorRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, steps.takeSecondStep, async ({ body, request }) => ({
    data: await entry.takeSecondStep(services, body, visitorOf(request)),
    message: SIGNED_IN,
  }))
  route(app, steps.askPasskey, async ({ body, request }) => ({
    data: await entry.askPasskey(services, body.ticket, visitorOf(request)),
  }))
  route(app, steps.beginSetUp, async ({ body, request }) => ({
    data: await entry.beginSetUp(services, body, visitorOf(request)),
  }))
  route(app, steps.endSetUp, async ({ body, request }) => ({
    ...(await entry.endSetUp(services, body, visitorOf(request))),
    message: 'The second factor is set up',
  }))
  route(app, steps.beginPasskeySignIn, async ({ request }) => ({
    data: await entry.beginPasskeySignIn(services, visitorOf(request)),
  }))
  route(app, steps.signInByPasskey, async ({ body, request }) => ({
    data: await entry.signInByPasskey(services, body, visitorOf(request)),
    message: SIGNED_IN,
  }))

  route(app, calls.listFactors, async ({ who }) => ({ data: await own.listOf(db, who.userId) }))
  route(app, calls.beginApp, async ({ who, by }) => ({ data: await own.beginApp(services, { who, by }) }))
  route(app, calls.endApp, async ({ who, by, body, request }) => ({
    ...(await own.endFactor(services, { who, by }, 'new app', body, visitorOf(request))),
    message: 'The app is set up',
  }))
  route(app, calls.beginPasskey, async ({ who, by, request }) => ({
    data: await own.beginPasskey(services, { who, by }, visitorOf(request).origin),
  }))
  route(app, calls.endPasskey, async ({ who, by, body, request }) => ({
    ...(await own.endFactor(services, { who, by }, 'new passkey', body, visitorOf(request))),
    message: 'The passkey is added',
  }))
  route(app, calls.renameFactor, async ({ who, by, params, body }) => ({
    data: await own.renameFactor(services, { who, by }, params.factorId, body.name),
    message: 'Saved',
  }))
  route(app, calls.removeFactor, async ({ who, by, params, request }) => {
    await own.removeFactor(services, { who, by }, params.factorId, visitorOf(request))
    return { data: { factor_id: params.factorId }, message: 'The second factor is removed' }
  })
  route(app, calls.makeRecoveryCodes, async ({ who, by, request }) => ({
    data: { recovery_codes: await own.makeRecoveryCodes(services, { who, by }, visitorOf(request)) },
    message: 'New recovery codes are made',
  }))

  route(app, calls.getUserFactors, async ({ params, who, scope }) => ({
    data: await reset.factorsOfUser(db, who, scope, params.userId),
  }))
  route(app, calls.resetUserFactors, async ({ params, ...caller }) => {
    await reset.resetFactors(services, caller, params.userId)
    return { data: { userId: params.userId }, message: 'The second factor is reset' }
  })
}
