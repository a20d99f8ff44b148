// The state that the demo's chargers must not forget when they end: the energy registers, and the running sessions. A
// real charger keeps the same in its own storage.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A session as it was last known, with the number of its next event where it has such; times in ms since 1970. */
export type Running = { transactionId: number | string; seqNo?: number; meterWh: number; at: number }
export type Outlet = { registerWh: number; running?: Running }

export class Memory {
  private readonly file: string
  private readonly outlets: Map<string, Outlet>
  private isChanged = false

  /** Reads what an earlier run has left; a file that cannot be read counts as none. */
  constructor(file: string) {
    this.file = file
    this.outlets = new Map(Object.entries(readOutlets(file)))
  }

  of(charger: string, connectorId: number): Outlet | undefined {
    return this.outlets.get(`${charger} ${connectorId}`)
  }

  set(charger: string, connectorId: number, outlet: Outlet): void {
    this.outlets.set(`${charger} ${connectorId}`, outlet)
    this.isChanged = true
  }

  /** Writes what has changed, whole or not at all. */
  save(): void {
    if (!this.isChanged) return
    mkdirSync(dirname(this.file), { recursive: true })
    writeFileSync(`${this.file}.new`, JSON.stringify(Object.fromEntries(this.outlets)))
    renameSync(`${this.file}.new`, this.file)
    this.isChanged = false
  }
}

function readOutlets(file: string): Record<string, Outlet> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Outlet>
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
