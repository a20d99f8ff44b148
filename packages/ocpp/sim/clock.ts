// Time as an argument: a simulated charger reads the time from a Clock and waits on a Clock, on nothing else. A clock
// keeps a single heap of due acts and at most one Node timer, so thousands of idle chargers cost one heap entry each.

export interface Timer {
  cancel(): void
}

export interface Clock {
  /** Milliseconds since 1970 by this clock. */
  now(): number
  /** Runs `act` once, `ms` of this clock's time from now. */
  after(ms: number, act: () => void): Timer
}

interface Entry extends Timer {
  at: number
  order: number
  act: (() => void) | undefined
}

const before = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** A binary heap of acts by due time, first come first served among equals. */
class Agenda {
  private heap: Entry[] = []
  private order = 0
  live = 0
  private readonly onChange: () => void

  constructor(onChange: () => void) {
    this.onChange = onChange
  }

  add(at: number, act: () => void): Timer {
    const entry: Entry = {
      at,
      order: this.order++,
      act,
      cancel: () => {
        if (entry.act === undefined) return
        entry.act = undefined
        this.live--
        if (this.live === 0) this.heap = []
        this.onChange()
      },
    }
    this.live++
    this.heap.push(entry)
    this.rise(this.heap.length - 1)
    this.onChange()
    return entry
  }

  /** When the next act is due, if there is one. */
  get nextAt(): number | undefined {
    while (this.heap[0] && this.heap[0].act === undefined) this.removeFirst()
    return this.heap[0]?.at
  }

  /** Takes the next act out when it is due at `now`. */
  due(now: number): (() => void) | undefined {
    const at = this.nextAt
    const first = this.heap[0]
    if (at === undefined || first === undefined || at > now) return undefined
    const act = first.act
    first.act = undefined
    this.live--
    this.removeFirst()
    return act
  }

  private rise(from: number): void {
    let i = from
    for (;;) {
      const up = (i - 1) >> 1
      const child = this.heap[i]
      const parent = this.heap[up]
      if (!child || !parent || i === 0 || !before(child, parent)) return
      this.heap[i] = parent
      this.heap[up] = child
      i = up
    }
  }

  private removeFirst(): void {
    const last = this.heap.pop()
    if (!last || this.heap.length === 0) return
    this.heap[0] = last
    let i = 0
    for (;;) {
      const left = 2 * i + 1
      const a = this.heap[left]
      const b = this.heap[left + 1]
      const child = b && a && before(b, a) ? left + 1 : left
      const smaller = this.heap[child]
      const here = this.heap[i]
      if (!smaller || !here || !before(smaller, here)) return
      this.heap[i] = smaller
      this.heap[child] = here
      i = child
    }
  }
}

/**
 * A clock that runs by itself: real time, or `timeScale` times as fast from `startAt` (ms since 1970, default now).
 * Its only Node timer is armed while something is due, so it does not keep an idle process alive.
 */
export function runningClock({ timeScale = 1, startAt }: { timeScale?: number; startAt?: number } = {}): Clock {
  const wall = (): number => performance.timeOrigin + performance.now()
  const begun = wall()
  const base = startAt ?? begun
  const now = (): number => Math.floor(base + (wall() - begun) * timeScale)
  let armed: NodeJS.Timeout | undefined
  let armedFor = Number.POSITIVE_INFINITY
  let running = false
  const arm = (): void => {
    if (running) return
    const at = agenda.nextAt ?? Number.POSITIVE_INFINITY
    if (at === armedFor) return
    clearTimeout(armed)
    armedFor = at
    armed =
      at === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(run, Math.min(2 ** 31 - 1, Math.max(0, (at - now()) / timeScale)))
  }
  const run = (): void => {
    running = true
    armedFor = Number.POSITIVE_INFINITY
    try {
      for (let act = agenda.due(now()); act; act = agenda.due(now())) act()
    } finally {
      running = false
      arm()
    }
  }
  const agenda = new Agenda(arm)
  return { now, after: (ms, act) => agenda.add(now() + Math.max(0, ms), act) }
}

export interface ManualClock extends Clock {
  /** Moves time on by `ms`, running what falls due on the way, each at its own instant. */
  advance(ms: number): void
  /** How many acts are waiting. */
  readonly waiting: number
}

/** A clock that stands still until a test moves the time: for tests that need hours in a millisecond. @public */
export function manualClock(startAt: number): ManualClock {
  let time = startAt
  const agenda = new Agenda(() => undefined)
  return {
    now: () => time,
    after: (ms, act) => agenda.add(time + Math.max(0, ms), act),
    advance(ms) {
      const end = time + ms
      for (;;) {
        const at = agenda.nextAt
        if (at === undefined || at > end) break
        time = Math.max(time, at)
        agenda.due(time)?.()
      }
      time = end
    },
    get waiting() {
      return agenda.live
    },
  }
}

/** The shared clock of real time: network waits of every charger, and the charger's own time unless it has another. */
export const realTime: Clock = runningClock()
