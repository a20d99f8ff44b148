// The product as a client of a company's provider: with the secret opened, and the addresses under which the provider knows it.
import type { Services } from '#office/installation/services.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Client } from './provider.commands.ts'
import { ProviderFault } from './provider-fault.commands.ts'
import type { Provider } from './sign-in-setting.store.ts'
import { BACK_CHANNEL_PATH, CALLBACK_PATH } from './single-sign-on.contract.ts'

/** What the secret of a client is sealed for. */
export const sealedFor = (companyId: number): string => `sign-in provider of company ${companyId}`
const CLOSED =
  'The client secret cannot be opened, because the secret of the installation is another one now: enter it again'

export function clientOf({ seal }: Pick<Services, 'seal'>, p: Provider): Client {
  const clientSecret = seal.open(p.clientSecret, sealedFor(p.companyId))
  if (clientSecret === undefined) throw new ProviderFault(CLOSED)
  return { issuer: p.issuer, clientId: p.clientId, clientSecret }
}

/** The addresses that the provider of a company is told of. */
export async function addressesOf(
  { publicUrl }: Pick<Services, 'publicUrl'>,
  on: Db | Trx,
  companyId: number,
): Promise<{ home: string; callback: string; afterSignOut: string; backChannel: string }> {
  const { url } = await homeOfCompany(on, publicUrl, companyId)
  return {
    home: url,
    callback: `${url}${CALLBACK_PATH}/${companyId}`,
    afterSignOut: `${url}/login`,
    backChannel: `${url}${BACK_CHANNEL_PATH}`,
  }
}
