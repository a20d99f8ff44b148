// How a car drew power in a past session, and how far it gets along that curve under less power. The only state is its
// place on its own past: where it gets as much power as then, time runs alike; with half the power, half as fast.
import type { Sample } from '#charging/billing/bill.rules.ts'

/** ms since the start of the session, and Wh by then; both grow. */
export type Point = { ms: number; wh: number }
/** Below this power a car holds back by itself, W: it waits, or has enough. */
const HOLDS_BACK_W = 100
const HOUR_MS = 3_600_000

type Session = {
  startedAt: number
  stoppedAt: number
  meterStartWh: number
  meterStopWh: number
  readings: readonly Sample[]
}
/** Returns the register from start to stop; readings that go back or lie outside are skipped. */
export function curveOf({ startedAt, stoppedAt, meterStartWh, meterStopWh, readings }: Session): Point[] {
  const end = { ms: stoppedAt - startedAt, wh: Math.max(0, meterStopWh - meterStartWh) }
  const points: Point[] = [{ ms: 0, wh: 0 }]
  const read = readings
    .flatMap(r =>
      Number.isFinite(r.energyWh) ? [{ ms: r.at.getTime() - startedAt, wh: (r.energyWh ?? 0) - meterStartWh }] : [],
    )
    .sort((a, b) => a.ms - b.ms)
  for (const p of read) {
    const last = points.at(-1) as Point
    if (p.ms > last.ms && p.wh >= last.wh && p.ms < end.ms && p.wh <= end.wh) points.push(p)
  }
  if (end.ms > 0) points.push(end)
  return points
}

export class Car {
  readonly points: readonly Point[]
  /** The car's place on its own past, ms. */
  ms = 0
  private at = 0
  constructor(points: readonly Point[]) {
    this.points = points
  }
  private get piece(): { from: Point; to: Point } | undefined {
    while (this.at + 1 < this.points.length && (this.points[this.at + 1] as Point).ms <= this.ms) this.at++
    const [from, to] = [this.points[this.at], this.points[this.at + 1]]
    return from && to && { from, to }
  }
  /** The power that the car would draw now, W; 0 at the end of its past. */
  get wantedW(): number {
    const p = this.piece
    return p ? ((p.to.wh - p.from.wh) * HOUR_MS) / (p.to.ms - p.from.ms) : 0
  }
  get wants(): boolean {
    return this.wantedW >= HOLDS_BACK_W
  }
  /** The energy that the car has got, Wh. */
  get wh(): number {
    const p = this.piece
    if (!p) return this.points.at(-1)?.wh ?? 0
    return p.from.wh + ((p.to.wh - p.from.wh) * (this.ms - p.from.ms)) / (p.to.ms - p.from.ms)
  }
  /** The most power that the car ever drew, W. */
  get mostW(): number {
    return this.points.reduce((most, p, i) => {
      const before = this.points[i - 1]
      return before ? Math.max(most, ((p.wh - before.wh) * HOUR_MS) / (p.ms - before.ms)) : most
    }, 0)
  }
  /** Lets time pass at `allowedW`. A car that holds back by itself does so for as long as it did then. */
  drive(forMs: number, allowedW: number): void {
    for (let left = forMs; left > 1e-6; ) {
      const p = this.piece
      if (!p) return
      const wanted = this.wantedW
      const pace = wanted < HOLDS_BACK_W ? 1 : Math.min(1, allowedW / wanted)
      if (pace <= 0) return
      const taken = Math.min(left, (p.to.ms - this.ms) / pace)
      // The end of a piece is reached exactly, whatever the rounding.
      this.ms = taken < left || taken * pace >= p.to.ms - this.ms ? p.to.ms : this.ms + taken * pace
      left -= taken
    }
  }
}
