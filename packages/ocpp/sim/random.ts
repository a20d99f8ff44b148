// Repeatable chance: the same seed gives the same numbers on every machine, so a failing run can be run again.
// `Random` is a stream (sfc32), `noise` a stateless value for a seed and a place.

const hash = (text: string): number => {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return mix(h)
}

const mix = (value: number): number => {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad)
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97)
  return (h ^ (h >>> 15)) >>> 0
}

/** A seeded stream of numbers. A text seed is hashed, so `new Random('SIM-0001')` is a stream of its own. */
export class Random {
  private a: number
  private b: number
  private c: number
  private d = 1

  constructor(seed: number | string) {
    const h = typeof seed === 'string' ? hash(seed) : mix(seed)
    this.a = h
    this.b = mix(h ^ 0x9e3779b9)
    this.c = mix(h ^ 0x85ebca6b)
    for (let i = 0; i < 8; i++) this.next()
  }

  /** A number in [0, 1). */
  next(): number {
    const t = (((this.a + this.b) | 0) + this.d) | 0
    this.d = (this.d + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = ((this.c << 21) | (this.c >>> 11)) + t
    return (t >>> 0) / 4294967296
  }

  /** A number in [min, max). */
  between(min: number, max: number): number {
    return min + (max - min) * this.next()
  }

  /** A whole number in [min, max], both included. */
  int(min: number, max: number): number {
    return Math.floor(this.between(min, max + 1))
  }

  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One entry of the list; throws on an empty one. */
  pick<T>(list: readonly T[]): T {
    const chosen = list[this.int(0, list.length - 1)]
    if (chosen === undefined) throw new Error('nothing to pick from')
    return chosen
  }

  /** The waiting time until the next event of a Poisson process with this mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next())
  }

  /** `length` hexadecimal digits. */
  hex(length: number): string {
    let text = ''
    while (text.length < length) text += Math.floor(this.next() * 16).toString(16)
    return text
  }
}

/** A value in [-1, 1) that depends on the seed and the place alone, not on what was asked before. */
export function noise(seed: number, place: number, kind = 0): number {
  return mix(mix(seed ^ Math.imul(kind + 1, 0x9e3779b1)) ^ (Math.floor(place / 1000) | 0)) / 2147483648 - 1
}
