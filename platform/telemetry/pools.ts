// The connections to the database by pool, looked at when somebody asks for the metrics.
import { Gauge } from 'prom-client'

export type PoolFigures = {
  /** Connections that are open, and those of them that are at work. */
  open: number
  busy: number
  /** Who waits for a connection, or behind others on a shared one. */
  waiting: number
}
const watched = new Set<{ pool: string; look: () => PoolFigures }>()

/** From now on the pool is in the metrics; the returned function takes it out. */
export function watchPool(pool: string, look: () => PoolFigures): () => void {
  const entry = { pool, look }
  watched.add(entry)
  return () => void watched.delete(entry)
}

/** All pools of this thread as they stand. */
export const poolFigures = (): { pool: string; figures: PoolFigures }[] =>
  [...watched].map(({ pool, look }) => ({ pool, figures: look() }))

const gauge = (name: string, help: string, figure: keyof PoolFigures) =>
  new Gauge({
    name,
    help,
    labelNames: ['pool'] as const,
    registers: [],
    collect() {
      this.reset()
      for (const { pool, look } of watched) this.inc({ pool }, look()[figure])
    },
  })
export const poolGauges = [
  gauge('wattdesk_database_connections', 'Open connections to the database, by pool', 'open'),
  gauge('wattdesk_database_connections_busy', 'Connections to the database at work, by pool', 'busy'),
  gauge(
    'wattdesk_database_waiting',
    'Statements and transactions that wait for a connection or behind others on a shared one, by pool',
    'waiting',
  ),
] as const
