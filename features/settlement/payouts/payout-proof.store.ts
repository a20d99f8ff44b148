// Computes a payout again: from its bills, the days of its chargers and the credit given by hand, by the terms it was
// made with. A payout is right if every figure is the same.
import type { Db } from '#platform/db/db.ts'
import { payoutSumsByCharger } from './bills-due.store.ts'
import { BROUGHT, NOTHING_BROUGHT } from './month.rules.ts'
import { beforeMonth, chargersOf, type GivenBack, givenUntil } from './payout-facts.store.ts'
import type { ChargerRow, PayoutRow } from './payout-shape.rules.ts'
import { periodNamed } from './period.rules.ts'
import { type ChargerPart, type Reckoned, reckon } from './reckoning.rules.ts'
import { type KeptSupplier, type KeptTaxes, pooled, TAKEN_HEADS, termsKept } from './tax-taken.rules.ts'

const FIGURES = [...BROUGHT, 'fixedPaise', 'unitPaise', 'commissionPaise'] as const
const OF_TEAM = [
  ...(['fixedPartPaise', 'unitPartPaise', 'taxOnCommissionPaise', 'deductedTaxPaise', 'ownerTaxPaise'] as const),
  ...(['givenPaise', 'carriedInPaise', 'carriedOutPaise', 'payoutPaise'] as const),
  ...TAKEN_HEADS,
] as const

export async function recomputesToSame(
  db: Db,
  payout: PayoutRow,
  kept: readonly ChargerRow[],
  zone: string,
): Promise<boolean> {
  const period = periodNamed(payout.month, zone)
  const { taxes } = payout
  const [{ byCharger, heads, bases }, before, given] = await Promise.all([
    payoutSumsByCharger(db, payout.payoutNo, taxes?.counting),
    beforeMonth(db, payout.teamId, period),
    givenUntil(db, payout.teamId, period),
  ])
  const types = new Map(kept.map(c => [c.chargepointPk, c.chargerType]))
  const stood = await chargersOf(db, payout.teamId, period, zone, [...byCharger.keys()])
  const m = reckon(
    {
      teamId: payout.teamId,
      companyId: payout.companyId,
      party: payout.party,
      terms: payout.terms,
      accounts: payout.accounts,
      chargers: stood.map(c => ({
        ...NOTHING_BROUGHT,
        ...byCharger.get(c.chargepointPk),
        ...c,
        // The charger may have another type by now.
        chargerType: types.get(c.chargepointPk) ?? c.chargerType,
      })),
      heads,
      ...countedThen(given, payout),
      carriedInPaise: BigInt(before.carriedOutPaise),
      ...(taxes &&
        bases && {
          taxes: {
            bases,
            terms: termsKept(taxes),
            carriedIn: taxes.counting.isByNumber ? before.carriedBase : pooled(before.carriedBase),
            counting: taxes.counting,
            lacksPlatform: taxes.lacksPlatform,
          },
        }),
    },
    payout.days,
    // A payout from before charged the team's own cost for a session alone.
    stood.some(c => c.activeDays > 0) || payout.fixedPaise > kept.reduce((n, c) => n + c.fixedPaise, 0),
  )
  if (m && m.refundsBornePaise !== BigInt(payout.refundsBornePaise ?? 0)) return false
  if (!m || m.sessions !== payout.sessions || m.energyWh !== payout.energyWh || m.chargers.length !== kept.length)
    return false
  if (!areSameTaxes(m.taxes, taxes)) return false
  const byPk = new Map(kept.map(c => [c.chargepointPk, c]))
  return (
    [...FIGURES, ...OF_TEAM].every(k => m[k] === BigInt(payout[k])) &&
    m.chargers.every(c => isSameCharger(c, byPk.get(c.chargepointPk)))
  )
}
const placesOf = (p: KeptTaxes['carriedIn']) => [p.insidePaise, p.acrossPaise]
const headsOf = (s: KeptSupplier) => [s.tcsCgstPaise, s.tcsSgstPaise, s.tcsIgstPaise]
/** The bases, and the values that are carried on. */
const areSameTaxes = (m: Reckoned['taxes'], kept: KeptTaxes | null): boolean => {
  const told = (t: KeptTaxes | null) =>
    t && [
      t.tcs?.insidePaise,
      t.tcs?.acrossPaise,
      t.tds?.ratePpm,
      t.tds?.grossPaise,
      t.tds?.givenBackPaise,
      t.carriedIn.insidePaise,
      t.carriedIn.acrossPaise,
      t.carriedOut.insidePaise,
      t.carriedOut.acrossPaise,
      t.bySupplier?.map(s => [
        s.gstin,
        ...placesOf(s),
        ...placesOf(s.carriedIn),
        ...placesOf(s.carriedOut),
        ...headsOf(s),
      ]),
    ]
  return JSON.stringify(told(m)) === JSON.stringify(told(kept))
}
/** A payout from before refunds were counted in K has none of them. */
const countedThen = ({ givenPaise, refundsBornePaise }: GivenBack, p: PayoutRow): GivenBack =>
  p.refundsBornePaise === null
    ? { givenPaise: givenPaise - refundsBornePaise, refundsBornePaise: 0n }
    : { givenPaise, refundsBornePaise }
const isSameCharger = (c: ChargerPart, kept: ChargerRow | undefined): boolean =>
  kept !== undefined &&
  c.sessions === kept.sessions &&
  c.energyWh === kept.energyWh &&
  c.activeDays === kept.activeDays &&
  FIGURES.every(k => c[k] === BigInt(kept[k]))
