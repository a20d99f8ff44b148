// PostgreSQL restarted, failed over, lost, frozen, slow, and without room.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf } from '#testing/processes.ts'
import type { Fault } from './fault.ts'
import { pause, type Stand } from './stand.ts'

/** Sends a signal to PostgreSQL and all its processes. */
function signal(stand: Stand, name: 'SIGSTOP' | 'SIGCONT'): void {
  const { primary } = stand.cluster.databases.pids
  for (const pid of [primary, ...childrenOf(primary)])
    try {
      process.kill(pid, name)
    } catch {
      // A server that has ended meanwhile.
    }
}

/** Calls of the API while the database cannot serve; each must be refused soon, in words. */
async function refusals(stand: Stand, patienceMs: number): Promise<string[]> {
  const from = performance.now()
  const r = await fetch(`${stand.cluster.url}/public/v1/pay/charger/B00000/1`)
  const ms = performance.now() - from
  await r.arrayBuffer()
  const wrong = r.status === 503 ? [] : [`a call was answered ${r.status} while the database was away`]
  return ms < patienceMs ? wrong : [...wrong, `a call waited ${Math.round(ms)} ms for its refusal`]
}

const MIB = 1024 ** 2
/** Fills the disk that a folder is on, to the last byte; answers the file that does. */
function fill(folder: string): string {
  const file = join(folder, 'ballast')
  const fd = openSync(file, 'w')
  const block = Buffer.alloc(MIB)
  try {
    for (let size = MIB; size >= 1; )
      try {
        writeSync(fd, block, 0, size)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        size = Math.floor(size / 16)
      }
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  return file
}

export const databaseFaults: readonly Fault[] = [
  {
    name: 'database-restarted',
    title: 'PostgreSQL is restarted',
    act: async ({ cluster: { databases } }) => {
      const { primary } = databases.pids
      process.kill(primary, 'SIGINT')
      while (databases.pids.primary === primary) await pause(0.05)
      return {}
    },
  },
  {
    name: 'database-frozen',
    title: 'PostgreSQL is frozen (SIGSTOP), its connections stand',
    act: async (stand, isLong) => {
      signal(stand, 'SIGSTOP')
      try {
        const wrong = await refusals(stand, 4000)
        await pause(isLong ? 30 : 2)
        return { wrong: [...wrong, ...(await refusals(stand, 1000))] }
      } finally {
        signal(stand, 'SIGCONT')
      }
    },
  },
  {
    name: 'database-slow',
    title: 'every packet from and to PostgreSQL takes longer: 0.1 s, in the long form 0.3 s',
    act: async (stand, isLong) => {
      const { acks } = stand.drivers
      stand.way.slow(isLong ? 300 : 100)
      const before = acks.stops.length
      await pause(isLong ? 30 : 4)
      const during = acks.stops.length - before
      stand.way.slow(0)
      return {
        wrong: during > 0 ? [] : ['no session ended while PostgreSQL was slow'],
        told: `${during} sessions ended meanwhile`,
      }
    },
  },
  {
    name: 'disk-full',
    title: 'the disk that everything lies on is full to the last byte',
    act: reallyFull,
    needsRoot: true,
    usesUp: true,
  },
  {
    name: 'database-failed-over',
    title: 'PostgreSQL fails over to its standby, by order',
    act: async stand => {
      await stand.cluster.failOver()
      return {}
    },
    usesUp: true,
  },
  {
    name: 'primary-lost',
    title: 'PostgreSQL is killed and cannot be started again: its standby takes over',
    act: async stand => {
      const { databases } = stand.cluster
      renameSync(...lostControl(stand))
      process.kill(databases.pids.primary, 'SIGKILL')
      const from = performance.now()
      while (!databases.isMoved) await pause(0.05)
      return { told: `the standby took over after ${((performance.now() - from) / 1000).toFixed(1)} s` }
    },
    usesUp: true,
  },
]

/** Without this file no PostgreSQL starts on a folder. */
function lostControl(stand: Stand): [string, string] {
  const file = join(stand.folder, 'cluster/primary/global/pg_control')
  return [file, `${file}.lost`]
}

/** Half a minute without a byte of room. */
async function reallyFull(stand: Stand): Promise<{ wrong: string[]; told: string }> {
  const { acks } = stand.drivers
  const ballast = fill(stand.folder)
  try {
    await pause(20)
    const before = acks.starts.length
    await pause(10)
    const stored = acks.starts.length - before
    return { wrong: [], told: `${stored} starts were stored in the last 10 s of 30 s without room` }
  } finally {
    if (existsSync(ballast)) rmSync(ballast)
  }
}
