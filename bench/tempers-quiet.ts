// The end of a simulated charger's work: sessions stopped, cables out, everything told.
import type { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'

/** Resolves when nothing goes on and all that was queued has been confirmed; `late` are answers that are still to come. */
export async function untilQuiet(sim: SimulatedCharger, late: () => number, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs
  // A start that was accepted shows a moment later.
  for (let quiet = 0; quiet < 5; ) {
    if (performance.now() > until) throw new Error(`${sim.identity} has ${sim.queued} messages left`)
    if (sim.station.usable) {
      for (const connectorId of [1, 2]) {
        // A stop lost with the line is tried again in the next turn, until nothing is left.
        if (sim.station.at(connectorId).transaction) await sim.stop(connectorId).catch(() => undefined)
        if (sim.station.at(connectorId).plugged) await sim.unplug(connectorId).catch(() => undefined)
      }
      const isQuiet = [1, 2].every(n => !sim.station.at(n).transaction && !sim.station.at(n).plugged)
      quiet = isQuiet && sim.queued === 0 && late() === 0 ? quiet + 1 : 0
    }
    await new Promise(ok => setTimeout(ok, 200))
  }
}
