import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addedBy,
  apply,
  codeOf,
  credit,
  debit,
  faultOf,
  linesOf,
  type Posting,
  type StoredBalance,
} from './ledger.rules.ts'

const wallet = (ref: number) => ({ kind: 'wallet' as const, ref })
const owner = { kind: 'owner' as const, ref: 1 }
const kept = (balancePaise: bigint): StoredBalance => ({ balancePaise, version: 0, leastPaise: 0n })
const posting = (lines: Posting['lines']): Posting => ({
  key: 'k',
  kind: 'credit',
  at: new Date(0),
  companyId: 1,
  teamId: 1,
  lines,
})

test.each([
  ['no lines', [], '0 of debit and 0 of credit'],
  ['one side', [debit(owner, 5n)], '5 of debit and 0 of credit'],
  ['other sums', [debit(owner, 5n), credit(wallet(1), 4n)], '5 of debit and 4 of credit'],
  ['nothing', [debit(owner, 0n), credit(wallet(1), 0n)], 'not above 0'],
  ['below 0', [debit(owner, -5n), credit(wallet(1), -5n)], 'not above 0'],
])('a posting with %s is none', (_, lines, text) => expect(faultOf({ key: 'k', lines })).toContain(text))

test('a negative line stands on the other side, one of 0 is left out', () => {
  expect(linesOf([debit(owner, -5n), credit(owner, 0n), credit(wallet(1), -5n)])).toEqual([
    credit(owner, 5n),
    debit(wallet(1), 5n),
  ])
})

test('what is spent and given back in one posting needs only the rest', () => {
  const accounts = new Map([[codeOf(wallet(1)), kept(10n)]])
  const [a] = apply(accounts, [posting([debit(wallet(1), 50n), credit(owner, 10n), credit(wallet(1), 40n)])])
  expect(a).toEqual({
    isPosted: true,
    after: [{ balancePaise: 0n, version: 2 }, null, { balancePaise: 50n, version: 1 }],
  })
  expect(accounts.get(codeOf(wallet(1)))).toMatchObject({ balancePaise: 0n, version: 2 })
})

test('of any postings each is done whole or not at all, in order, and none leaves an account below its least', () => {
  const line = fc.record({ ref: fc.integer({ min: 1, max: 3 }), isOut: fc.boolean(), paise: fc.bigInt(1n, 60n) })
  fc.assert(
    fc.property(fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { maxLength: 30 }), steps => {
      const postings = steps.map(lines => {
        const moves = lines.map(l => (l.isOut ? debit : credit)(wallet(l.ref), l.paise))
        const sum = moves.reduce((n, l) => n + addedBy(l), 0n)
        return posting([...moves, ...linesOf([debit(owner, sum)])])
      })
      const accounts = new Map([1, 2, 3].map(n => [codeOf(wallet(n)), kept(40n)]))
      const model = new Map([...accounts].map(([code, a]) => [code, a.balancePaise]))
      const applied = apply(accounts, postings)
      postings.forEach((p, i) => {
        const next = new Map(model)
        for (const l of p.lines)
          if (next.has(codeOf(l.account))) next.set(codeOf(l.account), (next.get(codeOf(l.account)) ?? 0n) + addedBy(l))
        const fits = [...next.values()].every(b => b >= 0n)
        expect(applied[i]?.isPosted).toBe(fits)
        if (fits) for (const [code, b] of next) model.set(code, b)
      })
      for (const [code, b] of model) expect(accounts.get(code)?.balancePaise).toBe(b)
    }),
  )
})
