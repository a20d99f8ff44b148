// Response times in buckets that grow by 5 percent: any number of values in a few kilobytes, percentiles within 5 percent.

const GROWTH = Math.log(1.05)
const SMALLEST_MS = 0.01
const BUCKETS = 320 // up to a minute

export class Histogram {
  private readonly counts = new Uint32Array(BUCKETS)
  count = 0
  maxMs = 0

  add(ms: number): void {
    const bucket = Math.floor(Math.log(Math.max(ms, SMALLEST_MS) / SMALLEST_MS) / GROWTH)
    const at = Math.min(BUCKETS - 1, bucket)
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.count++
    if (ms > this.maxMs) this.maxMs = ms
  }

  /** The time that this part of the values (0 to 1) stays under, in milliseconds; 0 without values. */
  percentile(part: number): number {
    let left = Math.ceil(this.count * part)
    if (left === 0) return 0
    for (let at = 0; at < BUCKETS; at++) {
      left -= this.counts[at] ?? 0
      if (left <= 0) return Math.min(this.maxMs, SMALLEST_MS * Math.exp(GROWTH * (at + 1)))
    }
    return this.maxMs
  }
}
