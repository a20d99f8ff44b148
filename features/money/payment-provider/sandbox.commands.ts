// The sandbox of this node: started by its first request, over the books that all nodes share.
import { type Sandbox, startSandbox } from '@wattdesk/razorpay/sandbox/server'
import type { Deliver } from '@wattdesk/razorpay/sandbox/webhooks'
import type { Services } from '#office/installation/services.ts'
import { sandboxCompany, sandboxCompanyOfKey, sandboxNames } from './provider-account.rules.ts'
import { sandboxAccount } from './provider-of.commands.ts'
import { sandboxStore } from './sandbox.store.ts'

/** How often the sandbox looks for delayed events that are due. */
const LOOK_MS = 5000

/** Each company has an account of its own. `deliver` tells the product what happened, as the provider's webhooks do. */
export const openSandbox = ({ db, now, seal, log }: Services, deliver: Deliver): Promise<Sandbox> => {
  const account = (companyId: number | undefined) =>
    companyId === undefined ? undefined : { ...sandboxNames(companyId), ...sandboxAccount(seal, companyId) }
  return startSandbox({
    store: sandboxStore(db),
    now,
    deliver,
    everyMs: LOOK_MS,
    onError: error => log.warn({ err: error }, 'The sandbox will try something again'),
    accounts: { byKey: keyId => account(sandboxCompanyOfKey(keyId)), byId: id => account(sandboxCompany(id)) },
  })
}
