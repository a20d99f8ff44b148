// A new version on every node, one after the other, and then the database fails over; chargers charge all the while.
import type { Fault } from './fault.ts'

const MOST_AWAY_MS = 60_000
const PATIENCE_MS = 240_000

export const deployFaults: readonly Fault[] = [
  {
    name: 'deploy',
    title: 'every node is started anew, one after the other, and then PostgreSQL fails over',
    act: async stand => {
      const from = performance.now()
      await stand.cluster.deploy()
      const deployMs = performance.now() - from
      await stand.settled(PATIENCE_MS)
      const { longestAwayMs: ofDeployMs } = stand.waits
      const moving = performance.now()
      await stand.cluster.failOver()
      const failoverMs = performance.now() - moving
      stand.options.say(`failed over after ${(failoverMs / 1000).toFixed(1)} s`)
      await stand.settled(PATIENCE_MS)
      const { longestAwayMs } = stand.waits
      const seconds = (ms: number) => (ms / 1000).toFixed(1)
      return {
        wrong: longestAwayMs < MOST_AWAY_MS ? [] : [`a charger was away for ${seconds(longestAwayMs)} s`],
        told: `${seconds(deployMs)} s for the nodes, a charger was away for ${seconds(ofDeployMs)} s at most; ${seconds(failoverMs)} s for the failover, ${seconds(longestAwayMs)} s at most over both`,
      }
    },
    stand: { chargers: 200, sessionSeconds: [20, 90] },
    usesUp: true,
  },
]
