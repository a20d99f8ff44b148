// Errors that reached nobody who waits: counted for /metrics and logged, and the product goes on (D-GEN-18).
import { Counter } from 'prom-client'

/** Where an error came from that nobody waited for. */
export type FaultSource = 'rejection' | 'exception' | 'frame' | 'event'

export const faults = new Counter({
  name: 'wattdesk_unhandled_errors_total',
  help: 'Errors that nobody waited for, by where they came from; each is in the log',
  labelNames: ['source'] as const,
  // Every app has a registry of metrics of its own and includes this counter (platform/http/health.ts).
  registers: [],
})

type Log = { error: (o: { err: unknown }, text: string) => void }

/** Logs and counts an error that nobody waits for. */
export function noteFault(log: Log, source: FaultSource, error: unknown, text: string): void {
  faults.inc({ source })
  log.error({ err: error }, text)
}

/**
 * The last net of the process: a rejection or an exception that nobody handled is logged, counted and survived. Returns
 * the end of it.
 */
export function catchAll(log: Log): () => void {
  const rejected = (error: unknown) => noteFault(log, 'rejection', error, 'A rejection that nobody handled')
  const thrown = (error: unknown) => noteFault(log, 'exception', error, 'An exception that nobody handled')
  process.on('unhandledRejection', rejected)
  process.on('uncaughtException', thrown)
  return () => {
    process.off('unhandledRejection', rejected)
    process.off('uncaughtException', thrown)
  }
}
