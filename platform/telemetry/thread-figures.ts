// The metrics that a thread counts, told to the thread that answers /metrics: each thread has its own copy of every counter.
import { type Cell, CellCounter } from './cells.ts'
import { counted } from './metrics.ts'
import { type PoolFigures, poolFigures, watchPool } from './pools.ts'

/** All counts of a thread so far, by the place of their counter, and its pools of connections as they stand. */
export type ThreadFigures = {
  counts: readonly (readonly Pick<Cell, 'labels' | 'value'>[])[]
  pools: readonly { pool: string; figures: PoolFigures }[]
}

const counters: readonly CellCounter<string>[] = (counted as readonly unknown[]).filter(c => c instanceof CellCounter)

/** The figures of the thread that calls. */
export const threadFigures = (): ThreadFigures => ({
  counts: counters.map(c => c.cells().map(({ labels, value }) => ({ labels, value }))),
  pools: poolFigures(),
})

/** Adds what one other thread counts to the metrics of this thread. Ends with the thread. */
export class FollowedThread {
  readonly #seen = new Map<Cell, number>()
  readonly #pools = new Map<string, { figures: PoolFigures; unwatch: () => void }>()

  take({ counts, pools }: ThreadFigures): void {
    for (const [i, cells] of counts.entries())
      for (const { labels, value } of cells) {
        const cell = counters[i]?.cell(labels)
        if (!cell) continue
        cell.add(value - (this.#seen.get(cell) ?? 0))
        this.#seen.set(cell, value)
      }
    for (const { pool, figures } of pools) {
      const known = this.#pools.get(pool)
      if (known) known.figures = figures
      else {
        const unwatch = watchPool(pool, () => this.#pools.get(pool)?.figures ?? figures)
        this.#pools.set(pool, { figures, unwatch })
      }
    }
  }
  end(): void {
    for (const { unwatch } of this.#pools.values()) unwatch()
  }
}
