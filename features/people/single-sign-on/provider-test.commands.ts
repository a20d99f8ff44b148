// Trying the provider of a company before people depend on it.
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { callerNow } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { addressesOf, clientOf } from './client.commands.ts'
import { discover, tryClient } from './provider.commands.ts'
import { faultSentence, faultText } from './provider-fault.commands.ts'
import { demandCompany, entryOf } from './sign-in-company.commands.ts'
import * as calls from './sign-in-setting.contract.ts'
import * as store from './sign-in-setting.store.ts'

/** Tries the stored provider, and notes a success. */
export async function testProvider(
  services: Services,
  asked: Caller,
  id: number,
): Promise<{ isRight: boolean; text: string; found: string[] }> {
  await demandCompany(services.db, asked.scope, id)
  const provider =
    (await store.providerOf(services.db, id)) ?? fail(409, 'Save the provider first: there is none to test')
  const { callback } = await addressesOf(services, services.db, id)
  /** In the words of the provider and the libraries, for the audit log. */
  let exact: string | undefined
  const outcome = await discover(services, provider.issuer)
    .then(async f => {
      await tryClient(services, clientOf(services, provider), callback)
      return {
        isRight: true,
        text: 'The provider is there, and takes the client and its secret.',
        found: [
          `Issuer: ${f.issuer}`,
          `People sign in at: ${f.signIn}`,
          f.hasSignOut
            ? 'A sign-out here ends the session there too.'
            : 'It has no place to sign out: a sign-out here leaves the session there.',
          f.hasBackChannel
            ? 'It tells of sign-outs there, if it knows the address for that.'
            : 'It does not tell of sign-outs there.',
        ],
      }
    })
    .catch(error => {
      exact = faultText(error)
      services.log.warn({ why: exact, companyId: id }, 'The test of a provider of single sign-on has failed')
      return { isRight: false, text: `The test failed: ${faultSentence(error)}`, found: [] as string[] }
    })
  await act(services, async trx => {
    const { by } = await callerNow(trx, asked, calls.testSignInProvider.can)
    await store.lock(trx, id)
    const now = await store.providerOf(trx, id)
    const isSame =
      now?.issuer === provider.issuer &&
      now.clientId === provider.clientId &&
      now.clientSecret.equals(provider.clientSecret)
    if (isSame) await store.noteTest(trx, id, outcome.isRight ? services.now() : null)
    const after = { issuer: provider.issuer, outcome: outcome.text, ...(exact !== undefined && { reason: exact }) }
    await audit.write(trx, by, { ...entryOf(id), action: 'test-provider', after })
  })
  return outcome
}
