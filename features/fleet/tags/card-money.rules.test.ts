// The balance of a new card as a posting (M-4, D-WAL-3): from the owner of the giver's team, or by the platform's staff
// from promotions.
import { expect, test } from 'vitest'
import { codeOf, faultOf, giverAccount } from '#money/ledger/ledger.rules.ts'
import { cardPosting } from './card-money.rules.ts'

const at = new Date('2026-03-02T12:00:00Z')
test.each([
  ['USER', 'owner:7'],
  ['ROOT', 'promotion:0'],
])('given by a %s with a role on team 7, the money comes from %s', (userType, giver) => {
  const given = { at, userId: 9, from: giverAccount({ userType }, 7) }
  const p = cardPosting({ tagPk: 5, teamId: 3, companyId: 2, paise: 50_000n }, given)
  expect(p).toMatchObject({
    key: 'card:5',
    kind: 'credit',
    at,
    companyId: 2,
    teamId: 3,
    userId: 9,
    note: 'Balance of a new card',
  })
  expect(p.lines.map(l => `${l.side} ${codeOf(l.account)} ${l.paise}`)).toEqual([`D ${giver} 50000`, 'C card:5 50000'])
  expect(faultOf(p)).toBeUndefined()
})
