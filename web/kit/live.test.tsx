import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { show, signInAs } from '../test-render.tsx'
import { batcher, useLive, useLiveConnection, useLiveState, usePolling } from './live.ts'
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

function Watch({ heard }: { heard: string[] }) {
  useLiveConnection()
  useLive('access', events => heard.push(...events.map(e => e.type)))
  const { state, since } = useLiveState()
  return <output>{`${state} ${since ? 'since' : ''} ${usePolling(30_000)}`}</output>
}

test('the stream opens with the token, hands on events, says since when it is broken, and polling takes over', async () => {
  const asked: { url: string; auth: string | null }[] = []
  let write: ReadableStreamDefaultController<Uint8Array> | undefined
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, auth: new Headers(init.headers).get('authorization') })
    const body = new ReadableStream<Uint8Array>({
      start: c => {
        write = c
        init.signal?.addEventListener('abort', () => c.error(init.signal?.reason))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  signInAs()
  const heard: string[] = []
  show(<Watch heard={heard} />)
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('open false'))
  expect(asked[0]?.url).toBe('/cms/v1/team/1/events')
  expect(asked[0]?.auth).toMatch(/^Bearer ./)
  await act(async () =>
    write?.enqueue(
      new TextEncoder().encode(
        'event: access\ndata: {"type":"access","at":"x","userId":7}\n\ndata: {"type":"unknown"}\n\n',
      ),
    ),
  )
  await waitFor(() => expect(heard).toEqual(['access']))
  await act(async () => write?.error(new Error('line cut')))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('broken since 30000'))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('open false'))
  expect(asked).toHaveLength(2)
})
