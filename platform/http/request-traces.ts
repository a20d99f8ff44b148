// Calls of the API as spans: a trace begins with each call, and what its handler does stands below it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginSpan, isTracing, type OpenSpan } from '#platform/telemetry/traces.ts'

export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return done()
    const facts = {
      'http.request.method': endpoint.method,
      'http.route': endpoint.path,
      'wattdesk.request': request.id,
    }
    const span = beginSpan(`${endpoint.method} ${endpoint.path}`, facts, { kind: 'server', below: 'nothing' })
    if (!span) return done()
    spans.set(request, span)
    span.within(done)
  })
  // The body came by events of its connection, which know nothing of the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.within(done)
    else done()
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const facts = {
      'http.response.status_code': statusCode,
      ...(request.by && { 'wattdesk.user': request.by.userId ?? 0 }),
    }
    spans.get(request)?.end(facts, statusCode >= 500 ? `${statusCode}` : undefined)
  })
}
