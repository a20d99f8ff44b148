// Whose money a change by hand moves: a table, and what holds for any givers.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountName, codeOf, faultOf } from '#money/ledger/ledger.rules.ts'
import { changeLines } from './wallet.rules.ts'

const purse: AccountName = { kind: 'wallet', ref: 7 }
const owner = (ref: number): AccountName => ({ kind: 'owner', ref })
const promotion: AccountName = { kind: 'promotion', ref: 0 }
const said = (lines: ReturnType<typeof changeLines>) =>
  lines.map(l => `${codeOf(l.account)} ${l.side} ${l.paise}`).join(', ')

test.each([
  ['given', 500n, owner(1), [], 'owner:1 D 500, wallet:7 C 500'],
  ['given by the platform', 500n, promotion, [], 'promotion:0 D 500, wallet:7 C 500'],
  ['taken back from one’s own', -200n, owner(1), [{ account: owner(1), paise: 500n }], 'wallet:7 D 200, owner:1 C 200'],
  [
    'given by the platform, taken by a team',
    -200n,
    owner(1),
    [{ account: promotion, paise: 500n }],
    'wallet:7 D 200, promotion:0 C 200',
  ],
  [
    'one’s own first, then the newest of the others',
    -900n,
    owner(1),
    [
      { account: owner(2), paise: 300n },
      { account: promotion, paise: 500n },
      { account: owner(1), paise: 400n },
    ],
    'wallet:7 D 900, owner:1 C 400, owner:2 C 300, promotion:0 C 200',
  ],
  ['what nobody gave by hand', -900n, owner(1), [{ account: owner(1), paise: 400n }], 'wallet:7 D 900, owner:1 C 900'],
])('%s', (_, difference, own, given, lines) => {
  expect(said(changeLines(purse, difference, own, given))).toBe(lines)
})

test('lines always balance, and nobody but the own account gets back more than it gave', () => {
  const giver = fc.record({ ref: fc.integer({ min: 1, max: 5 }), paise: fc.bigInt({ min: 0n, max: 100_000n }) })
  fc.assert(
    fc.property(
      fc.uniqueArray(giver, { selector: g => g.ref, maxLength: 5 }),
      fc.bigInt({ min: -300_000n, max: 300_000n }).filter(n => n !== 0n),
      (givers, difference) => {
        const given = givers.map(g => ({ account: owner(g.ref), paise: g.paise }))
        const lines = changeLines(purse, difference, owner(1), given)
        expect(faultOf({ key: 'test', lines })).toBeUndefined()
        if (difference > 0n) return
        for (const l of lines.filter(x => x.side === 'C' && x.account.ref !== 1))
          expect(l.paise <= (given.find(g => g.account.ref === l.account.ref)?.paise ?? 0n)).toBe(true)
      },
    ),
  )
})
