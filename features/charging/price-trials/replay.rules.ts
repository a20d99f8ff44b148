// A month billed by other prices: each session by the rule that billed it, with its own tax, gateway terms and hold; only the
// prices are others (D-PG-5). Sums are kept, sessions are not.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { dayStart } from '@wattdesk/base/time'
import { billOf, type SessionFacts } from '#charging/billing/session-bill.rules.ts'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import { MOST_ROWS, type Replay } from './replay.contract.ts'

/** The instants between which a month lies, the end exclusive; undefined while it is not over. */
export function finishedMonth(month: string, now: Date, zone: string): { from: Date; to: Date } | undefined {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const to = dayStart(year, number + 1, 1, zone)
  return to > now ? undefined : { from: dayStart(year, number, 1, zone), to }
}

export type Prices = Pick<PriceSnapshot, 'type' | 'details'>
/** A session of the month: its bill, its driver, its charger. */
export type Billed = {
  transactionId: number
  pk: number
  chargepointId: string
  chargepointName: string
  /** The driver, or the tag where nobody is known. */
  driver: string
  totalPaise: number
}
type Sum = { sessions: number; before: bigint; after: bigint }
type ChargerSum = Sum & { billed: Billed; energyWh: number }

export class ReplayTally {
  readonly prices: Prices
  readonly all: Sum = { sessions: 0, before: 0n, after: 0n }
  readonly drivers = new Set<string>()
  readonly chargers = new Map<number, ChargerSum>()
  atHold = 0
  /** One snapshot for all sessions of the same terms: what is worked out of its week is worked out once. */
  readonly snapshots = new Map<string, PriceSnapshot>()

  constructor(prices: Prices) {
    this.prices = prices
  }

  snapshotFor({ priceGroupId, taxPpm, transactionPpm, pgChargesBearer }: PriceSnapshot): PriceSnapshot {
    const key = `${taxPpm} ${transactionPpm} ${pgChargesBearer}`
    const known = this.snapshots.get(key)
    if (known) return known
    const made = { priceGroupId, taxPpm, transactionPpm, pgChargesBearer, ...this.prices }
    this.snapshots.set(key, made)
    return made
  }

  /** Adds a session that has stopped; one without a price at its start was never priced, and is left out. */
  add(billed: Billed, s: SessionFacts): void {
    if (!s.snapshot || !s.stoppedAt || s.meterStopWh === null) return
    const bill = billOf({ ...s, snapshot: this.snapshotFor(s.snapshot) }, s.stoppedAt, s.meterStopWh)
    if (!bill) return
    const of = this.chargers.get(billed.pk) ?? { billed, energyWh: 0, sessions: 0, before: 0n, after: 0n }
    this.chargers.set(billed.pk, of)
    for (const sum of [this.all, of]) {
      sum.sessions += 1
      sum.before += BigInt(billed.totalPaise)
      sum.after += bill.totalPaise
    }
    of.energyWh += bill.energyWh
    this.drivers.add(billed.driver)
    if (bill.overrunPaise > 0n) this.atHold += 1
  }

  /** The sums in rupees, charge points by how much they differ. */
  reply(month: string): Replay {
    const sums = ({ sessions, before, after }: Sum) => ({
      sessions,
      before: rupeesFromPaise(before),
      after: rupeesFromPaise(after),
      difference: rupeesFromPaise(after - before),
    })
    const size = ({ before, after }: Sum) => (after > before ? after - before : before - after)
    const rows = [...this.chargers.values()].sort((a, b) =>
      size(b) === size(a) ? a.billed.chargepointId.localeCompare(b.billed.chargepointId) : size(b) > size(a) ? 1 : -1,
    )
    return {
      month,
      ...sums(this.all),
      drivers: this.drivers.size,
      atHold: this.atHold,
      chargers: rows.length,
      rows: rows.slice(0, MOST_ROWS).map(r => ({
        chargepoint_pk: r.billed.pk,
        chargepoint_id: r.billed.chargepointId,
        chargepoint_name: r.billed.chargepointName,
        energy: r.energyWh / 1000,
        ...sums(r),
      })),
    }
  }
}
