// What a fault is: what is done to a cluster under load, short in CI and long on demand.
import type { Stand, StandOptions } from './stand.ts'

export type Fault = {
  /** As it is asked for: `npm run faults -- NAME`. */
  name: string
  /** What is done, in words. */
  title: string
  /** Does it, and answers what is wrong beside what every fault is judged by. `told`: figures of its own. */
  act: (stand: Stand, isLong: boolean) => Promise<{ wrong?: string[]; told?: string }>
  /** The stand of the long form, where it is not the usual one. */
  stand?: Partial<StandOptions>
  /** The cluster is another one afterwards: nothing more is done to it. */
  usesUp?: true
  /** Needs root, to mount a small disk. */
  needsRoot?: true
  /** The server's clock was wrong: its sessions have the times that chargers told, beside those that it worked out. */
  times?: 'as the charger told'
}
