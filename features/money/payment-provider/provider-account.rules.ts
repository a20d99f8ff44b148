// Names of a company at its payment provider, the mode of its key, and the uses that secrets are sealed for.
import type { Mode } from '@wattdesk/base/mode'

/** A secret opens only for the use that it was sealed for. */
export const USES = {
  keySecret: (companyId: number) => `payment provider key of company ${companyId}`,
  webhookSecret: (companyId: number) => `payment provider webhooks of company ${companyId}`,
} as const

/** The mode of a key of the provider: with a live key money moves. */
export const modeOf = (keyId: string): Mode => (keyId.startsWith('rzp_live_') ? 'live' : 'test')

/** The refusal of a key of the other mode than that of the installation (D-PAY-7). */
export const otherKeyText = (mode: Mode): string =>
  `This installation is in ${mode} mode and takes only keys that begin with rzp_${mode}_`

/** After a change of its secret, the provider may sign with the old one for so long (M-5). */
export const OLD_SECRET_HOURS = 24

/** The names of a company at the sandbox: its account, and the public part of its key. */
export const sandboxNames = (companyId: number) => ({
  accountId: `acc_sandbox${companyId}`,
  keyId: `rzp_sandbox_${companyId}`,
})

const idIn = (pattern: RegExp, text: string | undefined): number | undefined => {
  const id = Number(pattern.exec(text ?? '')?.[1])
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : undefined
}
/** The company of an account at the sandbox; undefined for any other text. */
export const sandboxCompany = (accountId: string | undefined) => idIn(/^acc_sandbox(\d{1,10})$/, accountId)
/** The company of a key of the sandbox. */
export const sandboxCompanyOfKey = (keyId: string) => idIn(/^rzp_sandbox_(\d{1,10})$/, keyId)

type Counted = { sessions: number; payments: number; holds: number; refunds: number }
const NAMES = [
  ['sessions', 'session', 'sessions'],
  ['payments', 'payment', 'payments'],
  ['holds', 'session with money kept back', 'sessions with money kept back'],
  ['refunds', 'refund on its way', 'refunds on their way'],
] as const
/**
 * Why the company cannot change its account now: open money would be requested from the wrong account. Undefined:
 * nothing is open.
 */
export function openText(open: Counted): string | undefined {
  const parts = NAMES.flatMap(([key, single, many]) =>
    open[key] > 0 ? [`${open[key]} ${open[key] === 1 ? single : many}`] : [],
  )
  if (parts.length === 0) return undefined
  return `Money is still open at the present account: ${parts.join(', ')}. Please wait until it is settled or given back.`
}
