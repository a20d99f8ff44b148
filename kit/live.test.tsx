import { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { query } from '@wattdesk/wire/call'
import { endpoint } from '@wattdesk/wire/endpoint'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { show, signInAs } from '#testing/web/render.tsx'
import { Connection, StaleNotice } from '#web/shell/connection.tsx'
import { batcher, patchAnswers, useLive, useLiveConnection, useLiveState, usePolling } from './live.ts'
import { pauseMs } from './live-stream.ts'
import { eventParser } from './sse.ts'

afterEach(() => vi.useRealTimers())

test('events are put together from any pieces; comments and unfinished ones give nothing', () => {
  const whole = ': hello\n\nevent: station\ndata: {"a":1}\n\ndata: x\r\ndata: y\r\n\r\nid: 4\ndata:z\n\n'
  const expected = [
    { event: 'station', data: '{"a":1}' },
    { event: 'message', data: 'x\ny' },
    { event: 'message', data: 'z', id: '4' },
  ]
  expect(eventParser()(whole)).toEqual(expected)
  const parse = eventParser()
  expect([...whole].flatMap(c => parse(c))).toEqual(expected)
  expect(eventParser()('data: half\n')).toEqual([])
})

test('the pauses grow from one to thirty seconds', () => {
  expect([1, 2, 3, 5, 9].map(n => pauseMs(n, 1))).toEqual([1000, 2000, 4000, 16_000, 30_000])
  expect(pauseMs(1, 0)).toBe(500)
})

test('events are handed on at once, then at most once a second, and none is lost', () => {
  vi.useFakeTimers()
  const got: (readonly number[])[] = []
  const b = batcher<number>(events => got.push(events))
  b.add(1)
  b.add(2)
  b.add(3)
  expect(got).toEqual([[1]])
  vi.advanceTimersByTime(999)
  expect(got).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(got).toEqual([[1], [2, 3]])
  vi.advanceTimersByTime(5000)
  b.add(4)
  expect(got).toEqual([[1], [2, 3], [4]])
  b.stop()
})

/** A server whose stream the test writes, breaks and refuses. */
function streamServer() {
  const asked: { url: string; auth: string | null }[] = []
  let now: ReadableStreamDefaultController<Uint8Array> | undefined
  let isUp = true
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    init.signal?.throwIfAborted()
    if (!isUp) throw new TypeError('Failed to fetch')
    asked.push({ url, auth: new Headers(init.headers).get('authorization') })
    const body = new ReadableStream<Uint8Array>({
      start: c => {
        now = c
        init.signal?.addEventListener('abort', () => c.error(init.signal?.reason))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  return {
    asked,
    say: (text: string) => now?.enqueue(new TextEncoder().encode(text)),
    cut: () => now?.error(new Error('line cut')),
    up: (yes: boolean) => {
      isUp = yes
    },
  }
}

function Watch({ heard }: { heard: string[] }) {
  useLiveConnection()
  useLive('access', events => heard.push(...events.map(e => e.type)))
  const { state, since } = useLiveState()
  return <output>{`${state} ${since ? 'since' : ''} ${usePolling(30_000)}`}</output>
}

test('the stream opens with the token, hands on events, says since when it is broken, and polling takes over', async () => {
  const server = streamServer()
  signInAs()
  const heard: string[] = []
  show(<Watch heard={heard} />)
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('open false'))
  expect(server.asked[0]?.url).toBe('/cms/v1/team/1/events')
  expect(server.asked[0]?.auth).toMatch(/^Bearer ./)
  await act(async () =>
    server.say('event: access\ndata: {"type":"access","at":"x","userId":7}\n\ndata: {"type":"unknown"}\n\n'),
  )
  await waitFor(() => expect(heard).toEqual(['access']))
  const asked = server.asked.length
  await act(async () => server.cut())
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('broken since 30000'))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('open false'))
  expect(server.asked).toHaveLength(asked + 1)
})

function Sign() {
  useLiveConnection()
  return (
    <>
      <Connection />
      <StaleNotice />
    </>
  )
}
const sign = () => screen.getByRole('status', { name: 'Connection' })
const step = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('two missing comments turn the sign: the data is as of the last thing heard', async () => {
  vi.useFakeTimers({ now: new Date('2025-03-04T10:00:00') })
  const server = streamServer()
  signInAs()
  show(<Sign />)
  await step(0)
  expect(sign()).toHaveTextContent('Live')
  for (let i = 0; i < 4; i++) {
    await step(5000)
    await act(async () => server.say(': still here\n\n'))
  }
  await step(0)
  expect(sign()).toHaveTextContent(/^Live$/)
  server.up(false)
  await step(11_000)
  expect(sign()).toHaveTextContent(/^Live$/)
  await step(1000)
  expect(sign()).toHaveTextContent('Not live')
  expect(screen.getByRole('alert')).toHaveTextContent('Data as of 10:00:20.')
  server.up(true)
  await step(1000)
  expect(sign()).toHaveTextContent(/^Live$/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a device that goes offline turns the sign at once, and back at once', async () => {
  const server = streamServer()
  signInAs()
  show(<Sign />)
  await waitFor(() => expect(sign()).toHaveTextContent(/^Live$/))
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.up(false)
  await act(async () => void globalThis.dispatchEvent(new Event('offline')))
  expect(sign()).toHaveTextContent('Offline')
  expect(screen.getByRole('alert')).toHaveTextContent(
    /^This device is offline. Data as of \d\d:\d\d:\d\d. Nothing can be sent until the connection is back.$/,
  )
  onLine.mockReturnValue(true)
  server.up(true)
  await act(async () => void globalThis.dispatchEvent(new Event('online')))
  await waitFor(() => expect(sign()).toHaveTextContent(/^Live$/), { timeout: 300 })
  onLine.mockRestore()
})

const answer = endpoint({ method: 'GET', path: '/rows', can: 'signed in', summary: '', data: z.array(z.number()) })
test('an event changes what is shown and leaves the error of the last reading where it is', async () => {
  const cache = new QueryClient()
  const asked = query(answer, {})
  let isUp = true
  const read = () =>
    cache.fetchQuery({ ...asked, queryFn: async () => (isUp ? { data: [1] } : Promise.reject(new Error('away'))) })
  await read()
  isUp = false
  await read().catch(() => undefined)
  patchAnswers(cache, answer, old => ({ ...old, data: [2] }))
  expect(cache.getQueryState(asked.queryKey)).toMatchObject({ data: { data: [2] }, status: 'error' })
  const before = cache.getQueryState(asked.queryKey)
  patchAnswers(cache, answer, old => old)
  expect(cache.getQueryState(asked.queryKey)).toBe(before)
})
