// The books of the sandbox: in memory for tests; the product keeps them in its database. The records of one account
// change one act after the other, whole or not at all.

export type Kind = 'order' | 'payment' | 'refund' | 'qr_code' | 'key' | 'event'
export type StoredObject<C = unknown> = {
  id: string
  kind: Kind
  account: string
  /** The order of a payment, the payment of a refund, the code of its payments. */
  parentId: string | null
  content: C
  createdAt: Date
  /** When something is to happen with it by itself. */
  dueAt: Date | null
}
export type ListedPage = {
  account: string
  kind: Kind
  parentId?: string
  /** Seconds since 1970, both included. */
  from?: number
  to?: number
  skip: number
  count: number
}
export type Books = {
  get: (id: string) => Promise<StoredObject | undefined>
  /** Adds it, or takes the place of the one with its id. */
  put: (o: StoredObject) => Promise<void>
  remove: (id: string) => Promise<void>
  /** Newest first. */
  list: (asked: ListedPage) => Promise<StoredObject[]>
}
export type SandboxStore = Pick<Books, 'get' | 'list'> & {
  change: <T>(account: string, work: (books: Books) => Promise<T>) => Promise<T>
  /** Takes what is due, in its order; until `until` nobody else takes it. */
  claim: (now: Date, until: Date, most: number) => Promise<StoredObject[]>
}

const isListed = (o: StoredObject, a: Omit<ListedPage, 'skip' | 'count'>): boolean =>
  o.account === a.account &&
  o.kind === a.kind &&
  (a.parentId === undefined || o.parentId === a.parentId) &&
  (a.from === undefined || o.createdAt.getTime() >= a.from * 1000) &&
  (a.to === undefined || o.createdAt.getTime() < (a.to + 1) * 1000)

const byDue = (a: StoredObject, b: StoredObject) => Number(a.dueAt) - Number(b.dueAt)

/** Books that end with the process. @public */
export function memoryStore(): SandboxStore {
  let all = new Map<string, StoredObject>()
  let last: Promise<unknown> = Promise.resolve()
  const over = (map: Map<string, StoredObject>): Books => ({
    get: async id => structuredClone(map.get(id)),
    put: async o => {
      map.set(o.id, structuredClone(o))
    },
    remove: async id => {
      map.delete(id)
    },
    list: async a =>
      structuredClone(
        [...map.values()]
          .filter(o => isListed(o, a))
          .reverse()
          .sort((x, y) => Number(y.createdAt) - Number(x.createdAt))
          .slice(a.skip, a.skip + a.count),
      ),
  })
  return {
    get: id => over(all).get(id),
    list: asked => over(all).list(asked),
    change: (_account, work) => {
      const done = last.then(async () => {
        const next = new Map(all)
        const result = await work(over(next))
        all = next
        return result
      })
      // The caller hears of a failure; the next act does not wait for the caller.
      last = done.catch(() => undefined)
      return done
    },
    claim: (now, until, most) => {
      const done = last.then(() => {
        const due = [...all.values()].filter(o => o.dueAt && o.dueAt <= now).sort(byDue)
        return due.slice(0, most).map(o => {
          all.set(o.id, { ...o, dueAt: until })
          return structuredClone(o)
        })
      })
      last = done.catch(() => undefined)
      return done
    },
  }
}
