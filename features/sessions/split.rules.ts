// Where a session's energy, time and idle time belong: its samples judged, its register known at every slot border,
// and the time in which the car rested although power was offered to it. Whole Wh and whole seconds throughout.
import { round } from '@wattdesk/base/money'
import { borderSeconds, type PriceSnapshot, slotIndexAt } from '../price-groups/price.rules.ts'

/** What the charger said at one time. `energyWh` is the register, not a difference. */
export type Sample = {
  readonly at: Date
  readonly energyWh?: number | undefined
  readonly powerW?: number | undefined
  /** 'no': SuspendedEVSE, or a limit of ours below 6 A; missing = 'yes'. Only 'yes' lets idle time run. */
  readonly offered?: 'yes' | 'no' | 'unknown' | undefined
  /** The car itself has stopped drawing; counts as no power, whatever `powerW` says. */
  readonly suspendedEv?: boolean | undefined
}

export type MeteringInput = {
  readonly samples: readonly Sample[]
  readonly snapshot: PriceSnapshot
  readonly toleranceWatt: number
  /** Samples further apart than this leave a time without samples between them; default 900. */
  readonly maxSampleGapSeconds?: number | undefined
}

export type Mark = 'measured' | 'interpolated' | 'without samples'
export type Border = { at: Date; registerWh: number; mark: Mark }
/** The part of the session in one slot. Wh add up to the session's energy, seconds to its duration. */
export type Piece = { slot: number; fromAt: Date; energyWh: number; seconds: number; idleSeconds: number }

/** `chargingSeconds` are those that are neither idle nor the ten free minutes before idle time. */
export type Metered = Piece & { chargingSeconds: number }

const idleAfter = 600
/** Whole seconds since 1970, the unit of time in which sessions are billed. */
export const secondOf = (at: Date): number => Math.floor(at.getTime() / 1000)

export type Knot = { second: number; wh: number }
type State = { second: number; sample: Sample }

/** Usable samples in order of time, as register knots between the authoritative ends and as states of the car. */
const readSamples = (input: MeteringInput, first: Knot, last: Knot) => {
  const knots: Knot[] = [first]
  const states: State[] = []
  let dropped = 0
  let knot = first
  for (const { second, sample } of inOrder(input.samples)) {
    const wh = sample.energyWh === undefined ? undefined : Math.round(sample.energyWh)
    if (!(second >= first.second && second <= last.second) || (wh !== undefined && !(wh >= knot.wh && wh <= last.wh))) {
      dropped += 1
      continue
    }
    states.push({ second, sample })
    if (wh === undefined || second === first.second || second === last.second) continue
    if (second === knot.second) knot.wh = wh
    else {
      knot = { second, wh }
      knots.push(knot)
    }
  }
  knots.push(last)
  return { knots, states, dropped }
}

/** By time; what has no readable time stands outside every session. */
const inOrder = (samples: readonly Sample[]): State[] => {
  let before = Number.NEGATIVE_INFINITY
  let sorted = true
  const list = samples.map(sample => {
    const at = sample.at.getTime()
    sorted &&= at >= before
    before = at
    return { second: Math.floor(at / 1000), sample }
  })
  if (sorted) return list
  const key = ({ sample }: State): number => (Number.isNaN(sample.at.getTime()) ? 0 : sample.at.getTime())
  return list.sort((a, b) => key(a) - key(b))
}

/** The register at each border: measured, or on the line between its neighbours; the cumulative value is rounded. */
const registersAt = (seconds: readonly number[], knots: readonly Knot[]): Border[] => {
  let i = 1
  return seconds.map(second => {
    while ((knots[i]?.second ?? second) < second) i++
    const a = knots[i - 1] as Knot
    const b = knots[i] as Knot
    const at = new Date(second * 1000)
    if (b.second === second) return { at, registerWh: b.wh, mark: 'measured' }
    const part = round(BigInt(b.wh - a.wh), BigInt(second - a.second), BigInt(b.second - a.second))
    return { at, registerWh: a.wh + Number(part), mark: knots.length === 2 ? 'without samples' : 'interpolated' }
  })
}

type Span = { from: number; to: number }

/** The idle spans, and the ten minutes before them that are free. */
const idleSpans = (
  states: readonly State[],
  knots: readonly Knot[],
  input: MeteringInput,
): { idle: Span[]; free?: Span } => {
  const stop = knots.at(-1)?.second ?? 0
  const gap = input.maxSampleGapSeconds ?? 900
  const idle: Span[] = []
  let free: Span | undefined
  let since: number | undefined
  let k = 1
  /** Mean power between the register readings around a span, where they are close enough. */
  const meanW = (from: number, to: number): number | undefined => {
    while (k < knots.length - 1 && (knots[k]?.second ?? 0) <= from) k++
    const a = knots[k - 1] as Knot
    const b = knots[k] as Knot
    if (a.second > from || b.second < to || b.second - a.second > gap || knots.length === 2) return undefined
    return ((b.wh - a.wh) * 3600) / (b.second - a.second)
  }
  const resting = (from: number, to: number, sample: Sample | undefined): boolean => {
    if ((sample?.offered ?? 'yes') !== 'yes' || to - from > gap) return false
    const watt = sample?.suspendedEv ? 0 : (sample?.powerW ?? meanW(from, to))
    return watt !== undefined && watt < input.toleranceWatt
  }
  const pass = (from: number, to: number, sample: Sample | undefined): void => {
    if (to <= from) return
    if (!resting(from, to, sample)) {
      since = undefined
      return
    }
    since ??= from
    if (free) idle.push({ from, to })
    else if (to - since >= idleAfter) {
      free = { from: since, to: since + idleAfter }
      if (to > free.to) idle.push({ from: free.to, to })
    }
  }
  if (states.length === 0) return { idle }
  pass(knots[0]?.second ?? 0, states[0]?.second ?? 0, undefined)
  for (const [i, { second, sample }] of states.entries()) pass(second, states[i + 1]?.second ?? stop, sample)
  return free ? { idle, free } : { idle }
}

const overlap = (spans: readonly Span[], from: number, to: number): number => {
  let sum = 0
  for (const span of spans) sum += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from))
  return sum
}

/** The pieces of the session, by slot, with the registers at the borders between them. */
export const split = (input: MeteringInput, first: Knot, last: Knot) => {
  const { knots, states, dropped } = readSamples(input, first, last)
  const seconds = borderSeconds(input.snapshot, first.second, last.second)
  const borders = registersAt(seconds, knots)
  const { idle, free } = idleSpans(states, knots, input)
  const pieces: Metered[] = []
  let from = first
  for (let i = 0; i <= seconds.length; i++) {
    const second = seconds[i]
    const to = second === undefined ? last : { second, wh: borders[i]?.registerWh ?? last.wh }
    const idleSeconds = overlap(idle, from.second, to.second)
    const length = to.second - from.second
    pieces.push({
      slot: slotIndexAt(input.snapshot, from.second),
      fromAt: new Date(from.second * 1000),
      energyWh: to.wh - from.wh,
      seconds: length,
      idleSeconds,
      chargingSeconds: length - idleSeconds - (free ? overlap([free], from.second, to.second) : 0),
    })
    from = to
  }
  return { pieces, borders, dropped }
}
