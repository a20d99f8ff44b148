// A charger with a temper: the simulated charger, whose answers to the central system are put off, spoilt, doubled, lost
// or left out as the temper says, by seeded chance, and written into its journal as they are.
import { once } from 'node:events'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { answer } from '@wattdesk/ocpp/sim/commands'
import { reboot } from '@wattdesk/ocpp/sim/lifecycle'
import { Random } from '@wattdesk/ocpp/sim/random'
import type { Station } from '@wattdesk/ocpp/sim/station'
import type { WebSocket } from 'ws'
import { Journal, type Received } from './tempers-journal.ts'
import { untilQuiet } from './tempers-quiet.ts'
import { secondSocket } from './tempers-second.ts'
import { type Temper, type Way, wayOf } from './tempers-ways.ts'

export type TemperOptions = {
  url: string
  identity: string
  key: string
  /** The tag of the sessions that drivers begin at the charger itself. */
  idTag: string
  tempers: readonly Temper[]
  seed: number
  pace: Pace
  /** Message ids that chargers have not answered yet, of all chargers: a meddling charger answers them. */
  open: Set<string>
}
/** In seconds. */
export type Pace = {
  /** The longest that a slow answer takes. */
  slowest: number
  session: readonly [number, number]
  /** Between what a charger does by itself. */
  between: readonly [number, number]
  /** After a call that stays unanswered the socket is cut after so long; never where it is not named. */
  silence?: number
}

export class TemperedCharger {
  readonly sim: SimulatedCharger
  readonly journal: Journal
  readonly options: TemperOptions
  readonly random: Random
  readonly ending = Promise.withResolvers<void>()
  isEnding = false
  socket = -1
  /** Answers that are still to come. */
  late = 0
  loops: Promise<void>[] = []
  seconds = new Set<WebSocket>()

  constructor(options: TemperOptions) {
    const { url, identity, key, seed, tempers } = options
    this.options = options
    this.journal = new Journal(identity)
    this.random = new Random(seed)
    this.sim = new SimulatedCharger({
      url: `${url.replace(/^http/, 'ws')}/ocpp`,
      identity,
      key,
      connectors: 2,
      seed,
      reconnect: true,
      answers: (station, id, action, payload) => this.take(station, id, action, payload),
      faults: {
        ...(this.is('off-enum') && { oddValues: true }),
        ...(tempers.includes('clock ahead') && { clockOffsetSeconds: 19_800 }),
        ...(tempers.includes('clock behind') && { clockOffsetSeconds: -2400 }),
      },
    })
    this.sim.on('opened', () => {
      this.socket = this.journal.opened()
    })
    this.sim.on('closed', () => this.journal.closed(this.socket))
    this.sim.on('booted', () => this.journal.boots.push(Date.now()))
    this.journal.listen(this.sim)
    this.sim.on('started', s => this.begun(s.connectorId, s.idTag, s.transactionId))
  }

  /** The temper shows until the end, when all behave. */
  is(temper: Temper): boolean {
    return !this.isEnding && this.options.tempers.includes(temper)
  }

  start(): void {
    this.sim.keepUp()
    this.loops.push(this.drive())
    const restless: [Temper, () => Promise<unknown>][] = [
      ['rebooting', () => this.restart()],
      ['forgetting', () => reboot(this.sim.station, 'Reboot')],
      ['away', () => this.goAway()],
      ['second socket', () => this.openSecond()],
      ['off-enum', () => this.tellOddStatus()],
    ]
    for (const [temper, act] of restless) if (this.is(temper)) this.loops.push(this.again(act))
    if (this.is('meddling')) this.loops.push(this.every(0.3, () => this.meddle()))
    if (this.is('clock drifting')) this.loops.push(this.every(5, () => this.drift()))
  }

  /** All behave from now on; resolves when everything that was queued has been confirmed. */
  async settle(patienceMs = 120_000): Promise<void> {
    this.isEnding = true
    this.ending.resolve()
    await Promise.allSettled(this.loops)
    for (const ws of this.seconds) ws.terminate()
    if (this.sim.station.offline) await this.comeBack().catch(() => this.sim.keepUp())
    await untilQuiet(this.sim, () => this.late, patienceMs)
  }

  // Calls that the charger receives

  take(station: Station, id: string, action: string, payload: unknown): void {
    const { socket } = this
    const r = this.journal.received(socket, id, action, payload)
    this.options.open.add(id)
    const way = wayOf(action, t => this.is(t), this.random)
    const { slowest, silence } = this.options.pace
    const slow = this.is('slow') && this.random.chance(0.7)
    const isCut = way.is === 'silent' && silence !== undefined
    const delayMs = isCut ? silence * 1000 : slow ? this.random.between(slowest / 30, slowest) * 1000 : 0
    const act = () => {
      this.options.open.delete(id)
      this.respond(station, r, way)
    }
    if (way.is === 'silent' && !isCut) this.options.open.delete(id)
    else if (delayMs > 0) {
      this.late++
      setTimeout(() => {
        this.late--
        act()
      }, delayMs)
    } else act()
  }

  respond(station: Station, r: Received, way: Way): void {
    if (way.is === 'cut before' || way.is === 'cut after' || way.is === 'silent') station.link.terminate()
    if (way.is === 'instead') this.say(r, way.frame(r.id))
    else if (this.isStarting(station, r)) this.say(r, [3, r.id, { status: 'Rejected' }])
    else if (way.is !== 'cut before' && way.is !== 'silent') this.act(station, r, way)
  }
  /** Acts and answers as the simulated charger does by itself. */
  act(station: Station, r: Received, way: Way): void {
    r.begins = r.action === 'RemoteStartTransaction'
    const { socket } = this
    const isOpen = station.link.isOpen
    const off = this.sim.on('call', c => {
      if (c.id !== r.id) return
      const frame = c.error ? [4, c.id, c.error, undefined, {}] : [3, c.id, c.answer]
      this.journal.answered(r, socket, frame, !isOpen)
      if (c.error || (c.answer as { status?: string }).status !== 'Accepted') r.begins = false
    })
    answer(station, r.id, r.action, r.payload)
    off()
    if (way.is === 'twice')
      this.say(r, [3, r.id, { status: this.random.pick(['Rejected', 'Accepted', 'NotSupported']) }])
  }
  /** A session is about to begin on the connector: a second start at once would make two. */
  isStarting(station: Station, r: Received): boolean {
    if (r.action !== 'RemoteStartTransaction') return false
    const connectorId = Number(r.payload.connectorId ?? 1)
    if (station.connectors[connectorId]?.transaction) return false
    if (this.local.has(connectorId)) return true
    return this.journal.calls.some(
      c =>
        c.begins && c !== r && c.payload.connectorId === connectorId && !c.transactionId && Date.now() - c.at < 30_000,
    )
  }
  say(r: Received, frame: readonly unknown[]): void {
    const { link } = this.sim.station
    this.journal.answered(r, this.socket, frame, !link.isOpen)
    link.send(JSON.stringify(frame))
  }

  /**
   * A session has its number: the start that led to the session is the last accepted start of this tag and connector.
   */
  begun(connectorId: number, idTag: string, transactionId: number): void {
    if (idTag === this.local.get(connectorId) || transactionId <= 0) return
    const of = this.journal.calls.findLast(
      c => c.begins && !c.transactionId && c.payload.connectorId === connectorId && c.payload.idTag === idTag,
    )
    if (of) of.transactionId = transactionId
  }

  // Actions that the charger takes by itself
  /** Connectors in the hands of a driver who stands there, with the tag. */
  readonly local = new Map<number, string>()
  async drive(): Promise<void> {
    const { session, between } = this.options.pace
    await this.pause(this.random.between(0, between[1]))
    while (!this.isEnding) {
      const connectorId = this.random.chance(0.8) ? 2 : 1
      const { sim } = this
      try {
        const c = sim.station.at(connectorId)
        const isFree = sim.station.usable && sim.status(connectorId) === 'Available' && !c.plugged
        const isPromised = this.journal.calls.some(
          r => r.begins && !r.transactionId && Date.now() - r.at < 60_000 && r.payload.connectorId === connectorId,
        )
        if (isFree && !isPromised) {
          this.local.set(connectorId, this.options.idTag)
          await sim.start(connectorId, this.options.idTag)
          await this.pause(this.random.between(...session))
          if (c.transaction) await sim.stop(connectorId, 'Local', this.options.idTag)
        } else if (c.transaction && Date.now() - c.transaction.startedAt > session[1] * 1000)
          await sim.stop(connectorId, 'EVDisconnected')
      } catch {
        // Told by the reply already: a lost link, or a connector that was taken meanwhile.
      } finally {
        // A car that cannot leave now leaves when all is brought to rest.
        for (const n of [1, 2])
          if (sim.station.at(n).plugged && !sim.station.at(n).transaction) await sim.unplug(n).catch(() => undefined)
        this.local.delete(connectorId)
      }
      await this.pause(this.random.between(...between) / 2)
    }
  }

  /** In one of the ways in which real ones do: with and without BootNotification, with the sessions or without. */
  async restart(): Promise<void> {
    const { sim, random } = this
    const kind = random.pick(['socket', 'power', 'reboot', 'boot'] as const)
    if (kind === 'socket') await sim.dropSocket()
    else if (kind === 'reboot') await reboot(sim.station, 'Reboot')
    else if (kind === 'boot') {
      await sim.dropSocket()
      sim.station.accepted = false
    } else {
      await sim.powerLoss()
      await this.pause(random.between(0.1, 0.5) * this.options.pace.between[0])
      await sim.powerUp().catch(() => sim.keepUp())
    }
  }
  async goAway(): Promise<void> {
    await this.sim.goOffline()
    await this.pause(this.random.between(...this.options.pace.between))
    await this.comeBack()
  }
  /** A charger that was reset while away has still to boot. */
  async comeBack(): Promise<void> {
    const { sim } = this
    await sim.goOnline().catch(() => sim.keepUp())
    if (sim.isOpen && !sim.station.accepted) await sim.boot()
  }
  async tellOddStatus(): Promise<void> {
    const { sim } = this
    if (!sim.station.usable) return
    const odd = {
      connectorId: 1,
      status: 'Standby',
      errorCode: 'NoError',
      timestamp: sim.station.iso(),
      vendorId: 'com.maker',
    }
    // It may be refused, and whether it is answered at all the journal says.
    await sim.send('StatusNotification', odd).catch(() => undefined)
    await sim.station.tell(sim.station.at(1))
  }
  /** The same charger once more, while its first socket lives; the first connects again when it has been replaced. */
  async openSecond(): Promise<void> {
    const ws = secondSocket(this.options, this.journal)
    this.seconds.add(ws)
    ws.on('close', () => this.seconds.delete(ws))
    await Promise.race([once(ws, 'close'), this.pause(this.random.between(0.01, 0.25) * this.options.pace.between[0])])
    ws.close()
  }
  /** Answers a call that another charger was sent. */
  meddle(): void {
    const ids = [...this.options.open]
    if (ids.length === 0) return
    const id = this.random.pick(ids)
    const isOwn = this.journal.calls.some(c => c.id === id)
    if (!isOwn) this.sim.sendText(JSON.stringify([3, id, { status: 'Accepted', meddled: true }]))
  }
  drift(): void {
    const { faults } = this.sim
    this.sim.faults = { ...faults, clockOffsetSeconds: (faults.clockOffsetSeconds ?? 0) + 1.5 }
  }

  async again(act: () => Promise<unknown>): Promise<void> {
    for (;;) {
      await this.pause(this.random.between(...this.options.pace.between))
      if (this.isEnding) return
      if (this.is('forgetting')) {
        this.sim.station.configuration.forget()
        this.sim.station.profiles.clear({})
      }
      // The act may break off with its line: the journal has its outcome.
      await act().catch(() => undefined)
    }
  }
  async every(seconds: number, act: () => void): Promise<void> {
    while (!this.isEnding) {
      act()
      await this.pause(seconds)
    }
  }
  pause(seconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const over = new Promise<void>(ok => {
      timer = setTimeout(ok, seconds * 1000)
    })
    return Promise.race([over, this.ending.promise]).finally(() => clearTimeout(timer))
  }
}
