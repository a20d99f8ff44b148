// Every fault that the product is held against, and how those that were asked for are done.
import { callerFaults } from './caller.faults.ts'
import { databaseFaults } from './database.faults.ts'
import { deployFaults } from './deploy.faults.ts'
import type { Fault } from './fault.ts'
import { processFaults } from './process.faults.ts'
import { Stand, type StandOptions } from './stand.ts'

export const FAULTS: readonly Fault[] = [...processFaults, ...databaseFaults, ...callerFaults, ...deployFaults]

export type Outcome = {
  fault: Fault
  wrong: string[]
  told: string
  /** Until all was as before, counted from the end of the fault. */
  settledMs: number
  longestAwayMs: number
  longestAnswerMs: number
  answers: number
}

/** Does a fault to a stand, and waits until all is as before. */
export async function disturb(stand: Stand, fault: Fault, isLong: boolean): Promise<Outcome> {
  stand.waits.reset()
  const { wrong = [], told = '' } = await fault.act(stand, isLong)
  const settledMs = await stand.settled(180_000)
  const { longestAwayMs, longestAnswerMs, answers } = stand.waits
  const broken = await stand.broken()
  return { fault, wrong: [...wrong, ...broken], told, settledMs, longestAwayMs, longestAnswerMs, answers }
}

export type Verdict = { outcomes: Outcome[]; wrong: string[]; figures: Figures }
export type Figures = {
  chargers: number
  sessions: number
  meters: number
  lostLinks: number
  refusedSockets: number
  operations: number
  refusedOperations: number
}
export const figuresOf = (stand: Stand): Figures => {
  const { acks, chargers } = stand.drivers
  return {
    chargers: chargers.length,
    sessions: acks.stops.length,
    meters: acks.meters.length,
    lostLinks: acks.lostLinks,
    refusedSockets: acks.refusedSockets,
    operations: stand.operators.sent.length,
    refusedOperations: stand.refusedOperations,
  }
}

const open = new Set<Stand>()
/** Ends what is running, where the run is broken off. */
export const closeAll = (): Promise<unknown> => Promise.all([...open].map(s => s.close()))

/** Does faults one after the other to one stand, and judges it at the end. */
export async function run(faults: readonly Fault[], options: StandOptions): Promise<Verdict> {
  const stand = await Stand.open(options, s => open.add(s))
  try {
    const outcomes: Outcome[] = []
    for (const fault of faults) {
      options.say(`── ${fault.name}: ${fault.title}`)
      const outcome = await disturb(stand, fault, true)
      outcomes.push(outcome)
      options.say(`   as before after ${(outcome.settledMs / 1000).toFixed(1)} s. ${outcome.told}`)
    }
    options.say('the load ends, and everything is compared …')
    const wrong = await stand.judged(faults.find(f => f.times)?.times)
    return { outcomes, wrong, figures: figuresOf(stand) }
  } finally {
    open.delete(stand)
    await stand.close()
  }
}

/** The faults that are done to one stand after the other: those that use a cluster up, or need another one, have their own. */
export function standsOf(faults: readonly Fault[]): Fault[][] {
  const shared = faults.filter(f => !f.usesUp && !f.stand)
  return [...(shared.length > 0 ? [shared] : []), ...faults.filter(f => !shared.includes(f)).map(f => [f])]
}
