// Which entries of the audit log belong to the history of a record (D-GEN-15, D-ACC-5).
import { expect, test } from 'vitest'
import { type Chosen, historyOf, OWN_AFFAIRS } from './audit.rules.ts'

type Entry = { feature: string; action: string; values: string[] }
/** Whether an entry fits the conditions, as their description says. */
const fits = (e: Entry, all: readonly Chosen[]) =>
  all.some(
    c =>
      c.feature === e.feature &&
      (c.only?.includes(e.action) ?? true) &&
      !c.not?.includes(e.action) &&
      (c.values ? e.values.some(v => c.values?.includes(v)) : true) &&
      (c.besides ? e.values.some(v => !c.besides?.includes(v)) : true),
  )
const update = (feature: string, ...values: string[]): Entry => ({ feature, action: 'update', values })
const acted = (feature: string, action: string): Entry => ({ feature, action, values: [] })

test.each<[string, Parameters<typeof historyOf>, Entry, boolean]>([
  ['a change of the record', ['Tag'], update('Tag', 'note'), true],
  ['a change of another feature', ['Tag'], update('Vehicle', 'note'), false],
  ['a refused call', ['Tag'], acted('Tag', 'refused'), false],
  ['a read', ['Tag'], acted('Tag', 'read'), false],
  ['a sign-in', ['Users'], acted('Users', 'sign-in'), false],
  ['a sign-out', ['Users'], acted('Users', 'sign-out'), false],
  ['a member of a team beside the team', ['Team'], acted('Team', 'add-member'), false],
  ['a member of a team among its members', ['Team', 'members'], acted('Team', 'remove-member'), true],
  ['the team among its members', ['Team', 'members'], update('Team', 'name'), false],
  ['the name of a company at its team', ['Team'], update('Company', 'name'), true],
  ['the subscription of a company at its team', ['Team'], update('Company', 'subscriptionId'), false],
  ['the address of a team at its company', ['Company'], update('Team', 'city'), true],
  ['the parent of a team at its company', ['Company'], update('Team', 'parentCompanyId'), false],
  ['commission in the finance', ['Team', 'finance'], update('Finance', 'payout_rule'), true],
  ['accounts alone in the finance', ['Team', 'finance'], update('Finance', 'payoutAccounts'), false],
  [
    'accounts beside commission in the finance',
    ['Team', 'finance'],
    update('Finance', 'payoutAccounts', 'payout_rule'),
    true,
  ],
  ['accounts among the accounts', ['Team', 'accounts'], update('Finance', 'settlement_percentage'), true],
  ['commission among the accounts', ['Team', 'accounts'], update('Finance', 'payout_rule'), false],
  [
    'a refused change of accounts',
    ['Team', 'accounts'],
    { ...update('Finance', 'payoutAccounts'), action: 'refused' },
    false,
  ],
])('%s: %j', (_, asked, entry, belongs) => expect(fits(entry, historyOf(...asked))).toBe(belongs))

test('numbers by which the product knows its rows are nobody’s affair; names and notes are', () => {
  for (const own of ['id', 'companyId', 'version', 'updatedAt']) expect(OWN_AFFAIRS).toContain(own)
  for (const shown of ['name', 'note', 'status']) expect(OWN_AFFAIRS).not.toContain(shown)
})
