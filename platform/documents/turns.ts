// Turns of work: so many at once, of which so many may be long, and so many that wait, in the order in which they came.
import { DocumentFault } from './document-fault.ts'

type Bounds = { atOnce: number; longAtOnce: number; waiting: number }
type Waiting = { isLong: boolean; begin: () => void; refuse: (fault: DocumentFault) => void }

export class Turns {
  readonly #bounds: Bounds
  readonly #waiting: Waiting[] = []
  #underWay = 0
  #longUnderWay = 0
  #isClosed = false

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Does the work when its turn has come. @throws DocumentFault, where too many wait */
  async take<T>(isLong: boolean, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new DocumentFault('ended')
    if (!this.#isFree(isLong)) await this.#wait(isLong)
    else this.#begin(isLong)
    try {
      return await work()
    } finally {
      this.#underWay--
      if (isLong) this.#longUnderWay--
      this.#next()
    }
  }

  /** Whoever waits is refused. */
  close(): void {
    this.#isClosed = true
    for (const { refuse } of this.#waiting.splice(0)) refuse(new DocumentFault('ended'))
  }

  #isFree(isLong: boolean): boolean {
    return this.#underWay < this.#bounds.atOnce && (!isLong || this.#longUnderWay < this.#bounds.longAtOnce)
  }
  #begin(isLong: boolean): void {
    this.#underWay++
    if (isLong) this.#longUnderWay++
  }
  #wait(isLong: boolean): Promise<void> {
    if (this.#waiting.length >= this.#bounds.waiting) throw new DocumentFault('busy')
    return new Promise((begin, refuse) => {
      this.#waiting.push({ isLong, begin, refuse })
    })
  }
  /** Begins with those whose turn has come. */
  #next(): void {
    for (const waiting of [...this.#waiting]) {
      if (!this.#isFree(waiting.isLong)) continue
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      this.#begin(waiting.isLong)
      waiting.begin()
    }
  }
}
