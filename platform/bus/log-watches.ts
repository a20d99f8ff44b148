// Which chargers' logs are read live: by readers of this node, and, for a while after each word of theirs, by other nodes.

export class LogWatches {
  readonly #readers = new Map<number, number>()

  /** A reader begins to read the log of a charger; the returned function ends it. */
  begin(pk: number): () => void {
    this.#readers.set(pk, (this.#readers.get(pk) ?? 0) + 1)
    return () => {
      const left = (this.#readers.get(pk) ?? 1) - 1
      if (left > 0) this.#readers.set(pk, left)
      else this.#readers.delete(pk)
    }
  }

  has(pk: number): boolean {
    return this.#readers.has(pk)
  }

  /** The chargers whose logs are read. */
  pks(): number[] {
    return [...this.#readers.keys()]
  }
}

/** The watches of other nodes. A watch that is not repeated ends `lifeMs` after it was last heard of. */
export class RemoteWatches {
  readonly #untilMs = new Map<number, number>()
  readonly #lifeMs: number

  constructor(lifeMs: number) {
    this.#lifeMs = lifeMs
  }

  heard(pks: readonly number[]): void {
    for (const pk of pks) this.#untilMs.set(pk, Date.now() + this.#lifeMs)
  }

  has(pk: number): boolean {
    return this.#untilMs.has(pk)
  }

  /** Forgets the watches that were not repeated. */
  endOld(): void {
    for (const [pk, until] of this.#untilMs) if (until < Date.now()) this.#untilMs.delete(pk)
  }
}
