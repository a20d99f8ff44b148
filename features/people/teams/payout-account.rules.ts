// Business types of payout accounts as they read.
import { businessTypes } from './payout-account.contract.ts'

const SHORT: Readonly<Record<string, string>> = { llp: 'LLP', ngo: 'NGO', huf: 'HUF' }

/** 'private_limited' reads 'Private limited'. */
export const words = (value: string): string =>
  SHORT[value] ?? (value.charAt(0).toUpperCase() + value.slice(1)).replaceAll('_', ' ')

export const businessTypeOptions = businessTypes.map(value => ({ value, label: words(value) }))
