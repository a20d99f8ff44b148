// Callers: chargers that come all at once, flap or send nonsense, a clock that steps, people who are slow, guess or watch.
import { connect, type Socket } from 'node:net'
import { hash } from '@node-rs/argon2'
import * as roles from '#people/roles/role.store.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import * as teams from '#people/teams/team.store.ts'
import * as users from '#people/users/user.store.ts'
import { openDb } from '#platform/db/db.ts'
import { Operators } from '../../bench/tempers-operators.ts'
import { PASSWORD, USERNAME } from '../../bench/world.ts'
import type { Fault } from './fault.ts'
import { pause, type Stand } from './stand.ts'
import { Viewer } from './viewer.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** As long as a call may wait for a connection to the database. */
const MOST_WAIT_MS = 10 * SECOND
/** Live streams that a user may have on a node. */
const STREAMS_PER_USER = 20

const until = async (isThere: () => boolean, seconds: number): Promise<boolean> => {
  for (const end = performance.now() + seconds * SECOND; !isThere(); await pause(0.05))
    if (performance.now() > end) return false
  return true
}

/** Those whose passwords are tried: the user who works, and some who do not exist. */
const GUESSED = [USERNAME, 'admin', 'operator', 'manager', 'support']
/** Tries wrong passwords from ever other addresses; answers the statuses by number. */
async function guess(url: string, tries: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let next = 0
  const guesser = async () => {
    for (let n = next++; n < tries; n = next++) {
      const username = GUESSED[n % GUESSED.length] ?? USERNAME
      const r = await fetch(`${url}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${n % 7}.${n % 251}.${(n % 13) + 1}` },
        body: JSON.stringify({ username, password: encodePassword(`wrong ${n}`) }),
      })
      await r.arrayBuffer()
      statuses.set(r.status, (statuses.get(r.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 40 }, guesser))
  return statuses
}

/** Connections that begin a request and then send a byte a second; `closed` counts those that were ended. */
async function slowSockets(port: number, count: number) {
  const begun = [
    'GET /public/v1/config HTTP/1.1\r\nhost: a\r\nx: ',
    'POST /auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{',
    'GET /ocpp/B00000 HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nx: ',
  ]
  let closed = 0
  const sockets: Socket[] = Array.from({ length: count }, (_, n) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).on('close', () => closed++)
    socket.write(begun[n % begun.length] ?? '')
    return socket
  })
  const timer = setInterval(() => {
    for (const s of sockets) if (s.writable) s.write('a')
  }, SECOND)
  return {
    closed: () => closed,
    end: () => {
      clearInterval(timer)
      for (const s of sockets) s.destroy()
    },
  }
}

/** So many users beside the first, each with a viewer for every stream that it may have. */
async function manyViewers(stand: Stand, people: number): Promise<Viewer[]> {
  const db = openDb(stand.cluster.databases.primary)
  try {
    const [{ id: teamId = 0 } = {}] = await stand.ask<{ id: number }>(`select id from team where company_type = 'GP'`)
    const roleId = (await roles.idOf(db, teamId, 'Admin')) ?? 0
    const passwordHash = await hash(PASSWORD)
    const persons = Array.from({ length: people }, (_, n) => ({ username: `watcher-${n}`, password: PASSWORD }))
    for (const { username } of persons) {
      const person = { firstName: 'Watch', lastName: 'Er', email: `${username}@example.com`, userType: 'USER' } as const
      const userId = await users.create(db, { companyId: teamId, username, passwordHash, ...person })
      await teams.addMember(db, { teamId, userId, roleId })
    }
    const operators = new Operators(stand.cluster.url, persons)
    return persons.flatMap((_, n) =>
      Array.from(
        { length: STREAMS_PER_USER },
        () =>
          new Viewer({
            url: stand.cluster.url,
            teamId,
            token: () => operators.tokenOf(n),
            from: `10.9.${n % 250}.1`,
            isIdle: true,
          }),
      ),
    )
  } finally {
    await db.destroy()
  }
}

export const callerFaults: readonly Fault[] = [
  {
    name: 'all-at-once',
    title: 'all chargers lose their connections at one moment, and come back (2,000 in the long form)',
    act: async stand => {
      const { chargers } = stand.drivers
      await Promise.all(chargers.map(c => c.dropSocket()))
      const ms = await stand.settled(180_000)
      return { told: `${chargers.length} chargers were back after ${(ms / SECOND).toFixed(1)} s` }
    },
    stand: { chargers: 2000, sessionSeconds: [120, 600] },
  },
  {
    name: 'flapping',
    title: 'chargers whose connection breaks every second, in their sessions',
    act: async (stand, isLong) => {
      const flapping = stand.drivers.chargers.slice(0, 3)
      let breaks = 0
      const flap = async (seconds: number) => {
        for (const end = performance.now() + seconds * SECOND; performance.now() < end; await pause(1))
          for (const c of flapping)
            if (c.isOpen) {
              breaks++
              await c.dropSocket()
            }
      }
      await flap(isLong ? 60 : 5)
      return { wrong: breaks > 0 ? [] : ['no connection broke'], told: `${breaks} breaks` }
    },
  },
  {
    name: 'poisoned-frames',
    title: 'a charger sends frames that are no OCPP, between its own',
    act: async (stand, isLong) => {
      const frames = isLong ? 100_000 : 2000
      const [poisoner] = stand.drivers.chargers
      let sent = 0
      for (; sent < frames; await pause(0.1))
        if (poisoner?.isOpen) {
          poisoner.flood(500)
          sent += 500
        }
      return { told: `${sent} frames` }
    },
  },
  {
    name: 'clock-step',
    title: 'the wall clock of all nodes steps forth and back: 90 s, in the long form also 15 minutes',
    act: async (stand, isLong) => {
      const { acks } = stand.drivers
      const before = acks.stops.length
      for (const ms of [90 * SECOND, -90 * SECOND, ...(isLong ? [15 * MINUTE, -15 * MINUTE] : []), 0]) {
        stand.stepClock(ms)
        await pause(isLong ? 20 : 1.5)
      }
      const during = acks.stops.length - before
      return {
        wrong: during > 0 ? [] : ['no session ended while the clock was wrong'],
        told: `${during} sessions ended meanwhile`,
      }
    },
    stand: {},
    times: 'as the charger told',
  },
  {
    name: 'slow-loris',
    title: 'connections that begin a request and send a byte a second',
    act: async (stand, isLong) => {
      const slow = await slowSockets(Number(new URL(stand.cluster.url).port), isLong ? 3000 : 150)
      let longest = 0
      try {
        for (const end = performance.now() + (isLong ? 30 : 3) * SECOND; performance.now() < end; await pause(0.2)) {
          const from = performance.now()
          const r = await fetch(`${stand.cluster.url}/public/v1/config`)
          await r.arrayBuffer()
          if (!r.ok) return { wrong: [`a call was answered ${r.status}`] }
          longest = Math.max(longest, performance.now() - from)
        }
        const told = `${slow.closed()} of them were ended, the longest call of others took ${Math.round(longest)} ms`
        return { wrong: longest < MOST_WAIT_MS ? [] : [told], told }
      } finally {
        slow.end()
      }
    },
  },
  {
    name: 'wrong-passwords',
    title: 'wrong passwords from many addresses (10,000 in the long form), also for the user who works',
    act: async (stand, isLong) => {
      const statuses = await guess(stand.cluster.url, isLong ? 10_000 : 40)
      const told = [...statuses].map(([status, n]) => `${n} × ${status}`).join(', ')
      const odd = [...statuses.keys()].filter(s => s !== 401 && s !== 429)
      const wrong = odd.map(status => `a wrong password was answered ${status}`)
      // The owner gets in meanwhile.
      stand.operators.tokens.clear()
      await stand.operators.tokenOf(0).catch(error => wrong.push(String(error)))
      return { wrong, told }
    },
  },
  {
    name: 'streams',
    title: 'parallel live streams, 20 of each user (1,000 in the long form), and one more',
    act: async (stand, isLong) => {
      const viewers = await manyViewers(stand, isLong ? 50 : 3)
      const wrong: string[] = []
      try {
        for (const v of viewers) v.start()
        const from = performance.now()
        const areOpen = await until(() => viewers.every(v => v.isOpen), 180)
        const openMs = performance.now() - from
        if (!areOpen) wrong.push(`${viewers.filter(v => !v.isOpen).length} streams did not open`)
        // Each hears what happens from now on.
        const heard = viewers.map(v => v.events)
        if (!(await until(() => viewers.every((v, n) => v.events > (heard[n] ?? 0)), 60)))
          wrong.push(`${viewers.filter((v, n) => v.events === heard[n]).length} streams heard nothing`)
        return {
          wrong,
          told: `${viewers.filter((v, n) => v.events > (heard[n] ?? 0)).length} of ${viewers.length} streams heard what happened, after ${(openMs / SECOND).toFixed(1)} s to open them`,
        }
      } finally {
        await Promise.all(viewers.map(v => v.stop()))
      }
    },
  },
]
