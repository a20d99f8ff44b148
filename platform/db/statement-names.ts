// Which statements are prepared: those whose text is repeated, up to a bound. Each connection keeps a plan for every
// name, so texts that are built anew for each call must stay without a name.

const SEEN_BEFORE_NAMED = 2
const MOST_NAMES = 200
const MOST_CANDIDATES = 1000

/** The names of one database's statements, the same on all its connections. */
export class StatementNames {
  readonly names = new Map<string, string>()
  /** How often the texts without a name came, oldest first. */
  readonly seen = new Map<string, number>()

  /** The name under which a text is prepared; undefined while it is rare, and for all new ones when the names are used up. */
  of(text: string): string | undefined {
    const name = this.names.get(text)
    if (name !== undefined || this.names.size >= MOST_NAMES) return name
    const times = this.seen.get(text) ?? 0
    this.seen.delete(text)
    if (times >= SEEN_BEFORE_NAMED) {
      const fresh = `s${this.names.size}`
      this.names.set(text, fresh)
      if (this.names.size >= MOST_NAMES) this.seen.clear()
      return fresh
    }
    this.seen.set(text, times + 1)
    const oldest = this.seen.keys().next().value
    if (this.seen.size > MOST_CANDIDATES && oldest !== undefined) this.seen.delete(oldest)
    return undefined
  }
}
