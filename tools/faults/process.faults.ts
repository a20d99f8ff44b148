// Processes that are killed, and NATS that is away for a while.
import type { Fault } from './fault.ts'
import { pause, type Stand } from './stand.ts'

const PATIENCE_MS = 60_000

/** Kills a process by force, and waits until another one is in its place. */
async function killed(pidOf: () => number): Promise<void> {
  const pid = pidOf()
  process.kill(pid, 'SIGKILL')
  for (const until = performance.now() + PATIENCE_MS; pidOf() === pid; await pause(0.05))
    if (performance.now() > until) throw new Error(`Process ${pid} was killed and no other one is in its place`)
}

/** Kills one process of a kind; in the long form each of them once, the next when all is as before. */
const kill = (name: string, title: string, pidsOf: (stand: Stand) => (() => number)[]): Fault => ({
  name: `kill-${name}`,
  title: `kill -9 of ${title}`,
  act: async (stand, isLong) => {
    const pids = pidsOf(stand)
    const back: number[] = []
    for (const pidOf of isLong ? pids : pids.slice(0, 1)) {
      const from = performance.now()
      await killed(pidOf)
      await stand.settled()
      back.push(performance.now() - from)
    }
    return { told: `as before after ${back.map(ms => (ms / 1000).toFixed(1)).join(', ')} s` }
  },
})
const nodesOf = (role: string) => (stand: Stand) =>
  stand.cluster.nodes.filter(n => n.role === role).map(n => () => n.process.pid)
const partOf = (name: string) => (stand: Stand) => [() => stand.cluster.parts.get(name)?.pid ?? 0]

export const processFaults: readonly Fault[] = [
  kill('api', 'a node with the role api', nodesOf('api')),
  kill('ocpp', 'a node with the role ocpp', nodesOf('ocpp')),
  kill('jobs', 'the node with the role jobs', nodesOf('jobs')),
  kill('haproxy', 'HAProxy', partOf('haproxy')),
  kill('nats', 'the NATS server', partOf('nats')),
  kill('primary', 'PostgreSQL', stand => [() => stand.cluster.databases.pids.primary]),
  kill('standby', 'the standby', stand => [() => stand.cluster.databases.pids.standby ?? 0]),
  {
    name: 'nats-away',
    title: 'NATS is away and comes back',
    act: async (stand, isLong) => {
      const nats = stand.cluster.parts.get('nats')
      const before = stand.drivers.acks.stops.length
      await nats?.end()
      await pause(isLong ? 30 : 3)
      const during = stand.drivers.acks.stops.length - before
      const answers = await Promise.all(
        stand.cluster.nodes.map(n => fetch(`http://127.0.0.1:${n.port}/health/ready`).then(r => r.text())),
      )
      await nats?.start()
      const wrong = answers.flatMap((text, n) =>
        text.includes('"bus"') ? [] : [`${stand.cluster.nodes[n]?.name} does not say that the bus is away: ${text}`],
      )
      if (during === 0) wrong.push('no session ended while NATS was away')
      return { wrong, told: `${during} sessions ended meanwhile` }
    },
  },
]
