// One step of a campaign: what has become of its chargers, whether it stops or goes on to the next wave, and which chargers are
// sent now. A step is one transaction under the lock of the campaign; what it sends goes out after the commit, so that a node
// that dies has either claimed a charger or not, and no charger is sent twice (CAMP-03, CAMP-04).
import { dayOf } from '@wattdesk/base/time'
import { HttpFailure } from '@wattdesk/wire/route'
import type { RemoteOperation } from '#control/remote-operations/operations/operations.contract.ts'
import { prepare } from '#control/remote-operations/remote-operation.commands.ts'
import { runTask } from '#control/remote-operations/task.commands.ts'
import type { Services } from '#office/installation/services.ts'
import { chargersBase } from '#operations/firmware/firmware.commands.ts'
import { operationUrlOf } from '#operations/firmware/firmware.rules.ts'
import { firmwareWriters } from '#operations/firmware/firmware-request.commands.ts'
import { everywhere, readUser } from '#platform/access/scope.ts'
import { type AfterCommit, act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { failed, REACH_MINUTES, SESSION_BEGAN } from './campaign.rules.ts'
import * as campaigns from './campaign.store.ts'
import { noteEnd } from './campaign-end.commands.ts'
import { type Question, settleSent } from './campaign-settle.commands.ts'
import * as store from './campaign-step.store.ts'
import { tellCampaign } from './campaign-tell.commands.ts'
import { isWithin, minuteIn, nextStep } from './wave.rules.ts'

/** `onEnded`: told when the charger of an operation has answered. */
export type StepWays = { onEnded: () => void }
/** Chargers that one step sends at most: its transaction is to be short. */
const MOST_CLAIMED = 50
const LINK_DAYS = 30
/** The moment from which a charger may fetch is named so long before now. */
const FETCH_BEFORE_MS = 3_600_000
const NOBODY = 'The user who started it may not change charge points any more'
const NO_LONGER = 'No longer a charge point of the team'
const HAD_IT = 'Had the version already'
const OUT_OF_RIGHTS = 'The user who started the campaign may not change this charge point'

type On = { services: Services; trx: Trx; then: AfterCommit }

/** Of the time zones in which a campaign's chargers stand, those in which it may send now. */
export async function openZones(
  db: Db | Trx,
  { campaignId, windowFrom, windowTo }: Pick<store.HeldCampaign, 'campaignId' | 'windowFrom' | 'windowTo'>,
  now: Date,
): Promise<string[]> {
  const zones = await store.zonesOf(db, campaignId)
  if (windowFrom === null || windowTo === null) return zones
  return zones.filter(zone => isWithin({ from: windowFrom, to: windowTo }, minuteIn(now, zone)))
}

/** Stops the campaign, or lets its next wave begin, or ends it; true where it goes on. */
async function moveOn(on: On, m: store.HeldCampaign, now: Date): Promise<{ isOn: boolean; isChanged: boolean }> {
  const { trx } = on
  if (m.state !== 'Running') return { isOn: false, isChanged: false }
  const counts = await campaigns.waveCounts(trx, m.campaignId, m.countedSince)
  const next = nextStep(counts, m.wave, m)
  switch (next.is) {
    case 'go on':
      return { isOn: true, isChanged: false }
    case 'stop':
      await stop(on, m, next.why, now)
      return { isOn: false, isChanged: true }
    case 'next wave': {
      const wave = m.wave + 1
      await campaigns.move(trx, m.campaignId, { wave, waveBeganAt: now }, { at: now, what: `Wave ${wave}` })
      Object.assign(m, { wave, waveBeganAt: now })
      return { isOn: true, isChanged: true }
    }
    case 'done':
      await campaigns.move(trx, m.campaignId, { state: 'Done', endedAt: now }, { at: now, what: 'Done' })
      await noteEnd(on, m, 'is done')
      return { isOn: false, isChanged: true }
  }
}

async function stop(on: On, m: store.HeldCampaign, why: string, now: Date): Promise<void> {
  const { trx } = on
  const moved = { state: 'Stopped', stoppedWhy: why, stoppedAt: now } as const
  await campaigns.move(trx, m.campaignId, moved, { at: now, what: 'Stopped', note: why })
  const entry = { action: 'update', feature: 'Campaign', recordId: m.campaignId, teamId: m.teamId }
  const after = { state: 'Stopped', why }
  await audit.write(trx, audit.byProduct('Campaigns'), { ...entry, before: { state: m.state }, after })
  await noteEnd(on, m, `has stopped (${why})`)
}

/** Brings the chargers that wait in these time zones up to now; returns those that may be sent, in order. */
async function sortWaiting(
  trx: Trx,
  m: store.HeldCampaign,
  now: Date,
  zones: readonly string[],
): Promise<{ ready: number[]; isChanged: boolean }> {
  const all = await store.waiting(trx, m, now, zones)
  const of = (fits: (c: store.WaitingCharger) => boolean) => all.filter(fits).map(c => c.pk)
  const settle = (pks: readonly number[], to: Parameters<typeof store.settleWaiting>[3]) =>
    store.settleWaiting(trx, m.campaignId, pks, to)
  const gone = of(c => !c.isThere)
  await settle(gone, { state: 'Given up', reason: NO_LONGER, at: now })
  const here = all.filter(c => c.isThere)
  const have = here.filter(c => c.hasVersion).map(c => c.pk)
  await settle(have, { state: 'Verified', reason: HAD_IT, at: now })
  const rest = here.filter(c => !c.hasVersion)
  const isLate = now.getTime() >= (m.waveBeganAt?.getTime() ?? now.getTime()) + m.giveUpHours * 3_600_000
  const late = rest.filter(c => isLate && (!c.isReady || c.inSession))
  for (const inSession of [true, false]) {
    const pks = late.filter(c => c.inSession === inSession).map(c => c.pk)
    const reason = `${inSession ? 'A session ran' : 'Not connected'} when it was to be sent, for ${m.giveUpHours} ${m.giveUpHours === 1 ? 'hour' : 'hours'}`
    await settle(pks, { state: 'Given up', reason, at: now })
  }
  const open = rest.filter(c => !late.includes(c))
  const busy = open.filter(c => c.isReady && c.inSession)
  if (m.waitsForSessions) {
    const fresh = busy.filter(c => c.state !== 'Waiting for session').map(c => c.pk)
    await settle(fresh, { state: 'Waiting for session', reason: 'A session is running', at: now })
    return {
      ready: open.filter(c => c.isReady && !c.inSession).map(c => c.pk),
      isChanged: all.length > open.length || fresh.length > 0,
    }
  }
  for (const c of busy) {
    const turn = failed(now, c.attempt + 1, m.retries, 'A session was running')
    await settle([c.pk], { ...turn, at: now, attemptsMore: 1 })
  }
  return {
    ready: open.filter(c => c.isReady && !c.inSession).map(c => c.pk),
    isChanged: all.length > open.length || busy.length > 0,
  }
}

const operationOf = (m: store.HeldCampaign, base: string, chargerId: string, now: Date): RemoteOperation => {
  // At once, for a charger whose clock is behind, too.
  const at = new Date(now.getTime() - FETCH_BEFORE_MS).toISOString()
  const location = operationUrlOf(base, m.firmwareId)
  if (m.signature === null || m.certificate === null)
    return { chargerId, remoteOperationType: 'UpdateFirmware', parameters: { location, retrieveDate: at } }
  const firmware = { location, retrieveDateTime: at, signature: m.signature, signingCertificate: m.certificate }
  return { chargerId, remoteOperationType: 'SignedUpdateFirmware', parameters: { firmware } }
}

/** The user who started the campaign, with the rights of now. */
async function callerOf(services: Services, trx: Trx, m: store.HeldCampaign): Promise<Caller | undefined> {
  const who =
    m.startedBy === null ? undefined : await readUser(trx, m.startedBy, dayOf(services.now(), services.timeZone))
  if (!who) return undefined
  const by = { ...audit.byProduct('Campaigns'), userId: null }
  return { who, by, scope: await everywhere(trx, who, 'ChargerPoint.update'), ifMatch: undefined }
}

/** Sends one charger: its task and its state `Sent` are written together, and the message goes out after the commit. */
async function send(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  { m, caller, c, ways }: { m: store.HeldCampaign; caller: Caller; c: store.ClaimedCharger; ways: StepWays },
): Promise<void> {
  const now = services.now()
  const openUntil = new Date(now.getTime() + LINK_DAYS * 86_400_000)
  const writers = firmwareWriters(services, { campaignId: m.campaignId, openUntil })
  const operation = operationOf(m, chargersBase(services), c.id, now)
  try {
    const { task, run } = await prepare(services, trx, then, caller, operation, { writers, onEnded: ways.onEnded })
    await store.markSent(trx, m.campaignId, c.pk, task.taskId, now)
    // A session that began since the claim is seen here: nothing goes out then.
    run.request.lastLook = async () => ((await store.isCharging(services.db, c.pk)) ? SESSION_BEGAN : undefined)
    if (task.endedAt === null) then(() => void runTask(services, run, operation, task.taskId))
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
    const to =
      error.statusCode === 404
        ? { state: 'Given up' as const, reason: OUT_OF_RIGHTS }
        : error.statusCode === 409
          ? {
              state: 'Queued' as const,
              reason: error.message,
              nextAt: new Date(now.getTime() + REACH_MINUTES * 60_000),
            }
          : { state: 'Given up' as const, reason: error.message }
    await store.settleWaiting(trx, m.campaignId, [c.pk], { ...to, at: now })
  }
}

/** Sends as many of the ready chargers as may be at it at once. */
async function claim(
  { services, trx, then }: On,
  { m, ready, ways }: { m: store.HeldCampaign; ready: readonly number[]; ways: StepWays },
): Promise<number> {
  const free = Math.min(m.atOnce - (await store.countActive(trx, m.campaignId)), MOST_CLAIMED)
  if (free <= 0 || ready.length === 0) return 0
  const caller = await callerOf(services, trx, m)
  if (!caller) {
    await stop({ services, trx, then }, m, NOBODY, services.now())
    return 0
  }
  const chargers = await store.claimable(trx, m.campaignId, ready, free)
  for (const c of chargers) await send(services, trx, then, { m, caller, c, ways })
  return chargers.length
}

/** Asks a charger how far it is; the answer comes as a message of its own, or not at all. */
function ask(services: Services, m: store.HeldCampaign, { pk, node, about }: Question): void {
  if (node === null) return
  const isExtended = about === 'status' && m.signature !== null
  const requestedMessage = about === 'boot' ? 'BootNotification' : 'FirmwareStatusNotification'
  const action = isExtended ? 'ExtendedTriggerMessage' : 'TriggerMessage'
  services.bus
    .command(node, { chargepointPk: pk, action, payload: { requestedMessage }, taskId: undefined, timeoutMs: 20_000 })
    .catch(error =>
      services.log.warn({ err: error, chargepointPk: pk }, 'A charge point could not be asked for its update'),
    )
}

type Step = { isBusy: boolean; sent: number }
/** Takes one step of a campaign; `isBusy`: there is more to do at once. */
const stepCampaign = (services: Services, campaignId: number, ways: StepWays): Promise<Step> =>
  act(services, async (trx, then): Promise<Step> => {
    const m = await store.hold(trx, campaignId)
    if (!m) return { isBusy: false, sent: 0 }
    const now = services.now()
    const settled = await settleSent(trx, m, now)
    then(() => {
      for (const q of settled.questions) ask(services, m, q)
    })
    if (m.state === 'Cancelled') await campaigns.giveUpWaiting(trx, campaignId, campaigns.CANCELLED, now)
    const moved = await moveOn({ services, trx, then }, m, now)
    let sent = 0
    let isSorted = false
    const zones = moved.isOn ? await openZones(trx, m, now) : []
    if (zones.length > 0) {
      const { ready, isChanged } = await sortWaiting(trx, m, now, zones)
      isSorted = isChanged
      sent = await claim({ services, trx, then }, { m, ready, ways })
    }
    if (settled.isChanged || moved.isChanged || isSorted || sent > 0)
      then(() => tellCampaign(services, m, services.now()))
    return { isBusy: moved.isChanged || isSorted || sent === MOST_CLAIMED, sent }
  })

/** Takes steps of all campaigns until none has more to do at once; returns how many campaigns there are. */
export async function stepCampaigns(services: Services, ways: StepWays): Promise<number> {
  const live = await store.liveCampaigns(services.db)
  for (const id of live)
    try {
      while ((await stepCampaign(services, id, ways)).isBusy);
    } catch (error) {
      services.log.error({ err: error, campaignId: id }, 'A step of a campaign failed')
    }
  return live.length
}
