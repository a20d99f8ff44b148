// Traces by the SDK of OpenTelemetry, sent to a collector by OTLP over HTTP. Loaded only where traces are on.
import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import type { Facts, Kind, SpanOptions, Tracing } from './traces.ts'

export type TraceSettings = {
  /** Address of a collector; without a path OTLP's own is added. */
  url: string
  /** How many of the traces that begin here are kept, from 0 to 1. */
  share: number
  node: string
  version: string
  /** Told when spans could not be sent. */
  onError: (error: unknown) => void
}

const KINDS: Readonly<Record<Kind, SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
}
/** How long a collector may take; the end of the product waits for the last spans no longer. */
const PATIENCE_MS = 3000
const w3c = new W3CTraceContextPropagator()
const header = {
  get: (carrier: { traceparent: string | undefined }, key: string) =>
    key === 'traceparent' ? carrier.traceparent : undefined,
  keys: () => ['traceparent'],
}

function endpointOf(address: string): string {
  const url = new URL(address)
  if (url.pathname === '/') url.pathname = '/v1/traces'
  return url.href
}

const contextOf = (below: SpanOptions['below'] = 'now'): Context => {
  if (below === 'now') return context.active()
  return below === 'nothing' ? ROOT_CONTEXT : w3c.extract(ROOT_CONTEXT, below, header)
}

/** A failure is told by the name of its error alone: a text may hold what somebody typed. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' })
  span.end()
}

/** Does work with `span` as what runs now, and ends the span with it. */
function within<R>(span: Span, base: Context, work: () => R): R {
  let result: R
  try {
    result = context.with(trace.setSpan(base, span), work)
  } catch (error) {
    fail(span, error)
    throw error
  }
  if (!(result instanceof Promise)) {
    span.end()
    return result
  }
  return result.then(
    value => {
      span.end()
      return value
    },
    error => {
      fail(span, error)
      throw error
    },
  ) as R
}

export function openTracing({ url, share, node, version, onError }: TraceSettings): Tracing {
  const manager = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(manager)
  setGlobalErrorHandler(onError)
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAME]: 'wattdesk',
      [ATTR_SERVICE_VERSION]: version,
      [ATTR_SERVICE_INSTANCE_ID]: node,
    }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: endpointOf(url), timeoutMillis: PATIENCE_MS }) }),
    ],
  })
  const tracer = provider.getTracer('wattdesk', version)
  const begin = (name: string, facts: Facts, base: Context, kind: Kind = 'internal', links: readonly Span[] = []) =>
    tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes: facts, links: links.map(s => ({ context: s.spanContext() })) },
      base,
    )

  return {
    run: (name, facts, { kind, below }, work) => {
      const base = contextOf(below)
      const span = begin(name, facts, base, kind)
      return within(span, base, () => work(more => void span.setAttributes(more)))
    },
    open: (name, facts, { kind, below }) => {
      const base = contextOf(below)
      const span = begin(name, facts, base, kind)
      const inside = trace.setSpan(base, span)
      return {
        within: work => context.with(inside, work),
        end: (more, failure) => {
          span.setAttributes(more)
          if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
          span.end()
        },
      }
    },
    isKept: () => trace.getActiveSpan()?.isRecording() === true,
    traceparent: () => {
      const carrier: { traceparent?: string } = {}
      w3c.inject(context.active(), carrier, {
        set: (to, key, value) => {
          if (key === 'traceparent') to.traceparent = value
        },
      })
      return carrier.traceparent
    },
    asked: () => trace.getActiveSpan(),
    together: (name, asked, work) => {
      const [first, ...others] = (asked as readonly (Span | undefined)[]).filter(s => s?.isRecording()) as Span[]
      if (!first) return context.with(ROOT_CONTEXT, work)
      const base = trace.setSpan(ROOT_CONTEXT, first)
      return within(begin(name, { 'wattdesk.items': asked.length }, base, 'internal', others), base, work)
    },
    apart: work => context.with(ROOT_CONTEXT, work),
    close: async () => {
      await provider.shutdown().catch(onError)
      context.disable()
      manager.disable()
    },
  }
}
