// Operators at the API: they sign in, send operations and read how each went.
import type { Task } from '#control/remote-operations/remote-operation.contract.ts'
import type { Command, SentOperation } from './tempers-commands.ts'

export type Person = { username: string; password: string }

/** The API as operators use it. */
export class Operators {
  readonly url: string
  readonly people: readonly Person[]
  readonly tokens = new Map<string, { token: Promise<string>; at: number }>()
  readonly sent: SentOperation[] = []

  constructor(url: string, people: readonly Person[]) {
    this.url = url
    this.people = people
  }

  async call<T>(
    who: number,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<{ status: number; body: T & { message?: string } }> {
    const authorization = `Bearer ${await this.tokenOf(who)}`
    const r = await fetch(`${this.url}/cms/v1/${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: r.status, body: (await r.json()) as T & { message?: string } }
  }
  /** One sign-in at a time of each. */
  tokenOf(who: number): Promise<string> {
    const person = this.people[who % this.people.length]
    if (!person) throw new RangeError('Nobody')
    const known = this.tokens.get(person.username)
    if (known && Date.now() - known.at < 240_000) return known.token
    const token = this.signIn(person)
    this.tokens.set(person.username, { token, at: Date.now() })
    // One that failed is tried again.
    token.catch(() => this.tokens.delete(person.username))
    return token
  }
  async signIn({ username, password }: Person): Promise<string> {
    const r = await fetch(`${this.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: btoa(password) }),
    })
    if (!r.ok) throw new Error(`${username} cannot sign in: ${r.status} ${await r.text()}`)
    return ((await r.json()) as { data: { access_token: string } }).data.access_token
  }

  /** Sends a command; what is refused leaves no task. */
  async send(who: number, identity: string, c: Command): Promise<SentOperation> {
    const { operation, action, expected, start } = c
    const at = Date.now()
    const s: SentOperation = {
      identity,
      operation,
      action,
      expected,
      at,
      answeredAt: at,
      status: 0,
      message: '',
      taskId: undefined,
      first: undefined,
      last: undefined,
      start,
    }
    const body = { chargerId: identity, remoteOperationType: operation, parameters: c.parameters }
    const r = await this.call<{ taskId?: string }>(who, 'POST', 'remote/operation', body)
    Object.assign(s, { answeredAt: Date.now(), status: r.status, message: r.body.message ?? '', taskId: r.body.taskId })
    this.sent.push(s)
    return s
  }
  async read(s: SentOperation): Promise<Task | undefined> {
    const { body } = await this.call<{ data?: Task }>(
      0,
      'GET',
      `remote/operation/charger/${s.identity}/task/${s.taskId}`,
    )
    return body.data
  }
  /** Reads those that have not ended, and keeps them as they were read first after their end. */
  async look(): Promise<number> {
    let open = 0
    for (const s of this.sent) {
      if (!s.taskId || s.first) continue
      const t = await this.read(s)
      if (t?.status === 'COMPLETED') s.first = t
      else open++
    }
    return open
  }
  async readAll(): Promise<void> {
    const left = this.sent.filter(s => s.taskId)
    const some = async () => {
      for (let s = left.pop(); s; s = left.pop()) s.last = await this.read(s)
    }
    await Promise.all([some(), some(), some(), some()])
  }
}
