// Turns traces on where the configuration names a collector.
import type { TraceSettings } from './otel.ts'
import { setTracing } from './traces.ts'
import { productVersion } from './version.ts'

/** Where traces go, and how many of them. */
export type TraceTarget = Pick<TraceSettings, 'url' | 'share'>

/** Returns the end of the traces, which sends what is still to be sent. Without a target nothing is loaded. */
export async function startTraces(
  target: TraceTarget | undefined,
  options: Pick<TraceSettings, 'node' | 'onError'>,
): Promise<() => Promise<void>> {
  if (!target) return async () => undefined
  const { openTracing } = await import('./otel.ts')
  const tracing = openTracing({ ...target, ...options, version: productVersion() })
  setTracing(tracing)
  return async () => {
    setTracing(undefined)
    await tracing.close()
  }
}
