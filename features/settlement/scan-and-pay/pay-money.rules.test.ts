// Wallet money of a requested session (M-4, D-WAL-4): kept back once, and given back once.
import { expect, test } from 'vitest'
import { codeOf, faultOf, type Posting } from '#money/ledger/ledger.rules.ts'
import { reservedOf, reservePosting, unreservePosting } from './pay-money.rules.ts'

const at = new Date('2026-03-02T12:00:00Z')
const session = { paySessionId: 4, driverId: 9, companyId: 2, teamId: 3 }
const lines = (p: Posting) => p.lines.map(l => `${l.side} ${codeOf(l.account)} ${l.paise}`)

test('the money is kept back in an account of the session', () => {
  const p = reservePosting(session, 20_000n, at)
  expect(p).toMatchObject({ key: 'reserve:4', kind: 'reserve', at, companyId: 2, teamId: 3 })
  expect(lines(p)).toEqual(['D wallet:9 20000', 'C reserved:4 20000'])
  expect([codeOf(reservedOf(session)), faultOf(p)]).toEqual(['reserved:4', undefined])
})
test('where no session begins the money goes back to the wallet', () => {
  const p = unreservePosting(session, 20_000n, at)
  expect(p).toMatchObject({ key: 'unreserve:4', kind: 'release', at, companyId: 2, teamId: 3 })
  expect(lines(p)).toEqual(['D reserved:4 20000', 'C wallet:9 20000'])
})
