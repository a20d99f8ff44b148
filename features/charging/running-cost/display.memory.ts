// The display settings of all companies, read again once they are some seconds old, so that a change reaches every node.
import type { Services } from '#office/installation/services.ts'
import { type DisplaySettings, displaySettings } from './display.store.ts'

const NOTHING: DisplaySettings = { runningCostSec: 0, showsTariff: false }

export class Displays {
  readonly #services: Services
  readonly #freshMs: number
  #known: Promise<ReadonlyMap<number, DisplaySettings>> | undefined
  #readAt = Number.NEGATIVE_INFINITY

  constructor(services: Services, freshMs: number) {
    this.#services = services
    this.#freshMs = freshMs
  }

  async of(companyId: number): Promise<DisplaySettings> {
    return (await this.all()).get(companyId) ?? NOTHING
  }

  /** Companies that show nothing are left out. */
  all(): Promise<ReadonlyMap<number, DisplaySettings>> {
    const now = performance.now()
    if (this.#known && now - this.#readAt < this.#freshMs) return this.#known
    this.#readAt = now
    const read = displaySettings(this.#services.db)
    // After a failure the next question reads again.
    read.catch(() => {
      if (this.#known === read) this.#known = undefined
    })
    this.#known = read
    return read
  }
}
