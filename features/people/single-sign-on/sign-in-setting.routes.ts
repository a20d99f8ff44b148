// Serves how the people of a company sign in.
import { updated } from '@wattdesk/base/text'
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { testProvider } from './provider-test.commands.ts'
import * as domains from './sign-in-domain.commands.ts'
import { releasePerson } from './sign-in-people.commands.ts'
import { putSetting } from './sign-in-setting.commands.ts'
import * as calls from './sign-in-setting.contract.ts'
import { readSetting } from './sign-in-shown.commands.ts'

export function signInSettingRoutes(app: FastifyInstance): void {
  const { services } = app

  route(app, calls.getSignInSetting, async ({ params, ...caller }) => ({
    data: await readSetting(services, caller, params.id),
  }))
  route(app, calls.putSignInSetting, async ({ params, body, ...caller }) => ({
    data: await putSetting(services, caller, params.id, body),
    message: updated('Sign-in'),
  }))
  route(app, calls.testSignInProvider, async ({ params, ...caller }) => ({
    data: await testProvider(services, caller, params.id),
  }))
  route(app, calls.addSignInDomain, async ({ params, body, ...caller }) => ({
    data: await domains.addDomain(services, caller, params.id, body.domain),
    message: 'Domain added: prove it now',
  }))
  route(app, calls.checkSignInDomain, async ({ params, ...caller }) => {
    const data = await domains.checkDomain(services, caller, params)
    const checked = data.domains.find(d => d.domainId === params.domainId)
    const message = checked?.checkFound ?? `${checked?.domain ?? 'The domain'} is proven`
    return { data, message }
  })
  route(app, calls.approveSignInDomain, async ({ params, ...caller }) => ({
    data: await domains.approveDomain(services, caller, params),
    message: 'The domain is proven by the platform',
  }))
  route(app, calls.removeSignInDomain, async ({ params, ...caller }) => ({
    data: await domains.removeDomain(services, caller, params),
    message: 'Domain removed',
  }))
  route(app, calls.releaseSignInPerson, async ({ params, ...caller }) => ({
    data: await releasePerson(services, caller, params),
    message: 'The account is released',
  }))
}
