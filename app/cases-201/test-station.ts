// For the cases of the certification of OCPP 2.0.1: a running product, and stations that are written out case by case. A station is
// the client of the npm package ocpp-rpc, which judges all that it sends and receives by the official schemas.
import { randomUUID } from 'node:crypto'
import { RPCClient } from 'ocpp-rpc'
import { afterEach, expect } from 'vitest'
import type { Task } from '#control/remote-operations/remote-operation.contract.ts'
import type { OcppOptions } from '#gateway/gate.ts'
import type { Services } from '#office/installation/services.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { at, newCharger, type SessionRow, sessionsOf } from '#testing/ocpp.ts'
import { register } from '#testing/station201.ts'

/** The package's types ask for every option; its code has a default for each. */
type ClientOptions = ConstructorParameters<typeof RPCClient>[0]
type Payload = Record<string, unknown>
/** Answers a call of ours; what it throws is told as an error of the station. */
type Answer = (payload: Payload) => object
export type Link = Partial<ClientOptions>
type Charger = NonNullable<Parameters<typeof newCharger>[1]>
export type Evse = { id: number; connectorId?: number }

const nameOf = ({ component, variable }: Payload): string =>
  `${(component as { name: string }).name}.${(variable as { name: string }).name}`
const namesOf = ({ component, variable }: Payload) => ({ component, variable })

export class StrictStation {
  readonly pk: number
  readonly id: string
  readonly client: RPCClient
  /** Faults against the schemas, of either side. */
  readonly faults: unknown[] = []
  /** Answers that differ from the usual ones, by action. */
  readonly answers: Record<string, Answer | object> = {}
  /** Values of variables, by `Component.Variable`; those that are not here are 300. */
  readonly variables = new Map<string, string>()
  readonly #usual: Record<string, Answer | object> = {
    GetVariables: ({ getVariableData }) => ({
      getVariableResult: (getVariableData as Payload[]).map(d => ({
        ...namesOf(d),
        attributeStatus: 'Accepted',
        attributeValue: this.variables.get(nameOf(d)) ?? '300',
      })),
    }),
    SetVariables: ({ setVariableData }) => ({
      setVariableResult: (setVariableData as Payload[]).map(d => ({ ...namesOf(d), attributeStatus: 'Accepted' })),
    }),
    UnlockConnector: { status: 'Unlocked' },
    GetLocalListVersion: { versionNumber: 0 },
    GetTransactionStatus: { messagesInQueue: false },
    GetInstalledCertificateIds: { status: 'NotFound' },
  }
  /** The station's clock, in minutes since an hour ago; it goes on with all that the station tells. */
  minute = 0
  readonly #heard: { action: string; payload: Payload }[] = []
  readonly #waiting: { action: string; ok: (payload: Payload) => void }[] = []

  constructor(known: { pk: number; id: string }, endpoint: string, link: Link = {}) {
    this.pk = known.pk
    this.id = known.id
    this.client = new RPCClient({
      endpoint,
      identity: known.id,
      protocols: ['ocpp2.0.1'],
      strictMode: ['ocpp2.0.1'],
      reconnect: false,
      ...link,
    } as ClientOptions)
    this.client.on('strictValidationFailure', (fault: unknown) => this.faults.push(fault))
    this.client.on('badMessage', (fault: unknown) => this.faults.push(fault))
    this.client.handle(async ({ method, params }) => {
      const [action, payload] = [String(method), params as Payload]
      const answer = this.answers[action] ?? this.#usual[action] ?? { status: 'Accepted' }
      const given = typeof answer === 'function' ? (answer as Answer)(payload) : answer
      const waits = this.#waiting.findIndex(w => w.action === action)
      if (waits >= 0) this.#waiting.splice(waits, 1)[0]?.ok(payload)
      else this.#heard.push({ action, payload })
      return given
    })
  }

  call(action: string, payload: object): Promise<Payload> {
    return this.client.call(action, payload) as Promise<Payload>
  }
  /** The next call of ours of this action, also where it has come already. */
  heard(action: string): Promise<Payload> {
    const n = this.#heard.findIndex(h => h.action === action)
    const [known] = n >= 0 ? this.#heard.splice(n, 1) : []
    if (known) return Promise.resolve(known.payload)
    return new Promise(ok => this.#waiting.push({ action, ok }))
  }
  /** How many calls of this action have come and were not taken by `heard`. */
  untaken(action: string): number {
    return this.#heard.filter(h => h.action === action).length
  }

  boot(reason = 'PowerUp'): Promise<Payload> {
    const chargingStation = {
      model: 'Strict',
      vendorName: 'Maker',
      serialNumber: `S-${this.pk}`,
      firmwareVersion: '1.0',
    }
    return this.call('BootNotification', { reason, chargingStation })
  }
  /** The time by the station's clock, so many minutes on. */
  later(minutes: number): string {
    this.minute += minutes
    return at(this.minute)
  }
  status(connectorStatus: string, { id, connectorId = 1 }: Evse = { id: 1 }): Promise<Payload> {
    const timestamp = this.later(0.5)
    return this.call('StatusNotification', { timestamp, connectorStatus, evseId: id, connectorId })
  }
  /** Boots, tells of its connectors, and takes what the product sets after a boot. */
  async up(connectors: readonly Evse[] = [{ id: 1 }, { id: 2 }]): Promise<void> {
    expect(await this.boot()).toMatchObject({ status: 'Accepted' })
    await this.heard('SetVariables')
    for (const evse of connectors) await this.status('Available', evse)
  }
  authorize(idToken: string, type = 'ISO14443', more: object = {}): Promise<Payload> {
    return this.call('Authorize', { idToken: { idToken, type }, ...more })
  }
  event(eventData: object): Promise<Payload> {
    const generatedAt = new Date().toISOString()
    return this.call('NotifyEvent', { generatedAt, seqNo: 0, tbc: false, eventData: [eventData] })
  }
  /** Tells that a connector has another state as a change of its variable, beside StatusNotification. */
  availabilityState(actualValue: string, { id, connectorId = 1 }: Evse = { id: 1 }): Promise<Payload> {
    return this.event({
      eventId: id,
      timestamp: this.later(0.5),
      trigger: 'Delta',
      actualValue,
      eventNotificationType: 'HardWiredNotification',
      component: { name: 'Connector', evse: { id, connectorId } },
      variable: { name: 'AvailabilityState' },
    })
  }
  transaction(evse: Evse = { id: 1, connectorId: 1 }): StationTransaction {
    return new StationTransaction(this, evse)
  }
  async close(): Promise<void> {
    await this.client.close({ force: true } as never)
  }
}

type Told = {
  state?: string
  token?: string
  /** The register, Wh. */
  wh?: number
  context?: string
  /** null: the event names no EVSE. */
  evse?: Evse | null
  stoppedReason?: string
  info?: object
  more?: object
}
/** A transaction of a station. It numbers its events, and puts two minutes between one event and the next, twenty before the last. */
export class StationTransaction {
  readonly id = randomUUID()
  readonly #station: StrictStation
  readonly #evse: Evse
  #seqNo = 0

  constructor(station: StrictStation, evse: Evse) {
    this.#station = station
    this.#evse = evse
  }

  tell(eventType: string, triggerReason: string, told: Told = {}): Promise<Payload> {
    const { state, token, wh, context, evse = this.#evse, stoppedReason, info, more } = told
    const timestamp = this.#station.later(eventType === 'Ended' ? 20 : 2)
    return this.#station.call('TransactionEvent', {
      eventType,
      timestamp,
      triggerReason,
      seqNo: this.#seqNo++,
      transactionInfo: {
        transactionId: this.id,
        ...(state !== undefined && { chargingState: state }),
        ...(stoppedReason !== undefined && { stoppedReason }),
        ...info,
      },
      ...(evse && { evse }),
      ...(token !== undefined && { idToken: { idToken: token, type: 'ISO14443' } }),
      ...(wh !== undefined && { meterValue: [register(timestamp, wh, context)] }),
      ...more,
    })
  }
  started(triggerReason: string, told: Told = {}): Promise<Payload> {
    return this.tell('Started', triggerReason, { context: 'Transaction.Begin', ...told })
  }
  updated(triggerReason: string, told: Told = {}): Promise<Payload> {
    return this.tell('Updated', triggerReason, told)
  }
  ended(triggerReason: string, stoppedReason: string, told: Told = {}): Promise<Payload> {
    return this.tell('Ended', triggerReason, { context: 'Transaction.End', stoppedReason, ...told })
  }
  /** Energy flows from the register 1000 Wh on. */
  charging(told: Told = {}): Promise<Payload> {
    return this.updated('ChargingStateChanged', { state: 'Charging', wh: 1000, ...told })
  }
}

export type TaskShown = Task & { answer: string }
/** A product that listens, and what operators and stations do with it. */
export class Product {
  readonly t: TestApp
  readonly http: string
  readonly ws: string
  readonly #headers = new Map<Person, Promise<{ authorization: string }>>()
  readonly #stations: StrictStation[] = []
  readonly #ended: { taskId: string; chargepointId: string; operation: string }[] = []
  readonly #waiting = new Map<string, () => void>()

  constructor(t: TestApp, { http, ws }: { http: string; ws: string }) {
    this.t = t
    this.http = http
    this.ws = ws
    t.services.publicUrl = http
    t.services.bus.onEvent(({ event }) => {
      if (event.type !== 'task' || event.state === 'queued' || event.state === 'sent') return
      const { taskId, chargepoint_id: chargepointId, operation } = event
      this.#ended.push({ taskId, chargepointId, operation })
      this.#waiting.get(event.taskId)?.()
    })
  }

  /** A station whose record is there and which has not connected yet. */
  async known(charger: Charger = {}, link: Link = {}): Promise<StrictStation> {
    const endpoint = link.endpoint ?? `${this.ws}/ocpp`
    const station = new StrictStation(await newCharger(this.t, charger), endpoint, link)
    this.#stations.push(station)
    return station
  }
  /** The same station anew, by another link. */
  again(known: StrictStation, link: Link = {}): StrictStation {
    const station = new StrictStation(known, link.endpoint ?? `${this.ws}/ocpp`, link)
    station.minute = known.minute
    this.#stations.push(station)
    return station
  }
  async connected(charger: Charger = {}, link: Link = {}): Promise<StrictStation> {
    const station = await this.known(charger, link)
    await station.client.connect()
    return station
  }
  /** A station that is up, with two EVSEs of one connector unless told otherwise. */
  async station(charger: Charger = {}, connectors?: readonly Evse[]): Promise<StrictStation> {
    const station = await this.connected(charger)
    await station.up(connectors)
    return station
  }

  /** The station is gone for a moment and boots on a new connection. */
  async restarted(station: StrictStation, reason: string): Promise<StrictStation> {
    await station.close()
    const again = this.again(station)
    await again.client.connect()
    expect(await again.boot(reason)).toMatchObject({ status: 'Accepted' })
    return again
  }

  get team(): string {
    return `team/${this.t.world.one.teamId}`
  }
  async send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, person: Person = 'admin') {
    let headers = this.#headers.get(person)
    if (!headers) {
      headers = this.t.as(person)
      this.#headers.set(person, headers)
    }
    const url = `/cms/v1/${path}`
    const r = await this.t.app.inject({ method, url, headers: await headers, ...(payload && { payload }) })
    return { status: r.statusCode, body: r.json() }
  }
  /** As `send`, for what must be taken. */
  async ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
    const { status, body } = await this.send(method, path, payload)
    expect([path, status < 300, body.errors ?? body.message ?? null]).toEqual([path, true, body.message ?? null])
    return body
  }

  /** Sends an operation; returns its task once the station has answered. */
  async operate({ id }: StrictStation, remoteOperationType: string, parameters: object = {}): Promise<TaskShown> {
    const { taskId } = await this.ask('POST', 'remote/operation', { chargerId: id, remoteOperationType, parameters })
    if (!this.#ended.some(e => e.taskId === taskId)) await new Promise<void>(ok => this.#waiting.set(taskId, ok))
    return this.task({ id }, taskId)
  }
  async task({ id }: { id: string }, taskId: string): Promise<TaskShown> {
    const task: Task = (await this.ask('GET', `remote/operation/charger/${id}/task/${taskId}`)).data
    return { ...task, answer: task.result[0]?.error ?? task.result[0]?.response ?? '' }
  }
  /** The task of an operation that the product itself has sent, once it has ended. */
  async ownTask(station: StrictStation, operation: string): Promise<TaskShown> {
    const find = () => this.#ended.find(e => e.chargepointId === station.id && e.operation === operation)?.taskId
    await expect.poll(find).toBeDefined()
    return this.task(station, find() ?? '')
  }
  /** The task once its effect, or its last progress, is the one given. */
  async taskUntil(station: StrictStation, { taskId }: Task, is: string): Promise<TaskShown> {
    const read = () => this.task(station, taskId)
    await expect
      .poll(async () => {
        const task = await read()
        return task.effect?.state ?? task.progress.at(-1)?.status
      })
      .toBe(is)
    return read()
  }
  sessions({ pk }: StrictStation): Promise<SessionRow[]> {
    return sessionsOf(this.t, pk)
  }
  /** A connector as the portal shows it: its state, and the session that runs there. */
  async connector({ id }: StrictStation, connectorId = 1): Promise<{ status: string; transactionId: number | null }> {
    const { data } = await this.ask('GET', `${this.team}/charging-status/${id}`)
    const list = data.connectors.list as { connectorId: number; status: string; transactionId: number | null }[]
    return list.find(c => c.connectorId === connectorId) ?? expect.fail(`No connector ${connectorId}`)
  }
  /** The number of the session that runs on a connector, as operators name it. */
  async running(station: StrictStation, connectorId = 1): Promise<number> {
    return (await this.connector(station, connectorId)).transactionId ?? expect.fail('No session runs')
  }

  /** After each case: no fault against the schemas, and the stations go. */
  async endOfCase(): Promise<void> {
    const stations = this.#stations.splice(0)
    const faults = stations.flatMap(s => s.faults)
    await Promise.all(stations.map(s => s.close()))
    expect(faults).toEqual([])
  }
}

/** Starts the product for the cases of one file. The product does not ask its stations for their configuration, so a station receives only what its case sends. */
export async function startProduct(services: Partial<Services> = {}, side: OcppOptions = {}): Promise<Product> {
  const t = await startApp(services, { config: { afterMs: 3_600_000 }, ...side })
  return new Product(t, await t.listen())
}

/** Closes the stations of each case, and looks that neither side has sent anything that the schemas forbid. */
export const afterEachCase = (product: () => Product): void => afterEach(() => product().endOfCase())
