// Figures that are read together from the database, at most once a second however many metrics and collectors ask. While
// they cannot be read these metrics have no values, which is better than old ones.
import { Counter, Gauge } from 'prom-client'

export type Value = { value: number; labels?: Record<string, string> }
/** `isCount`: only ever grows, as a counter of Prometheus does. */
export type Declared = { help: string; labels?: readonly string[]; isCount?: true }

const FRESH_MS = 1000
const PATIENCE_MS = 3000

export function storedFigures<N extends string>(
  declared: Readonly<Record<N, Declared>>,
  read: () => Promise<Readonly<Record<N, readonly Value[]>>>,
  onError: (error: unknown) => void,
): (Gauge | Counter)[] {
  type Read = Readonly<Record<N, readonly Value[]>> | undefined
  let last: Promise<Read> = Promise.resolve(undefined)
  let readMs = Number.NEGATIVE_INFINITY
  const fresh = (): Promise<Read> => {
    if (performance.now() - readMs < FRESH_MS) return last
    readMs = performance.now()
    last = inTime(read()).catch((error: unknown): Read => {
      onError(error)
      return undefined
    })
    return last
  }
  return Object.entries<Declared>(declared).map(([name, { help, labels = [], isCount }]) => {
    const options = { name, help, labelNames: [...labels], registers: [] }
    async function collect(this: Gauge | Counter): Promise<void> {
      const values = (await fresh())?.[name as N] ?? []
      this.reset()
      if (values.length === 0 && labels.length === 0) this.remove()
      for (const { value, labels: of = {} } of values) this.inc(of, value)
    }
    return isCount ? new Counter({ ...options, collect }) : new Gauge({ ...options, collect })
  })
}

async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_ok, no) => {
    timer = setTimeout(() => no(new Error(`The figures were not read within ${PATIENCE_MS} ms`)), PATIENCE_MS)
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}
