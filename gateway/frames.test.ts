// Large frames: how large one may be before and after the boot, how many may be under way together, and what the log
// keeps of them (D-OCPP-7, O-21).
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newCharger, newTag, sessionsOf, start } from '#testing/ocpp.ts'
import { ocppSide } from './gateway.ts'
import { newIntake } from './intake.ts'
import { FrameRoom, type Guarded, LARGE_FRAME_BYTES, SMALL_FRAME_BYTES } from './room.ts'

let t: TestApp
let base: { http: string; ws: string }
/** A second node on which one large frame may be under way at a time. */
let narrow: { ws: string; server: Server; close: () => Promise<void> }
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
  const server = createServer()
  const side = ocppSide({ ...t.services, node: 'narrow' }, { frameRoomBytes: LARGE_FRAME_BYTES })
  side.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  narrow = {
    ws: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    close: async () => {
      await side.close()
      await new Promise(ok => server.close(ok))
    },
  }
})
afterAll(async () => {
  await narrow.close()
  await t.close()
})

/** A DataTransfer of exactly so many bytes. */
const transfer = (id: string, bytes: number, character = 'x'): string => {
  const around = JSON.stringify([2, id, 'DataTransfer', { vendorId: 'v', data: '' }])
  return around.replace('"data":""', `"data":"${character.repeat(bytes - around.length)}"`)
}
const answerTo = (c: TestCharger, id: string) => c.next(f => f[0] !== 2 && f[1] === id)
/** Resolves when the server has taken in what was sent before on another socket. */
const isServed = async (c: TestCharger) => {
  expect(await c.call('Heartbeat', {})).toHaveProperty('currentTime')
}

describe('how large a frame may be', () => {
  test.each(['Pending', 'Accepted'] as const)(
    'before an accepted boot (%s) 256 KiB, beyond 1009 [21]',
    async registrationStatus => {
      const { id } = await newCharger(t, { registrationStatus })
      const c = await TestCharger.open(base.ws, id)
      if (registrationStatus === 'Pending') await c.boot()
      const other = await bootedCharger(t, base.ws)
      c.send(transfer('fits', SMALL_FRAME_BYTES))
      expect((await answerTo(c, 'fits'))[2]).toBe('SecurityError')
      const closed = c.closed()
      c.send(transfer('large', SMALL_FRAME_BYTES + 1))
      expect(await closed).toBe(1009)
      await isServed(other)
      await other.close()
    },
  )

  test('after it 4 MiB, on the same connection, in pieces too, beyond 1009 [21] [22]', async () => {
    const { id } = await newCharger(t)
    const c = await TestCharger.open(base.ws, id)
    c.onCall = () => ({ status: 'Accepted' })
    await c.boot()
    for (const bytes of [SMALL_FRAME_BYTES + 1, LARGE_FRAME_BYTES]) {
      c.send(transfer(`b${bytes}`, bytes))
      expect((await answerTo(c, `b${bytes}`))[2]).toEqual({ status: 'UnknownVendorId' })
    }
    const text = transfer('pieces', 1_000_000)
    for (let n = 0; n < text.length; n += 100_000)
      c.ws.send(text.slice(n, n + 100_000), { fin: n + 100_000 >= text.length, binary: false })
    expect((await answerTo(c, 'pieces'))[2]).toEqual({ status: 'UnknownVendorId' })
    await isServed(c)
    const closed = c.closed()
    c.send(transfer('large', LARGE_FRAME_BYTES + 1))
    expect(await closed).toBe(1009)
    // Acceptance outlives connections, and so does what it allows.
    const again = await TestCharger.open(base.ws, id)
    again.send(transfer('again', 1_000_000))
    expect((await answerTo(again, 'again'))[2]).toEqual({ status: 'UnknownVendorId' })
    await again.close()
  })

  test('a StopTransaction with all its samples, of 3 MiB, ends and bills its session', async () => {
    const c = await bootedCharger(t, base.ws)
    const { transactionId } = await start(c, await newTag(t), { meterStart: 0 })
    const transactionData = Array.from({ length: 2000 }, (_, n) =>
      energy(at(n / 100), n * 5, { value: 'S'.repeat(1500), format: 'SignedData' }),
    )
    const stop = { transactionId, meterStop: 10_000, timestamp: at(20), transactionData }
    expect(JSON.stringify(stop).length).toBeGreaterThan(3_000_000)
    expect(await c.call('StopTransaction', stop)).toEqual({})
    expect(await sessionsOf(t, c.pk)).toMatchObject([{ totalPaise: 21_240 }])
    await c.close()
  }, 20_000)
})

describe('how many may be under way', () => {
  const booted = async () => {
    const { id } = await newCharger(t)
    const c = await TestCharger.open(narrow.ws, id)
    c.onCall = () => ({ status: 'Accepted' })
    await c.boot()
    return c
  }
  const half = 2 * 1024 * 1024
  /** Begins a frame and leaves it open. */
  const begin = (c: TestCharger, id: string) => {
    const text = transfer(id, 2 * half)
    c.ws.send(text.slice(0, half), { fin: false, binary: false })
    return () => c.ws.send(text.slice(half), { fin: true, binary: false })
  }

  test('one that finds no room waits unread, small ones do not, and its turn comes', async () => {
    const [slow, waiting, small] = [await booted(), await booted(), await booted()]
    const end = begin(slow, 'slow')
    // Data in this process's socket buffers goes out turn by turn: the beginning has arrived before these answers.
    for (let n = 0; n < 20; n++) await isServed(small)
    waiting.send(transfer('waiting', 3_000_000))
    for (let n = 0; n < 50; n++) await isServed(small)
    expect(waiting.frames.filter(f => f[1] === 'waiting')).toEqual([])
    end()
    expect((await answerTo(slow, 'slow'))[2]).toEqual({ status: 'UnknownVendorId' })
    expect((await answerTo(waiting, 'waiting'))[2]).toEqual({ status: 'UnknownVendorId' })
    await Promise.all([slow, waiting, small].map(c => c.close()))
  }, 20_000)

  test('a socket that goes in the middle of its frame, or while it waits, leaves its room to others', async () => {
    const [first, second, third] = [await booted(), await booted(), await booted()]
    begin(first, 'never')
    for (let n = 0; n < 20; n++) await isServed(third)
    second.send(transfer('waiting', 3_000_000))
    for (let n = 0; n < 20; n++) await isServed(third)
    second.ws.terminate()
    first.ws.terminate()
    third.send(transfer('third', 3_000_000))
    expect((await answerTo(third, 'third'))[2]).toEqual({ status: 'UnknownVendorId' })
    await third.close()
  }, 20_000)

  test('many chargers with large frames at once are all answered [21]', async () => {
    const all = await Promise.all(Array.from({ length: 24 }, booted))
    const text = transfer('large', 3_900_000)
    for (const c of all) c.send(text)
    for (const c of all) expect((await answerTo(c, 'large'))[2]).toEqual({ status: 'UnknownVendorId' })
    await Promise.all(all.map(c => c.close()))
  }, 60_000)

  test('whatever comes and goes, the room is never more than full, and at the end nobody is left unread', async () => {
    const idle = { isServing: false, settled: Promise.resolve() }
    const moves = fc.array(fc.tuple(fc.nat(7), fc.constantFrom('enter', 'served', 'gone')), { maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(moves, async list => {
        const room = new FrameRoom(() => LARGE_FRAME_BYTES, 3 * LARGE_FRAME_BYTES)
        const sockets = Array.from({ length: 8 }, (_, n) => {
          let isPaused = false
          const socket = { intake: newIntake(), pause: () => (isPaused = true), resume: () => (isPaused = false) }
          return {
            ws: socket as unknown as Guarded,
            bytes: n % 2 ? LARGE_FRAME_BYTES : SMALL_FRAME_BYTES,
            read: () => !isPaused,
          }
        })
        const look = () => {
          const taken = sockets.reduce((sum, s) => sum + (s.ws.underWay?.bytes ?? 0), 0)
          expect(room.taken).toBe(taken)
          expect(taken).toBeLessThanOrEqual(room.total)
          for (const s of sockets)
            if (room.waiting.has(s.ws)) expect([s.read(), s.ws.underWay]).toEqual([false, undefined])
        }
        for (const [n, move] of list) {
          const s = sockets[n]
          if (!s) continue
          // Only what is read can bring a frame to its end.
          if (move === 'enter' && s.read()) room.enter(s.ws, s.bytes)
          else if (move === 'served' && s.read()) await room.served(s.ws, idle)
          else if (move === 'gone') room.gone(s.ws)
          look()
        }
        for (const s of [...sockets, ...sockets]) if (s.read()) await room.served(s.ws, idle)
        expect([room.taken, room.waiting.size, room.timer]).toEqual([0, 0, undefined])
        expect(sockets.filter(s => !s.read())).toEqual([])
      }),
    )
  })

  test('who stands in the way of others for too long is cut off', async () => {
    const room = new FrameRoom(() => LARGE_FRAME_BYTES, LARGE_FRAME_BYTES, 20)
    const made = () => {
      const end = Promise.withResolvers<void>()
      const ws = { intake: newIntake(), pause: () => undefined, resume: end.resolve, terminate: end.resolve }
      return { ws: ws as unknown as Guarded, end: end.promise }
    }
    const [slow, next] = [made(), made()]
    room.enter(slow.ws, LARGE_FRAME_BYTES)
    room.enter(next.ws, LARGE_FRAME_BYTES)
    await slow.end
    room.gone(slow.ws)
    await next.end
    expect([room.waiting.size, next.ws.underWay?.bytes]).toEqual([0, LARGE_FRAME_BYTES])
  })
})

test('an answer to a call of ours that is longer than any needs to be is told as such and does no harm', async () => {
  const c = await bootedCharger(t, base.ws)
  c.onCall = undefined
  const command = { chargepointPk: c.pk, action: 'GetConfiguration', payload: {}, taskId: undefined, timeoutMs: 5000 }
  const asked = t.ocpp.command(command)
  const [, id] = await c.nextCall('GetConfiguration')
  const value = 'v'.repeat(400)
  const configurationKey = Array.from({ length: 2000 }, (_, n) => ({ key: `K${n}`, readonly: false, value }))
  c.send(JSON.stringify([3, id, { configurationKey }]))
  expect(await asked).toMatchObject({ kind: 'bad-result', text: 'longer than 262144 characters' })
  await isServed(c)
  await c.close()
})

test('the log keeps a frame of up to 128 Ki characters whole, of a longer one its two ends', async () => {
  const c = await bootedCharger(t, base.ws)
  for (const [id, bytes] of [
    ['whole', 128 * 1024],
    ['long', 3_000_000],
  ] as const) {
    c.send(transfer(id, bytes))
    await answerTo(c, id)
  }
  // A secret in the part that stays is blacked out, even a secret that the cut would have split.
  c.send(
    `[2,"secret","DataTransfer",{"vendorId":"v","data":"${'x'.repeat(65_460)} password=hunter2hunter2 ${'y'.repeat(100_000)}"}]`,
  )
  await answerTo(c, 'secret')
  const logged = async () => {
    const { rows } = await sql<{ message: string }>`select message from ocpp_frame where chargepoint_pk = ${c.pk}
      and direction = 0 and message like '%DataTransfer%' order by id`.execute(t.db)
    return rows.map(r => r.message)
  }
  await expect.poll(async () => (await logged()).length).toBe(3)
  const [whole, long, secret] = await logged()
  expect(whole).toBe(transfer('whole', 128 * 1024))
  expect(long).toMatch(/^\[2,"long","DataTransfer",.*x … 2930368 characters left out … x.*\}\]$/)
  expect(long?.length).toBeLessThan(70_000)
  expect(secret).not.toMatch(/hunter/)
  await c.close()
})
