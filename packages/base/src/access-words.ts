// What the flag Update of a feature, or all four flags together, allows beside changing its records, where the name of the feature
// does not say so. Forms of rights show it beside the feature.
import type { Feature } from './access.ts'

export const UPDATE_WORDS: Readonly<Partial<Record<Feature, string>>> = {
  ChargerPoint: 'Update also starts and stops sessions, sends all other remote operations, and plans maintenance.',
  ChargingSite: 'Update also sets the limit of a site and which chargers stand there.',
  Team: 'Update also gives people roles on teams, and takes them.',
  Tag: 'Update also chooses the charge points at which a tag counts.',
  Transaction: 'All four flags together also set the payout status, correct bills and decide on sessions to review.',
  Users: 'Update also resets the second factor of a person.',
  Company: 'Update also sets how people sign in and by whom drivers pay.',
  Customers: 'Update also gives drivers tags and vehicles, and shows the history of their wallets.',
  Refund: 'Update gives money back to drivers.',
  CMCustomers: 'Update also changes wallets, tags and UPI addresses, and sends notifications.',
  Finance: 'Update also sets taxes and registers invoices again.',
  Alert: 'Update also acknowledges, assigns and closes alerts.',
  Campaign: 'Update also starts, pauses, cancels and rolls back campaigns.',
  Integration: 'Update also gives API keys and webhooks new secrets.',
}
