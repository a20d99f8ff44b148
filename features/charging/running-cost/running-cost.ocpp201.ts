// What stations of OCPP 2.0.1 show to drivers: the price before the start, and the running cost by CostUpdated (I02), where the
// company of the station wants it. The cost is the stored one, as lists and the pay page show it. One clock serves all
// sessions of a node, and reads them in batches.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { type RunningCost, runningCosts as storedCosts } from '#control/calls-201/running-cost.store.ts'
import type { Station, StationSession201 } from '#fleet/stations/station.memory.ts'
import { ratesAt } from '#money/price-groups/gateway-rate.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch, SIDE_BY_SIDE } from '#platform/db/batch.ts'
import { Displays } from './display.memory.ts'
import { type ChargerTariff, chargerTariffs } from './display.store.ts'
import { type Paid, type PersonalMessage, type Tariff, tariffMessage } from './tariff.rules.ts'

export type CostOptions = {
  /** How often it is looked whether a session is due. */
  lookEveryMs?: number
  /** How old the settings of companies may be. */
  freshMs?: number
}

/** Sessions whose costs one statement reads. */
const AT_ONCE = 500
const PATIENCE = { isBackground: true, timeoutMs: 10_000 }
/** The cost that CostUpdated told last, and when it was looked at. */
type Told = { paise: number | undefined; at: number }
type MaybePromise<T> = T | Promise<T>
type Due = { s: Station; id: number }

const costUpdated = (session: StationSession201, transactionId: string, paise: number) =>
  session.call('CostUpdated', { totalCost: rupeesFromPaise(BigInt(paise)), transactionId }, PATIENCE)

export function runningCosts(services: Services, { lookEveryMs = 5000, freshMs = 5000 }: CostOptions = {}) {
  const { db } = services
  const displays = new Displays(services, freshMs)
  const stations = new Map<Station, Map<number, Told>>()
  const tariffs = new Batch<number, ChargerTariff>(pks => chargerTariffs(db, pks, services.now()), SIDE_BY_SIDE)
  const telling = new Set<Promise<unknown>>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  /** Returns whether the station has answered. A call that would have to wait behind another is not made. */
  async function tell(s: Station, transactionId: string, paise: number): Promise<boolean> {
    const { session } = s
    if (session.family !== 'ocpp2' || !s.isOpen || session.isLeaving || session.asked > 0) return false
    const { kind } = await costUpdated(session, transactionId, paise)
    return kind === 'result' || kind === 'error'
  }

  const runs = ({ s, id }: Due): boolean => [...(s.active?.values() ?? [])].includes(id)

  /** Tells a station of its sessions one after the other. */
  async function tellAll(due: readonly Due[], costs: ReadonlyMap<number, RunningCost>, now: number): Promise<void> {
    for (const d of due) {
      const told = stations.get(d.s)
      const cost = costs.get(d.id)
      // A session that has ended meanwhile has its last cost from the answer to its end.
      if (!told || !cost || !runs(d) || d.s.session.asked > 0) continue
      const before = told.get(d.id)?.paise
      told.set(d.id, { paise: before, at: now })
      if (before !== cost.paise && (await tell(d.s, cost.name, cost.paise)))
        told.set(d.id, { paise: cost.paise, at: now })
    }
  }

  async function look(): Promise<void> {
    const now = services.now().getTime()
    const wanted = await displays.all()
    const due: Due[] = []
    for (const [s, told] of stations) {
      // Its socket had closed before it was taken up.
      if (!s.isOpen) stations.delete(s)
      const everySec = wanted.get(s.charger.companyId)?.runningCostSec ?? 0
      for (const id of told.keys()) if (!runs({ s, id })) told.delete(id)
      if (everySec === 0 || s.session.asked > 0) continue
      for (const id of s.active?.values() ?? [])
        if (now - (told.get(id)?.at ?? Number.NEGATIVE_INFINITY) >= everySec * 1000) due.push({ s, id })
    }
    for (let from = 0; from < due.length; from += AT_ONCE) {
      const some = due.slice(from, from + AT_ONCE)
      const costs = await storedCosts(
        db,
        some.map(d => d.id),
      )
      for (const [s, ofStation] of Map.groupBy(some, d => d.s)) watch(s, tellAll(ofStation, costs, now))
    }
  }

  function watch(s: Station, work: Promise<unknown>): void {
    const done: Promise<unknown> = work
      .catch(error => services.log.warn({ err: error, chargepoint: s.charger.id }, 'The running cost was not told'))
      .finally(() => telling.delete(done))
    telling.add(done)
  }

  function begin(): void {
    timer ??= setInterval(() => {
      looking ??= look()
        .catch(error => services.log.warn({ err: error }, 'The running costs were not read'))
        .finally(() => {
          looking = undefined
        })
    }, lookEveryMs).unref()
  }

  function pause(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    adopt(s: Station): void {
      stations.set(s, new Map())
      begin()
    },
    release(s: Station): void {
      stations.delete(s)
      if (stations.size === 0) pause()
    },
    /**
     * Tells a station the bill that was made after the answer to Ended, once, also where its company wants no cost told while
     * charging: the answers to its events told the cost, too.
     */
    billed(s: Station, transactionId: string, paise: number): void {
      if (s.session.family === 'ocpp2' && s.isOpen && !s.session.isLeaving)
        watch(s, costUpdated(s.session, transactionId, paise))
    },
    /** The price of a session that begins, by what its bill is made from, which is read only where it is shown. */
    async tariffOf(
      s: Station,
      session: () => MaybePromise<Tariff | undefined>,
      language: string | null,
    ): Promise<PersonalMessage | undefined> {
      const { showsTariff } = await displays.of(s.charger.companyId)
      const tariff = showsTariff ? await session() : undefined
      return tariff && tariffMessage(tariff, language)
    },
    /** The price before it is known which connector is meant: none where the connectors have different ones. */
    async tariffAt(s: Station, paid: Paid, language: string | null): Promise<PersonalMessage | undefined> {
      const { companyId, isFree, pk } = s.charger
      if (isFree || !(await displays.of(companyId)).showsTariff) return undefined
      const { versions, snapshot, rateEntries } = await tariffs.add(pk)
      if (versions !== 1) return undefined
      const startedAt = services.now()
      const methodRates = ratesAt(rateEntries, { companyId, at: startedAt, zone: services.timeZone })
      return tariffMessage({ ...paid, isFree, snapshot, startedAt, methodRates }, language)
    },
    idle: async (): Promise<void> => {
      pause()
      await looking
      await Promise.all([...telling, tariffs.idle()])
    },
  }
}
