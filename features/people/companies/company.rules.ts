// Rules of companies: the configured domains with their providers, percents, and the last day on which users of a
// company may sign in.
import { type Ppm, percentFromPpm, ppmFromPercent } from '@wattdesk/base/money'
import type { Provider } from './company-body.contract.ts'
import domains from './domains.json' with { type: 'json' }

/** The configured domains, each with its provider (D-COMP-2). */
export const PRESETS: readonly { domain: string; provider: Provider }[] = domains
export const presetOf = (domain: string | null | undefined) =>
  PRESETS.find(p => p.domain === domain?.trim().toLowerCase())

/** 2.36 % are 23 600 millionths. */
export const ppmOf = (percent: number): Ppm => ppmFromPercent(percent.toFixed(4))
export const percentOf = percentFromPpm

/** True after the last day; both as 'yyyy-MM-dd'. */
export const isExpired = (validUntil: string | null, today: string): boolean =>
  validUntil !== null && validUntil < today

export const COMPANY_STATES = ['Active', 'Inactive', 'Expired'] as const
/** The state of a company as its list shows it. */
export const companyState = (
  c: { active: 'Y' | 'N'; validUntil: string | null },
  today: string,
): (typeof COMPANY_STATES)[number] =>
  c.active === 'N' ? 'Inactive' : isExpired(c.validUntil, today) ? 'Expired' : 'Active'

/** The last day on which users may sign in, to compare: '' where they may not at all. */
export const openUntil = (c: { isActive: boolean; validUntil: string | null }): string =>
  c.isActive ? (c.validUntil ?? '9999-12-31') : ''

/** The fields that a change of a company may ignore, with the labels of the form. */
export const IGNORED = {
  rootUser: 'Root User',
  subscriptionId: 'Subscription',
  active: 'Status',
  validUntil: 'Valid Until',
  payoutAccounts: 'Payout Accounts',
} as const
export type IgnoredField = keyof typeof IGNORED
