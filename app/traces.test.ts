// From a click to the charger and back, over two nodes and NATS, as a collector of traces sees it.
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { natsBus } from '#platform/bus/nats.ts'
import { startTraces } from '#platform/telemetry/start-traces.ts'
import { isTracing } from '#platform/telemetry/traces.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { startNats, type TestNats } from '#testing/nats.ts'
import { at, bootedCharger, newTag } from '#testing/ocpp.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  links?: { traceId: string }[]
  status?: { code?: number }
}
type Sent = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] }

let collector: Server
let url: string
let spans: Span[] = []
let sentAs: Attribute[] = []
let nats: TestNats
const errors: unknown[] = []
beforeAll(async () => {
  nats = await startNats()
  collector = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', piece => {
      text += piece
    })
    request.on('end', () => {
      expect([request.method, request.url]).toEqual(['POST', '/v1/traces'])
      for (const { resource, scopeSpans } of (JSON.parse(text) as Sent).resourceSpans) {
        sentAs = resource.attributes
        spans.push(...scopeSpans.flatMap(s => s.spans))
      }
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(async () => {
  await nats.close()
  collector.close()
})
beforeEach(() => {
  spans = []
})

type Nodes = { a: TestApp; b: TestApp; close: () => Promise<void> }
async function twoNodes(): Promise<Nodes> {
  const bus = (node: string) => natsBus(nats.url, node, () => undefined)
  const a = await startApp({ node: 'a', bus: await bus('a') })
  const b = await a.another({ node: 'b', bus: await bus('b') })
  return {
    a,
    b,
    close: async () => {
      await b.close()
      await a.close()
      await a.services.bus.close()
      await b.services.bus.close()
    },
  }
}

/** A click on Remote Start at node b for a charger at node a; the charger accepts, and its session begins. */
async function clickStart({ a, b }: Nodes): Promise<void> {
  const { ws } = await a.listen()
  const c = await bootedCharger(a, ws)
  const idTag = await newTag(a)
  const headers = await b.as('operator')
  const sent = await b.app.inject({
    method: 'POST',
    url: '/cms/v1/remote/operation',
    headers,
    payload: { chargerId: c.id, remoteOperationType: 'RemoteStart', parameters: { idTag, connectorId: 1 } },
  })
  expect(sent.json()).toMatchObject({ success: true })
  const task = `/cms/v1/remote/operation/charger/${c.id}/task/${sent.json().taskId}`
  await expect.poll(async () => (await b.app.inject({ url: task, headers })).json().data.state).toBe('done')
  await c.call('StartTransaction', { connectorId: 1, idTag, meterStart: 1000, timestamp: at(0) })
  c.ws.terminate()
}

const fact = (s: Span | undefined, key: string) => s?.attributes.find(x => x.key === key)?.value

test('a click on Remote Start is one trace: call, task, bus, call to the charger, its answer, and what follows', async () => {
  const end = await startTraces({ url, share: 1 }, { node: 'b', onError: e => errors.push(e) })
  const nodes = await twoNodes()
  await clickStart(nodes)
  await nodes.close()
  await end()
  expect(errors).toEqual([])
  const click = spans.find(s => s.name === 'POST /cms/v1/remote/operation')
  const trace = spans.filter(s => s.traceId === click?.traceId)
  const byId = new Map(trace.map(s => [s.spanId, s]))
  /** The names from the click down to a span. */
  const way = (s: Span | undefined): string[] => (s ? [...way(byId.get(s.parentSpanId ?? '')), s.name] : [])
  const find = (name: string) => trace.find(s => s.name === name)
  expect(way(find('call RemoteStartTransaction'))).toEqual([
    'POST /cms/v1/remote/operation',
    'task RemoteStart',
    'bus to a',
    'bus at a',
    'call RemoteStartTransaction',
  ])
  expect(fact(find('call RemoteStartTransaction'), 'wattdesk.outcome')).toEqual({ stringValue: 'result' })
  expect(way(find('end of the task'))).toEqual(['POST /cms/v1/remote/operation', 'task RemoteStart', 'end of the task'])
  const told = trace
    .filter(s => s.name === 'event task')
    .map(s => [fact(s, 'wattdesk.state')?.stringValue, way(s).at(-2)])
  expect(told).toContainEqual(['done', 'end of the task'])
  // The task is stored within the call, and ended below its end.
  const statements = trace.filter(s => s.name === 'statement')
  const textsBelow = (name: string) =>
    statements.filter(s => way(s).includes(name)).map(s => fact(s, 'db.query.text')?.stringValue ?? '')
  expect(textsBelow('POST /cms/v1/remote/operation').some(text => /insert into .*task/.test(text))).toBe(true)
  expect(textsBelow('end of the task').length).toBeGreaterThan(0)
  // Nothing of it stands outside of the click, and the statements carry no values.
  expect(trace.filter(s => s !== click && !byId.has(s.parentSpanId ?? '')).map(s => s.name)).toEqual([])
  expect(fact(click, 'http.response.status_code')).toEqual({ intValue: 200 })
  expect(sentAs).toContainEqual({ key: 'service.name', value: { stringValue: 'wattdesk' } })
}, 60_000)

test('a message of a charger is a trace of its own, down to the batch of statements that stores it', async () => {
  const end = await startTraces({ url, share: 1 }, { node: 'b', onError: e => errors.push(e) })
  const nodes = await twoNodes()
  await clickStart(nodes)
  await nodes.close()
  await end()
  const message = spans.find(s => s.name === 'message StartTransaction')
  const trace = spans.filter(s => s.traceId === message?.traceId)
  expect(message?.parentSpanId ?? '').toBe('')
  const batch = trace.find(s => s.name === 'batch')
  expect(batch?.parentSpanId).toBe(message?.spanId)
  expect(trace.some(s => s.name === 'statement' && s.parentSpanId === batch?.spanId)).toBe(true)
}, 60_000)

test('without a collector nothing is made, and a share of none keeps nothing', async () => {
  const off = await startTraces(undefined, { node: 'b', onError: e => errors.push(e) })
  expect(isTracing()).toBe(false)
  await off()
  const end = await startTraces({ url, share: 0 }, { node: 'b', onError: e => errors.push(e) })
  const nodes = await twoNodes()
  await clickStart(nodes)
  await nodes.close()
  await end()
  expect(spans).toEqual([])
  expect(isTracing()).toBe(false)
}, 60_000)

test('only what a collector has turned on loads the SDK', () => {
  const files = globSync('{app,demo,features,gateway,packages,platform}/**/*.ts', {
    exclude: f => f.includes('node_modules') || f.endsWith('.test.ts'),
  })
  const lines = files.flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => /^import (?!type ).*(@opentelemetry\/|\/otel\.ts)/.test(line) && !file.endsWith('/otel.ts'))
      .map(line => `${file}: ${line}`),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(lines).toEqual([])
})

test('a collector that is away fails nothing and is told of', async () => {
  const end = await startTraces({ url: 'http://127.0.0.1:9/', share: 1 }, { node: 'b', onError: e => errors.push(e) })
  const nodes = await twoNodes()
  await clickStart(nodes)
  await nodes.close()
  await end()
  expect(errors.length).toBeGreaterThan(0)
}, 60_000)
