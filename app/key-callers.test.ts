// Which calls are for people alone: what gives or changes a way to sign in, and what hands out rights (KEY-02, decision 0070).
// A new call that writes by a right of these features fails here until it stands in one of the two lists.
import { FEATURES, FLAG_LETTERS, type Flag } from '@wattdesk/base/access'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servesKeys } from '#people/api-keys/api-key.words.ts'
import { isForPeople } from '#platform/access/context.ts'
import { startApp, type TestApp } from '#testing/app.ts'

/** By rights of these features people sign in, hold rights, or act later as the person they are. */
const CAREFUL = /^(Users|Role|Team|Company|Integration|Settings)\.|^team role$|^signed in$/
const FOR_PEOPLE = [
  'DELETE /cms/v1/api-keys/{apiKeyId}',
  'DELETE /cms/v1/company/{id}',
  'DELETE /cms/v1/push-browsers/{id}',
  'DELETE /cms/v1/role/{roleId}',
  'DELETE /cms/v1/scheduled-reports/{scheduledReportId}',
  'DELETE /cms/v1/team/{teamId}/user/{userId}',
  'DELETE /cms/v1/team/{teamId}/views/{id}',
  'DELETE /cms/v1/user/{id}',
  'DELETE /cms/v1/webhooks/{webhookId}',
  'POST /auth/changepwd',
  'POST /auth/logout',
  'POST /auth/sso/prove',
  'POST /auth/sso/proven',
  'POST /cms/v1/profile/browsers/{browserId}/distrust',
  'POST /cms/v1/profile/browsers/end-others',
  'POST /auth/proof/begin',
  'POST /auth/proof',
  'POST /cms/v1/profile/second-factor/app',
  'POST /cms/v1/profile/second-factor/app/end',
  'POST /cms/v1/profile/second-factor/passkey',
  'POST /cms/v1/profile/second-factor/passkey/end',
  'PUT /cms/v1/profile/second-factor/{factorId}',
  'DELETE /cms/v1/profile/second-factor/{factorId}',
  'POST /cms/v1/profile/second-factor/recovery-codes',
  'POST /cms/v1/user/{userId}/second-factor/reset',
  'POST /cms/v1/profile/browsers/{browserId}/end',
  'POST /cms/v1/team/{teamId}/webhooks',
  'POST /cms/v1/webhooks/{webhookId}/again',
  'POST /cms/v1/webhooks/{webhookId}/deliveries/{deliveryId}/again',
  'POST /cms/v1/webhooks/{webhookId}/owner',
  'POST /cms/v1/webhooks/{webhookId}/secret',
  'POST /cms/v1/webhooks/{webhookId}/test',
  'PUT /cms/v1/webhooks/{webhookId}',
  'POST /cms/v1/api-keys/{apiKeyId}/keeper',
  'POST /cms/v1/api-keys/{apiKeyId}/rotation',
  'POST /cms/v1/bell/read',
  'POST /cms/v1/company',
  'POST /cms/v1/company/{id}/sign-in/domains',
  'POST /cms/v1/company/{id}/sign-in/domains/{domainId}/approve',
  'POST /cms/v1/company/{id}/sign-in/domains/{domainId}/check',
  'POST /cms/v1/company/{id}/sign-in/domains/{domainId}/remove',
  'POST /cms/v1/company/{id}/sign-in/people/{userId}/release',
  'POST /cms/v1/company/{id}/sign-in/test',
  // These act later, with the rights of a person.
  'POST /cms/v1/network-import/{id}/check',
  'POST /cms/v1/network-import/{id}/run',
  'POST /cms/v1/network-import/{id}/take-back',
  'POST /cms/v1/push-browsers',
  'POST /cms/v1/roles',
  'POST /cms/v1/scheduled-reports/{scheduledReportId}/pause',
  'POST /cms/v1/scheduled-reports/{scheduledReportId}/resume',
  'POST /cms/v1/scheduled-reports/{scheduledReportId}/take-over',
  'POST /cms/v1/scheduled-reports/{scheduledReportId}/test',
  'POST /cms/v1/team/{teamId}/api-keys',
  'POST /cms/v1/team/{teamId}/network-imports',
  'POST /cms/v1/team/{teamId}/scheduled-reports',
  'POST /cms/v1/team/{teamId}/users',
  'POST /cms/v1/team/{teamId}/views',
  'POST /cms/v1/user',
  'PUT /cms/v1/alert-choices',
  'PUT /cms/v1/api-keys/{apiKeyId}',
  'PUT /cms/v1/company/{id}',
  'PUT /cms/v1/company/{id}/sign-in',
  'PUT /cms/v1/role/{roleId}',
  'PUT /cms/v1/roles',
  'PUT /cms/v1/scheduled-reports/{scheduledReportId}',
  'PUT /cms/v1/team/{teamId}/views/default',
  'PUT /cms/v1/team/{teamId}/views/{id}',
  'PUT /cms/v1/user',
  'PUT /cms/v1/user/{userId}',
]
const FOR_KEYS_TOO = [
  'DELETE /cms/v1/company/{id}/payment-provider',
  'DELETE /cms/v1/team/{teamId}',
  'POST /cms/v1/company/{id}/payment-provider/webhooks',
  'POST /cms/v1/team',
  'POST /cms/v1/team/{teamId}/first-steps/end',
  'POST /cms/v1/team/{teamId}/payout/{payoutId}/mail',
  'POST /cms/v1/team/{teamId}/tags/remoteop/{x}',
  'POST /cms/v1/util/image-upload',
  'PUT /cms/v1/company/{id}/payment-provider',
  // All but a move, which gives the members of the new parent rights.
  'PUT /cms/v1/team/{teamId}',
]

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const rightsOf = ({ can }: AnyEndpoint): readonly string[] => (typeof can === 'string' ? [can] : can)
const named = (which: (e: AnyEndpoint) => boolean) =>
  t.app.endpoints
    .filter(e => e.can !== 'anyone' && e.method !== 'GET' && which(e))
    .map(e => `${e.method} ${e.path}`)
    .toSorted()

test('what gives a way to sign in or hands out rights is for people alone, by name', () => {
  expect(named(isForPeople)).toEqual(FOR_PEOPLE.toSorted())
  expect(named(e => !isForPeople(e) && rightsOf(e).some(r => CAREFUL.test(r)))).toEqual(FOR_KEYS_TOO.toSorted())
})

test('the form of a key offers the flags that calls of programs ask for, and no others', () => {
  const flags = Object.keys(FLAG_LETTERS) as Flag[]
  const asked = new Set(t.app.endpoints.filter(e => !isForPeople(e)).flatMap(rightsOf))
  // Create, update and delete bring view with them.
  const isAsked = (feature: string, flag: Flag) =>
    [flag, 'full', ...(flag === 'view' ? flags : [])].some(f => asked.has(`${feature}.${f}`))
  for (const feature of FEATURES)
    for (const flag of flags) expect(servesKeys({ feature, flag }), `${feature} ${flag}`).toBe(isAsked(feature, flag))
})
