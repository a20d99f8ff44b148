// The bill against a slow one written a second time, second by second, over some thousand random sessions, others each
// time, with slots, gaps without a price, idle time, states, limits and holds; the order of samples; a running amount that
// never falls.
// `BILL_SESSIONS=10000` before the command: over so many.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PriceDetail, PriceSnapshot } from '#money/price-groups/price.rules.ts'
import { type BillInput, bill, type Sample, type StatusAt } from './bill.rules.ts'
import { clock, group, running, slot } from './test-bill.ts'

/** R(a, n, d) of M-1 for what is not negative. */
const r = (a: bigint, n: bigint, d: bigint): bigint => (2n * a * n + d) / (2n * d)
const wholeSecond = (at: Date): number => Math.floor(at.getTime() / 1000)

type Told = { second: number; wh?: number; watt?: number; no: boolean }
/** The samples that count, one a second, and the number of the others. */
function judged(input: BillInput, start: number, stop: number, startWh: number, stopWh: number) {
  const kept: Told[] = []
  let used = 0
  let top = startWh
  for (let second = start; second <= stop; second++) {
    let here = input.samples.filter(s => wholeSecond(s.at) === second && !Number.isNaN(s.energyWh))
    let registers = here.flatMap(s => s.energyWh ?? [])
    const best = Math.max(...registers)
    if (registers.length > 0 && (best < top || best > stopWh)) {
      here = here.filter(s => s.energyWh === undefined)
      registers = []
    }
    if (here.length === 0) continue
    used += here.length
    const told: Told = { second, no: here.some(s => s.offered === 'no') }
    const watts = here.flatMap(s => s.powerW ?? [])
    if (watts.length > 0 && second > start) told.watt = Math.min(...watts)
    if (registers.length > 0) told.wh = best
    if (told.wh !== undefined && second > start && second < stop) top = best
    kept.push(told)
  }
  return { kept, dropped: input.samples.length - used }
}

type Second = 'draws' | 'low' | 'withheld'
/** Every second of the session by itself. */
function secondsOf(
  input: BillInput,
  start: number,
  stop: number,
  kept: readonly Told[],
  startWh: number,
  stopWh: number,
) {
  const registers = [
    { second: start, wh: startWh },
    ...kept.flatMap(({ second, wh }) =>
      wh === undefined || second === start || second === stop ? [] : [{ second, wh }],
    ),
    { second: stop, wh: stopWh },
  ]
  const states = (input.statuses ?? [])
    .map((s, i) => ({ ...s, second: wholeSecond(s.at), i }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.i - b.i)
  const events = [...new Set([start, stop, ...kept.map(k => k.second), ...states.map(s => s.second)])].sort(
    (a, b) => a - b,
  )
  const known: Second[] = []
  let state = ''
  let stateAt = 0
  let heard: Told | undefined
  let isFresh = false
  for (let s = start; s < stop; s++) {
    for (const next of states.filter(x => x.second === s || (s === start && x.second < s))) {
      if (state.startsWith('Suspended') && !next.status.startsWith('Suspended')) isFresh = false
      state = next.status
      stateAt = next.second
    }
    const here = kept.find(k => k.second === s)
    if (here) [heard, isFresh] = [here, true]
    if (heard && heard.second > stateAt && state === 'SuspendedEVSE') state = 'its limit is over'
    const upTo = registers.filter(x => x.second <= s)
    const [x, y] = [upTo.at(-2), upTo.at(-1)]
    if (state === 'SuspendedEV' && x && y && x.second >= stateAt && y.second - x.second <= 900)
      if (BigInt(y.wh - x.wh) * 3600n >= BigInt(input.toleranceWatt) * BigInt(y.second - x.second)) state = 'it draws'
    const nextSample = kept.find(k => k.second > s)?.second ?? stop
    const isNear = heard !== undefined && nextSample - heard.second <= 900
    let low: boolean | undefined
    if (state === 'SuspendedEV') {
      const [before, after] = [events.findLast(e => e <= s) ?? start, events.find(e => e > s) ?? stop]
      if (after - before <= 900) low = true
    } else if (kept.length > 0 && isFresh && heard?.watt !== undefined) {
      if (isNear) low = heard.watt < input.toleranceWatt
    } else if (kept.length > 0) {
      const a = registers.findLast(x => x.second <= s) ?? registers[0]
      const b = registers.find(x => x.second > s)
      if (a && b && b.second - a.second <= 900)
        low = BigInt(b.wh - a.wh) * 3600n < BigInt(input.toleranceWatt) * BigInt(b.second - a.second)
    }
    const isLimited = isFresh && heard?.no === true && isNear && low !== false
    known.push(state === 'SuspendedEVSE' || isLimited ? 'withheld' : low ? 'low' : 'draws')
  }
  return { registers, known }
}

/** Idle and charging by second: a low draw of 600 seconds makes idle what follows. */
function served(known: readonly Second[]): ('idle' | 'charging' | 'neither')[] {
  let isIdle = false
  return known.map((what, i) => {
    if (what === 'withheld') return 'neither'
    if (what === 'draws') return 'charging'
    if (isIdle) return 'idle'
    let from = i
    while (known[from - 1] === 'low') from--
    let to = i
    while (known[to] === 'low' && to - from < 600) to++
    if (to - from < 600) return 'charging'
    if (i - from < 599) return 'neither'
    isIdle = true
    return 'neither'
  })
}

/** The price of a second, by the calendar. */
function priceAt({ type, details }: PriceSnapshot, second: number): PriceDetail | undefined {
  if (type === 'fixed') return details[0]
  const at = new Date(second * 1000)
  const minute = at.getUTCHours() * 60 + at.getUTCMinutes()
  const today = details.filter(d => d.day === at.getUTCDay())
  const last = Math.max(...today.map(d => d.startMinute))
  return today.find(
    d => minute >= d.startMinute && (minute < d.endMinute || (d.startMinute === last && d.endMinute === 1439)),
  )
}

/** The gateway's rate of a session, by the words of M-2.6. */
function slowRate({ paymentType, paidWith: p, methodRates: rates = {}, snapshot }: BillInput): number {
  if (['RFID', 'PREPAID'].includes(paymentType)) return 0
  const usual = snapshot.transactionPpm
  if (paymentType === 'WALLET' || p?.method === 'wallet') return rates.wallet ?? usual
  if (p?.method === 'upi' || (paymentType === 'UPI' && !p?.method)) return rates.upi ?? usual
  const isByCard = p?.method === 'card' || (paymentType === 'CARD' && !p?.method)
  if (isByCard && p?.cardNetwork === 'RuPay' && p.cardType === 'debit') return rates.rupayDebit ?? usual
  return rates.card ?? usual
}

/** The bill, second by second: its lines as texts, its sums. */
function slowBill(input: BillInput) {
  const start = wholeSecond(input.startAt)
  const stop = Math.max(start, wholeSecond(input.stopAt))
  const startWh = input.meterStartWh
  const stopWh = Math.max(startWh, input.meterStopWh)
  const { kept, dropped } = judged(input, start, stop, startWh, stopWh)
  const { registers, known } = secondsOf(input, start, stop, kept, startWh, stopWh)
  const service = served(known)
  const registerAt = (second: number): number => {
    const a = registers.findLast(x => x.second <= second && x.second < stop)
    const b = registers.find(x => x.second > second) ?? registers.at(-1)
    if (!a || !b || second === stop) return stopWh
    return a.wh + Number(r(BigInt(b.wh - a.wh), BigInt(second - a.second), BigInt(b.second - a.second)))
  }
  const sums = new Map<string, bigint>()
  const add = (kind: string, rate: number, quantity: number) => {
    const key = `${kind} ${rate}`
    if (quantity > 0) sums.set(key, (sums.get(key) ?? 0n) + BigInt(quantity))
  }
  const opening = priceAt(input.snapshot, start)
  if (opening?.fixedFeeStartingPaise) add('fixedFeeStarting', opening.fixedFeeStartingPaise, 1)
  if (opening?.fixedFeeChargingPaise) add('fixedFeeCharging', opening.fixedFeeChargingPaise, 1)
  if (start === stop && opening?.priceType === 'kwh') add('energy', opening.pricePerKwhPaise, stopWh - startWh)
  let idleSeconds = 0
  let before = startWh
  for (let s = start; s < stop; s++) {
    const price = priceAt(input.snapshot, s)
    const after = registerAt(s + 1)
    const what = service[s - start]
    if (what === 'idle') idleSeconds++
    if (!price) add('noPrice', 0, 1)
    else {
      if (price.priceType === 'kwh') add('energy', price.pricePerKwhPaise, after - before)
      else add('time', price.pricePerHourPaise, 1)
      if (price.minuteFeeChargingPaise && what === 'charging') add('minuteFeeCharging', price.minuteFeeChargingPaise, 1)
      if (price.idealFeeFullyChargedPaise && what === 'idle')
        add('idealFeeFullyCharged', price.idealFeeFullyChargedPaise, 1)
    }
    before = after
  }
  const per: Record<string, bigint> = { energy: 1000n, time: 3600n, minuteFeeCharging: 60n, idealFeeFullyCharged: 60n }
  const lines = [...sums].map(([key, quantity]) => {
    const [kind = '', rate = '0'] = key.split(' ')
    return { kind, rate, quantity, amount: r(quantity, BigInt(rate), per[kind] ?? 1n) }
  })
  const isNothing = stopWh === startWh || input.free === true
  const x = isNothing ? 0n : lines.reduce((sum, line) => sum + line.amount, 0n)
  const { taxPpm, pgChargesBearer } = input.snapshot
  const isInside = input.supply.supplierState === input.supply.placeOfSupply
  const totalOf = (taxable: bigint) => {
    const tax = BigInt(taxPpm)
    const gross = taxable + (isInside ? 2n * r(taxable, tax, 2_000_000n) : r(taxable, tax, 1_000_000n))
    return gross + (pgChargesBearer === 'EV' ? r(gross, BigInt(slowRate(input)), 1_000_000n) : 0n)
  }
  let taxable = x
  const hold = input.holdPaise
  if (hold !== undefined && totalOf(x) > hold) {
    let [fits, tooMuch] = [-1n, x]
    while (tooMuch - fits > 1n) {
      const middle = (fits + tooMuch) / 2n
      if (totalOf(middle) <= hold) fits = middle
      else tooMuch = middle
    }
    taxable = fits
  }
  const shown = isNothing ? [] : lines.map(l => `${l.kind} ${l.quantity} at ${l.rate}: ${l.amount}`)
  if (taxable < x) shown.push(`notCharged 1 at ${taxable - x}: ${taxable - x}`)
  return {
    lines: shown.sort(),
    taxable,
    total: totalOf(taxable),
    overrun: hold !== undefined && totalOf(x) > hold ? totalOf(x) - hold : 0n,
    idleSeconds,
    dropped,
    isExact: taxable === x || totalOf(taxable + 1n) > (hold ?? 0n),
  }
}

const paise = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4000 }))
const price = fc.record({
  priceType: fc.constantFrom<PriceDetail['priceType'][]>('kwh', 'kwh', 'min', 'hr'),
  pricePerKwhPaise: paise,
  pricePerHourPaise: paise,
  fixedFeeStartingPaise: paise,
  fixedFeeChargingPaise: paise,
  minuteFeeChargingPaise: paise,
  idealFeeFullyChargedPaise: paise,
})
/** A week cut at the same minutes every day, a slot of it missing now and then, or one price for all times. */
const prices = fc
  .record({
    cuts: fc.uniqueArray(fc.integer({ min: 700, max: 800 }), { maxLength: 4 }),
    list: fc.array(fc.option(price, { freq: 6 }), { minLength: 1, maxLength: 5 }),
    isFixed: fc.boolean(),
    taxPpm: fc.constantFrom(0, 50_000, 180_000, 280_000),
    transactionPpm: fc.constantFrom(0, 23_600, 35_400),
    pgChargesBearer: fc.constantFrom<('EV' | 'CPO')[]>('EV', 'CPO'),
  })
  .map(({ cuts, list, isFixed, ...terms }): PriceSnapshot => {
    if (isFixed) return { ...group('fixed', list.flatMap(p => (p ? [slot(p)] : [])).slice(0, 1)), ...terms }
    const ends = [...cuts.sort((a, b) => a - b), 1439]
    const details = [0, 1, 2, 3, 4, 5, 6].flatMap(day =>
      ends.flatMap((endMinute, i) => {
        const p = list[(day + i) % list.length]
        return p ? [slot({ ...p, day, startMinute: ends[i - 1] ?? 0, endMinute })] : []
      }),
    )
    return { ...group('variable', details), ...terms }
  })

const SECONDS = 4000
type Told1 = { second: number; ms: number; energyWh?: number; powerW?: number; offered?: 'yes' | 'no' }
/** Samples close together and far apart, also of one second, some outside the session or beyond its registers. */
const sample: fc.Arbitrary<Told1> = fc.record(
  {
    second: fc.oneof(
      fc.integer({ min: -20, max: SECONDS }),
      fc.integer({ min: 0, max: 40 }).map(n => n * 100),
    ),
    ms: fc.constantFrom(0, 0, 300, 900),
    energyWh: fc.oneof(fc.integer({ min: -10, max: 8000 }), fc.integer({ min: 0, max: 300 })),
    powerW: fc.constantFrom(0, 20, 299, 300, 7000),
    offered: fc.constantFrom('yes', 'no'),
  },
  { requiredKeys: ['second', 'ms'] },
)
const state = fc.record({
  second: fc.integer({ min: 0, max: SECONDS }),
  status: fc.constantFrom('Charging', 'Charging', 'SuspendedEV', 'SuspendedEVSE', 'Finishing'),
})
const atMs = (second: number, ms = 0) => new Date(clock(second).getTime() + ms)
const sampleAt = ({ second, ms, ...rest }: Told1): Sample => ({ at: atMs(second, ms), ...rest })
const stateAt = ({ second, status }: { second: number; status: string }): StatusAt => ({ at: atMs(second), status })

/** Half of them rise with the time, as a meter does. */
const readings = fc
  .record({ list: fc.array(sample, { maxLength: 30 }), isRising: fc.boolean(), draws: fc.boolean() })
  .map(({ list, isRising, draws }) =>
    list.map(one => {
      if (!isRising || one.energyWh === undefined) return one
      const full = Math.min(one.second, draws ? SECONDS : 900)
      return { ...one, energyWh: Math.max(0, 2 * full) }
    }),
  )
const rate = fc.constantFrom(0, 1, 10_000, 23_600, 999_999, 1_000_000)
const paidWith = fc.record({
  method: fc.constantFrom('card', 'upi', 'wallet', 'netbanking', null),
  cardNetwork: fc.constantFrom('RuPay', 'Visa', null),
  cardType: fc.constantFrom('debit', 'credit', null),
})
const sessions: fc.Arbitrary<BillInput> = fc
  .record({
    snapshot: prices,
    readings,
    states: fc.array(state, { maxLength: 4 }),
    seconds: fc.integer({ min: 0, max: SECONDS }),
    meterStopWh: fc.oneof(fc.integer({ min: 0, max: 8000 }), fc.constant(8000)),
    toleranceWatt: fc.constantFrom(0, 300),
    paymentType: fc.constantFrom<BillInput['paymentType'][]>('RFID', 'CARD', 'UPI', 'WALLET', 'PREPAID'),
    hold: fc.option(fc.integer({ min: 0, max: 30_000 })),
    paidWith: fc.option(paidWith),
    methodRates: fc.record({ upi: rate, rupayDebit: rate, card: rate, wallet: rate }, { requiredKeys: [] }),
    placeOfSupply: fc.constantFrom('27', '29'),
  })
  .map(({ readings, states, seconds, hold, placeOfSupply, ...rest }) => ({
    ...rest,
    startAt: clock(0),
    stopAt: clock(seconds),
    meterStartWh: 0,
    samples: readings.map(sampleAt),
    statuses: states.map(stateAt),
    supply: { supplierState: '27', placeOfSupply },
    holdPaise: hold === null ? undefined : BigInt(hold),
    commission: { percentPpm: 50_000, perKwhPaise: 100 },
  }))

const SESSIONS = Number(process.env.BILL_SESSIONS ?? 3000)
it('is that of a slow bill, second by second', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(sessions, input => {
      const made = bill(input)
      const slow = slowBill(input)
      const lines = made.lines.map(l => `${l.kind} ${l.quantity} at ${l.ratePaise}: ${l.amountPaise}`).sort()
      expect({
        lines,
        taxable: made.taxablePaise,
        total: made.totalPaise,
        overrun: made.overrunPaise,
        idleSeconds: made.idleSeconds,
        dropped: made.droppedSamples,
      }).toEqual({
        lines: slow.lines,
        taxable: slow.taxable,
        total: slow.total,
        overrun: slow.overrun,
        idleSeconds: slow.idleSeconds,
        dropped: slow.dropped,
      })
      if (input.holdPaise !== undefined) expect(made.totalPaise).toBeLessThanOrEqual(input.holdPaise)
      // A paisa more of taxable value would exceed the hold.
      expect(slow.isExact).toBe(true)
      const sum = (of: (piece: (typeof made.pieces)[number]) => number) => made.pieces.reduce((n, p) => n + of(p), 0)
      expect(sum(p => p.energyWh)).toBe(made.energyWh)
      expect(sum(p => p.seconds)).toBe(made.seconds)
      for (const p of made.pieces) {
        expect(Math.min(p.energyWh, p.seconds, p.idleSeconds, p.chargingSeconds)).toBeGreaterThanOrEqual(0)
        expect(p.idleSeconds + p.chargingSeconds).toBeLessThanOrEqual(p.seconds)
      }
    }),
    { numRuns: SESSIONS },
  )
})

it('does not depend on the order of its samples, of one second least of all', { timeout: 60_000 }, () => {
  const shuffled = sessions.chain(input =>
    fc.record({
      input: fc.constant(input),
      turned: fc.shuffledSubarray([...input.samples], { minLength: input.samples.length }),
      crowded: fc.array(fc.nat(Math.max(0, input.samples.length - 1)), { maxLength: 6 }),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ input, turned, crowded }) => {
      expect(bill({ ...input, samples: turned })).toEqual(bill(input))
      // Some of them moved into one second.
      const move = (list: readonly Sample[]) =>
        list.map(s => (crowded.some(i => input.samples[i] === s) ? { ...s, at: clock(1000) } : s))
      expect(bill({ ...input, samples: move(turned) })).toEqual(bill({ ...input, samples: move(input.samples) }))
    }),
    { numRuns: 1000 },
  )
})

it('never falls while samples arrive in order, nor at the end', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(sessions, fc.nat(600), fc.nat(500), ({ stopAt: _, meterStopWh: __, ...input }, later, more) => {
      const samples = input.samples
        .filter(s => s.at >= input.startAt && (s.energyWh ?? 0) >= 0)
        .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      let before = 0n
      let last = { at: input.startAt, wh: 0 }
      for (const [i, { at, energyWh = 0 }] of samples.entries()) {
        const statuses = (input.statuses ?? []).filter(s => s.at <= at)
        const now = running({ ...input, samples: samples.slice(0, i + 1), statuses }, at).totalPaise
        expect(now).toBeGreaterThanOrEqual(before)
        before = now
        last = { at, wh: Math.max(last.wh, energyWh) }
      }
      const stopAt = new Date(last.at.getTime() + later * 1000)
      const end = bill({ ...input, samples, stopAt, meterStopWh: last.wh + more })
      expect(end.totalPaise).toBeGreaterThanOrEqual(before)
    }),
    { numRuns: 2000 },
  )
})
