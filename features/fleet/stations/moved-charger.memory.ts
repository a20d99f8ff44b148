// Commands follow a charger that has moved to another node. A node that stops hands its chargers over, and a command may
// have been given just before.
import { setTimeout as pause } from 'node:timers/promises'
import type { Bus, Command, CommandOutcome } from '#platform/bus/bus.ts'
import type { Db } from '#platform/db/db.ts'
import { whereIs } from './charger-connection.store.ts'

const LOOK_EVERY_MS = 250
/** How long a charger on its way may take to come back. */
const PATIENCE_MS = 5000

/** The same bus; a command that has not gone out because its charger was elsewhere by then is given to the charger's new node. */
export function followingBus(bus: Bus, db: Db, { everyMs = LOOK_EVERY_MS, patienceMs = PATIENCE_MS } = {}): Bus {
  async function command(node: string, c: Command): Promise<CommandOutcome> {
    const until = performance.now() + patienceMs
    let asked = node
    let outcome = await bus.command(asked, c)
    // A command for one connection ends with that connection.
    while (outcome.kind === 'closed' && !outcome.sent && c.connectionNo === undefined && performance.now() < until) {
      // If the database is away, the command ends as the first node has answered.
      const at = await whereIs(db, c.chargepointPk, asked).catch(() => undefined)
      if (at?.node && at.node !== asked) {
        asked = at.node
        outcome = await bus.command(asked, c)
      } else if (at?.isMoving) await pause(everyMs)
      else return outcome
    }
    return outcome
  }
  // As it is: a bus made by a class keeps its own methods.
  return Object.assign(Object.create(bus) as Bus, { command })
}
