// A team's month from its facts to figures and postings (M-3, M-4): the worked month, what makes a payout, and the ledger.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeOf, faultOf, type Posting } from '#money/ledger/ledger.rules.ts'
import type { KeptTerms } from './payout-terms.rules.ts'
import { type ChargerFacts, type MonthFacts, paidPosting, reckon, settlementPostings } from './reckoning.rules.ts'

const terms: KeptTerms = {
  hasFinance: true,
  rule: 3,
  taxBearer: 'CPO',
  pgChargesBearer: 'CPO',
  chargerTaxPpm: 180_000,
  payoutTaxPpm: 180_000,
  isMonthly: true,
  dcPaise: 34_900,
  acPaise: 24_900,
  otherFixedPaise: 0,
  gstin: '29AACCC6636P1Z1',
  settlementPpm: 1_000_000,
}
const charger = (chargepointPk: number, more: Partial<ChargerFacts> = {}): ChargerFacts => ({
  chargepointPk,
  chargepointId: `CP-${chargepointPk}`,
  chargepointName: `Charger ${chargepointPk}`,
  chargerType: 'DC',
  activeDays: 30,
  sessions: 0,
  energyWh: 0,
  totalPaise: 0n,
  netPaise: 0n,
  taxPaise: 0n,
  surchargePaise: 0n,
  gatewayFeePaise: 0n,
  percentPaise: 0n,
  perKwhPaise: 0n,
  collectedPaise: 0n,
  ...more,
})
/** The worked month of M-3: 40 sessions at a DC charger, 25 at an AC charger, all by UPI, the owner bears the gateway. */
const worked: MonthFacts = {
  teamId: 3,
  companyId: 2,
  party: { teamName: 'North', companyName: 'Operator', street: '', city: '', state: '', zipCode: '' },
  terms,
  accounts: { team: [], company: [] },
  chargers: [
    charger(1, {
      sessions: 40,
      energyWh: 1_000_000,
      netPaise: 1_800_000n,
      taxPaise: 324_000n,
      totalPaise: 2_124_000n,
      gatewayFeePaise: 50_120n,
      percentPaise: 90_000n,
      perKwhPaise: 100_000n,
    }),
    charger(2, {
      chargerType: 'AC',
      sessions: 25,
      energyWh: 200_000,
      netPaise: 240_000n,
      taxPaise: 43_200n,
      totalPaise: 283_200n,
      gatewayFeePaise: 6675n,
      percentPaise: 12_000n,
      perKwhPaise: 20_000n,
    }),
  ],
  heads: { cgstPaise: 183_600n, sgstPaise: 183_600n, igstPaise: 0n },
  givenPaise: 0n,
  refundsBornePaise: 0n,
  carriedInPaise: 0n,
}

describe('the worked month', () => {
  test.each([
    [1, 114_900n, 2_214_823n],
    [2, 124_900n, 2_203_023n],
    [3, 161_800n, 2_159_481n],
    [4, 179_800n, 2_138_241n],
    [5, 102_000n, 2_230_045n],
    [6, 120_000n, 2_208_805n],
    [7, 59_800n, 2_279_841n],
  ] as const)('rule %i: commission %d, payout %d', (rule, commission, payout) => {
    const m = reckon({ ...worked, terms: { ...terms, rule } }, 30)
    expect([m?.commissionPaise, m?.payoutPaise]).toEqual([commission, payout])
  })
  test('each charger keeps its names, its parts and its commission', () => {
    const m = reckon(worked, 30)
    expect(m?.chargers.map(c => [c.chargepointId, c.unitPaise, c.fixedPaise, c.commissionPaise])).toEqual([
      ['CP-1', 90_000n, 34_900n, 124_900n],
      ['CP-2', 12_000n, 24_900n, 36_900n],
    ])
    expect([m?.unitPaise, m?.fixedPaise]).toEqual([102_000n, 59_800n])
  })
  test('the fixed cost of the team counts once, beside the charges of its chargers', () => {
    const m = reckon({ ...worked, terms: { ...terms, otherFixedPaise: 5000 } }, 30)
    expect([m?.fixedPaise, m?.commissionPaise]).toEqual([64_800n, 166_800n])
  })
})

describe('a payout is made where there is something to settle', () => {
  const empty: MonthFacts = { ...worked, chargers: [], terms: { ...terms, otherFixedPaise: 5000 } }
  test.each<[string, Partial<MonthFacts>, boolean]>([
    ['no charger, although the team has a fixed cost', {}, false],
    ['a charger with its charge', { chargers: [charger(1)] }, true],
    ['a charger without a charge', { chargers: [charger(1)], terms: { ...terms, dcPaise: 0 } }, false],
    ['a charger with its charge on no day', { chargers: [charger(1, { activeDays: 0 })], terms }, false],
    ['a session without a charge', { chargers: [charger(1, { sessions: 1 })], terms: { ...terms, rule: 5 } }, true],
    [
      'a correction without a session',
      { chargers: [charger(1, { totalPaise: -100n })], terms: { ...terms, rule: 5 } },
      true,
    ],
    ['credit by hand', { givenPaise: 1n }, true],
    ['a refund that the owner bears', { givenPaise: 0n, refundsBornePaise: 1n }, true],
    ['a carried amount', { carriedInPaise: -1n }, true],
  ])('%s', (_, more, isMade) => expect(reckon({ ...empty, ...more }, 30) !== undefined).toBe(isMade))
})

const of = { payoutId: 'PO-1', teamId: 3, companyId: 2, at: new Date('2026-04-01T00:00:00Z'), userId: 9 }
const lines = (p: Posting | undefined) => p?.lines.map(l => `${l.side} ${codeOf(l.account)} ${l.paise}`)

describe('the postings of the end of the month', () => {
  const m = reckon(worked, 30)
  if (!m) throw new Error('the worked month has a payout')
  test('taxes go to an owner with a GST number, and his costs come off', () => {
    const [settlement, payout] = settlementPostings(of, m, worked.heads, terms)
    expect(settlement).toMatchObject({ key: 'settlement:PO-1', kind: 'settlement', note: 'PO-1', userId: 9, teamId: 3 })
    expect(lines(settlement)).toEqual([
      'D cgst:3 183600',
      'C owner:3 183600',
      'D sgst:3 183600',
      'C owner:3 183600',
      'D owner:3 161800',
      'C commission:2 161800',
      'D owner:3 29124',
      'C gstOut:2 29124',
      'D owner:3 56795',
      'C gatewayRecovery:2 56795',
    ])
    expect(payout).toMatchObject({ key: 'payout:PO-1', kind: 'payout' })
    expect(lines(payout)).toEqual(['D owner:3 2159481', 'C payoutClearing:3 2159481'])
  })
  test('without a GST number the taxes stay', () => {
    const [settlement] = settlementPostings(of, m, worked.heads, { ...terms, gstin: null })
    expect(lines(settlement)?.some(l => /gst:3/.test(l))).toBe(false)
  })
  test('where the platform bears the tax on the commission, it comes out of the commission', () => {
    const [settlement] = settlementPostings(of, m, worked.heads, { ...terms, taxBearer: 'CM' })
    expect(lines(settlement)).toContain('D commission:2 29124')
    expect(lines(settlement)).not.toContain('D owner:3 29124')
  })
  test('the money that the operator took comes off his claim', () => {
    const rfid = { ...m, collectedPaise: 1000n }
    expect(lines(settlementPostings(of, rfid, worked.heads, terms)[0])).toContain('C receivable:3 1000')
  })
  test('a month that moves nothing has no posting', () => {
    const none = {
      ...m,
      commissionPaise: 0n,
      taxOnCommissionPaise: 0n,
      gatewayFeePaise: 0n,
      collectedPaise: 0n,
      payoutPaise: 0n,
    }
    expect(settlementPostings(of, none, { cgstPaise: 0n, sgstPaise: 0n, igstPaise: 0n }, terms)).toEqual([])
  })
})

test('a payout that is paid leaves for the bank, and one that comes back returns; each change has a key of its own', () => {
  const paid = paidPosting({ ...of, n: 1, payoutPaise: 500n, isBack: false })
  expect(paid).toMatchObject({ key: 'payout paid:PO-1:1', kind: 'payout paid' })
  expect(lines(paid)).toEqual(['D payoutClearing:3 500', 'C bank:2 500'])
  const back = paidPosting({ ...of, n: 2, payoutPaise: 500n, isBack: true })
  expect(back).toMatchObject({ key: 'payout back:PO-1:2', kind: 'payout back' })
  expect(lines(back)).toEqual(['D bank:2 500', 'C payoutClearing:3 500'])
  expect(paidPosting({ ...of, n: 1, payoutPaise: 0n, isBack: false })).toBeUndefined()
})

test('any month keeps the invariant of M-3, and its postings balance', () => {
  const paise = fc.bigInt({ min: 0n, max: 1_000_000n })
  const facts = fc.record({ net: paise, tax: paise, fee: paise, rfid: paise, percent: paise, unit: paise })
  const rule = fc.constantFrom<KeptTerms['rule']>(1, 2, 3, 4, 5, 6, 7)
  fc.assert(
    fc.property(
      fc.array(facts, { minLength: 1, maxLength: 4 }),
      rule,
      fc.boolean(),
      fc.boolean(),
      paise,
      paise,
      (all, ruleNo, isDeducted, hasGstin, given, carried) => {
        const f: MonthFacts = {
          ...worked,
          terms: { ...terms, rule: ruleNo, taxBearer: isDeducted ? 'CPO' : 'CM', gstin: hasGstin ? 'X' : null },
          chargers: all.map((c, i) =>
            charger(i + 1, {
              sessions: 1,
              netPaise: c.net,
              taxPaise: c.tax,
              totalPaise: c.net + c.tax,
              gatewayFeePaise: c.fee,
              percentPaise: c.percent,
              perKwhPaise: c.unit,
              collectedPaise: c.rfid,
            }),
          ),
          givenPaise: given,
          carriedInPaise: -carried,
        }
        const m = reckon(f, 30)
        if (!m) throw new Error('a month with sessions has a payout')
        const keptTax = hasGstin ? 0n : m.taxPaise
        expect(m.totalPaise).toBe(
          m.payoutPaise +
            m.collectedPaise +
            given +
            m.carriedOutPaise -
            m.carriedInPaise +
            m.commissionPaise +
            m.deductedTaxPaise +
            keptTax +
            m.gatewayFeePaise,
        )
        expect(m.payoutPaise === 0n || m.carriedOutPaise === 0n).toBe(true)
        const tax = { cgstPaise: m.taxPaise, sgstPaise: 0n, igstPaise: 0n }
        for (const p of settlementPostings(of, m, tax, f.terms)) expect(faultOf(p)).toBeUndefined()
      },
    ),
  )
})
