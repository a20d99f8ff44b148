// Counts and times on the path of a message: plain numbers in memory, put into the words of Prometheus when somebody asks
// for them. To add to one takes some nanoseconds and makes no object, whereas a labelled counter of prom-client builds a text
// of its labels each time.
import { Counter, Histogram } from 'prom-client'

type Labels<L extends string> = Record<L, string>
type About<L extends string> = { name: string; help: string; labels: readonly L[] }

/** The count of a counter for one set of labels. */
export class Cell<L extends string = string> {
  value = 0
  readonly labels: Labels<L>
  constructor(labels: Labels<L>) {
    this.labels = labels
  }
  add(by = 1): void {
    this.value += by
  }
}

/** A counter whose counts are cells. Whoever counts often keeps its cell. */
export class CellCounter<L extends string = never> extends Counter<L> {
  readonly #cells = new Map<string, Cell<L>>()

  constructor({ name, help, labels }: About<L>) {
    super({ name, help, labelNames: [...labels], registers: [] })
  }

  cell(labels: Labels<L>): Cell<L> {
    const key = JSON.stringify(labels)
    const known = this.#cells.get(key)
    if (known) return known
    const cell = new Cell(labels)
    this.#cells.set(key, cell)
    return cell
  }

  cells(): readonly Cell<L>[] {
    return [...this.#cells.values()]
  }

  override async get(): ReturnType<Counter<L>['get']> {
    const values = [...this.#cells.values()].map(({ labels, value }) => ({ labels, value }))
    return { ...(await super.get()), values }
  }
}

/** The times of certain labels: how many took at most each bound, and their sum. */
export class Times<L extends string = string> {
  sum = 0
  readonly labels: Labels<L>
  readonly bounds: readonly number[]
  /** How many times ended within each bound and not within the one before; the last one, beyond all of them. */
  readonly counts: number[]

  constructor(labels: Labels<L>, bounds: readonly number[]) {
    this.labels = labels
    this.bounds = bounds
    this.counts = new Array<number>(bounds.length + 1).fill(0)
  }
  add(seconds: number): void {
    let n = 0
    while (n < this.bounds.length && seconds > (this.bounds[n] as number)) n++
    this.counts[n] = (this.counts[n] as number) + 1
    this.sum += seconds
  }
}

/** A histogram whose times are kept the same way. */
export class TimesHistogram<L extends string> extends Histogram<L> {
  readonly #times = new Map<string, Times<L>>()
  readonly #about: About<L> & { bounds: readonly number[] }

  constructor(about: About<L> & { bounds: readonly number[] }) {
    const { name, help, labels, bounds } = about
    super({ name, help, labelNames: [...labels], buckets: [...bounds], registers: [] })
    this.#about = about
  }

  times(labels: Labels<L>): Times<L> {
    const key = JSON.stringify(labels)
    const known = this.#times.get(key)
    if (known) return known
    const times = new Times(labels, this.#about.bounds)
    this.#times.set(key, times)
    return times
  }

  override async get(): ReturnType<Histogram<L>['get']> {
    const values = [...this.#times.values()].flatMap(t => this.#valuesOf(t))
    const { name, help } = this.#about
    return { name, help, type: 'histogram', aggregator: 'sum', values } as never
  }
  /** Asked for by the registry where it writes text, in place of `get`. */
  getForPromString(): ReturnType<Histogram<L>['get']> {
    return this.get()
  }

  #valuesOf({ labels, bounds, counts, sum }: Times<L>) {
    const { name } = this.#about
    let all = 0
    const buckets = counts.map((count, n) => {
      all += count
      return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[n] ?? '+Inf' }, value: all }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: all },
    ]
  }
}
