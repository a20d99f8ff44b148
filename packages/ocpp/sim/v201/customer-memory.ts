// What a simulated station of 2.0.1 remembers of the cards that charged there.

const MOST_LINES = 50
const MOST_TAGS = 200

export class Customers {
  private readonly uses = new Map<string, string[]>()

  note(tag: string, line: string): void {
    const key = tag.toLowerCase()
    const lines = [...(this.uses.get(key) ?? []), line].slice(-MOST_LINES)
    // The tag that was used last stands last, and the one that was not used for longest goes.
    this.uses.delete(key)
    this.uses.set(key, lines)
    const [oldest] = this.uses.keys()
    if (this.uses.size > MOST_TAGS && oldest !== undefined) this.uses.delete(oldest)
  }

  of(tag: string): readonly string[] {
    return this.uses.get(tag.toLowerCase()) ?? []
  }

  forget(tag: string): void {
    this.uses.delete(tag.toLowerCase())
  }
}
