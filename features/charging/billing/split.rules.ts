// Where a session's energy, time and idle time belong: its register known at every slot border, its seconds charging,
// idle or neither. Whole Wh and whole seconds throughout.
import { round } from '@wattdesk/base/money'
import { type Knot, knotsOf, type Sample } from '#charging/metering/sample.rules.ts'
import { borderSeconds, type PriceSnapshot, slotIndexAt } from '#money/price-groups/price.rules.ts'
import { type DrawInput, drawOf, overlap } from './draw.rules.ts'

export type MeteringInput = DrawInput & { readonly samples: readonly Sample[]; readonly snapshot: PriceSnapshot }

type Mark = 'measured' | 'interpolated' | 'without samples'
export type Border = { at: Date; registerWh: number; mark: Mark }
/** The part of the session in one slot, -1 where none holds. Wh add up to the session's energy, seconds to its duration. */
export type Piece = {
  slot: number
  fromAt: Date
  energyWh: number
  seconds: number
  idleSeconds: number
  /** Neither idle, nor the ten free minutes before, nor withheld by us. */
  chargingSeconds: number
}

/** The register at each border: measured, or on the line between its neighbours; the cumulative value is rounded (M-2.3). */
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

/** The pieces of the session from its first to its last register, by slot, with the registers at the borders between. */
export const split = (input: MeteringInput, first: Knot, last: Knot) => {
  const { knots, moments, dropped } = knotsOf(input.samples, first, last, input.isRunning === true)
  const seconds = borderSeconds(input.snapshot, first.second, last.second)
  const borders = registersAt(seconds, knots)
  const draw = drawOf(moments, knots, input)
  const pieces: Piece[] = []
  let from = first
  for (let i = 0; i <= seconds.length; i++) {
    const second = seconds[i]
    const to = second === undefined ? last : { second, wh: borders[i]?.registerWh ?? last.wh }
    const length = to.second - from.second
    const idleSeconds = overlap(draw.idle, from.second, to.second)
    pieces.push({
      slot: slotIndexAt(input.snapshot, from.second),
      fromAt: new Date(from.second * 1000),
      energyWh: to.wh - from.wh,
      seconds: length,
      idleSeconds,
      chargingSeconds: length - idleSeconds - overlap(draw.unserved, from.second, to.second),
    })
    from = to
  }
  return { pieces, borders, dropped }
}
