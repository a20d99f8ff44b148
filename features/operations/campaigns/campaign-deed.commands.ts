// What people do with a campaign: start, pause, let go on, cancel, roll back (CAMP-04). Each under the lock of the campaign, so
// that of two people one is told what the other has done.
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { type Scope, scopeIfHeld, teamScope } from '#platform/access/scope.ts'
import { type AfterCommit, act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Trx } from '#platform/db/db.ts'
import { emptyText, fileOf, MISSING, valuesOf } from './campaign.commands.ts'
import { type Campaign, campaignRecord } from './campaign.contract.ts'
import * as store from './campaign.store.ts'
import { MOST_CHARGERS } from './campaign.words.ts'
import { CampaignChoice } from './campaign-body.contract.ts'
import * as choices from './campaign-choice.store.ts'
import { type CampaignDeed, deedRefusal } from './campaign-deed.rules.ts'
import { noteEnd } from './campaign-end.commands.ts'
import { tellCampaign } from './campaign-tell.commands.ts'
import { waveSizes } from './wave.rules.ts'

/** The refusal of the database for a charger in the hands of two campaigns. */
const WORDS = {
  firmware_campaign_charger_open: { text: 'Another campaign has just taken some of these charge points' },
}
const NO_RIGHT = 'A campaign changes charge points: you need the right to update them, too'

type On = { services: Services; trx: Trx; then: AfterCommit; caller: Caller; before: store.CampaignRow; at: Date }
/** Runs a deed on a campaign of the scope that is in one of its states. */
function deed<T>(
  services: Services,
  caller: Caller,
  campaignId: number,
  what: CampaignDeed,
  run: (on: On) => Promise<T>,
): Promise<{ campaign: Campaign; result: T }> {
  return act(
    services,
    async (trx, then) => {
      await store.lock(trx, campaignId)
      const before = found(await store.get(trx, caller.scope, campaignId), MISSING)
      const refusal = deedRefusal(what, { state: before.state, isRolledBack: before.rolledBack })
      if (refusal !== undefined) fail(409, refusal)
      await demandUnchanged(trx, caller, campaignRecord, campaignId, () => store.shown(before))
      const at = services.now()
      const result = await run({ services, trx, then, caller, before, at })
      const row = found(await store.get(trx, caller.scope, campaignId), MISSING)
      const entry = { feature: 'Campaign', recordId: campaignId, teamId: before.teamId }
      await audit.write(trx, caller.by, { ...entry, action: 'update', before: valuesOf(before), after: valuesOf(row) })
      then(() => tellCampaign(services, row, at))
      return { campaign: store.shown(row), result }
    },
    WORDS,
  )
}

/** The scope in which the campaign may change chargers; 403 for whoever may not. */
async function changing({ trx, caller, before }: On): Promise<Scope> {
  if (!(await scopeIfHeld(trx, caller.who, before.teamId, 'ChargerPoint.update'))) fail(403, NO_RIGHT)
  return (await teamScope(trx, caller.who, before.teamId, 'Campaign.update')).scope
}

export const startCampaign = async (
  services: Services,
  caller: Caller,
  id: number,
  { confirmed }: { confirmed: number },
) =>
  (
    await deed(services, caller, id, 'start', async on => {
      const { trx, before, at } = on
      const scope = await changing(on)
      const file = await fileOf(trx, scope, before.teamId, before.firmwareId)
      const choice = CampaignChoice.parse(JSON.parse(before.choiceText))
      const zoned = { now: at, zone: services.timeZone }
      const chargers = await choices.chooseChargers(trx, scope, choice, file, zoned)
      if (chargers.length === 0) fail(422, emptyText(await choices.countChosen(trx, scope, choice, file, zoned)))
      if (chargers.length > MOST_CHARGERS)
        fail(422, `At most ${MOST_CHARGERS.toLocaleString('en-IN')} charge points in a campaign`)
      demandFree(chargers.filter(c => c.isTaken).map(c => c.id))
      if (chargers.length !== confirmed)
        fail(
          409,
          `The choice holds ${chargers.length} charge points now, not ${confirmed}. Please look again and start it then`,
        )
      await begin(on, chargers, JSON.parse(before.waveText))
    })
  ).campaign

function demandFree(taken: readonly string[]): void {
  const [first] = taken
  if (first === undefined) return
  const others = taken.length > 1 ? ` and ${taken.length - 1} more are` : ' is'
  fail(409, `${first}${others} in another campaign that has not ended`, { choice: 'Some are in another campaign' })
}

async function begin(
  { trx, before, at, caller }: On,
  chargers: readonly Omit<store.NewCharger, 'wave'>[],
  waves: Parameters<typeof waveSizes>[0],
): Promise<void> {
  const sizes = waveSizes(waves, chargers.length)
  const waveOf = sizes.flatMap((size, n) => new Array<number>(size).fill(n + 1))
  await store.addChargers(
    trx,
    before.campaignId,
    chargers.map((c, n) => ({ ...c, wave: waveOf[n] ?? sizes.length })),
    at,
  )
  const { userId } = caller.who
  const moved = { state: 'Running', startedBy: userId, startedAt: at, wave: 1, waveBeganAt: at } as const
  await store.move(trx, before.campaignId, moved, { at, what: 'Started', note: countText(chargers.length), userId })
}
const countText = (n: number): string => (n === 1 ? '1 charge point' : `${n.toLocaleString('en-IN')} charge points`)

export const pauseCampaign = async (services: Services, caller: Caller, id: number) =>
  (
    await deed(services, caller, id, 'pause', ({ trx, at }) =>
      store.move(trx, id, { state: 'Paused' }, { at, what: 'Paused', userId: caller.who.userId }),
    )
  ).campaign

export const resumeCampaign = async (services: Services, caller: Caller, id: number, { again }: { again: boolean }) =>
  (
    await deed(services, caller, id, 'resume', async on => {
      const { trx, at, before } = on
      await changing(on)
      const { userId } = caller.who
      if (again) demandFree(await store.queueGivenUp(trx, id, at))
      const waves = await store.waveCounts(trx, id, at)
      const now = waves.find(w => w.wave === before.wave)
      // A wave that is over below its share is taken as it is: a person has looked at it.
      const isOver = now !== undefined && now.ended === now.size && before.wave < waves.length
      const wave = isOver && before.state === 'Stopped' ? before.wave + 1 : before.wave
      await store.move(
        trx,
        id,
        {
          state: 'Running',
          startedBy: userId,
          // A pause forgives nothing.
          ...(before.state === 'Stopped' && { countedSince: at }),
          stoppedWhy: null,
          stoppedAt: null,
          wave,
          waveBeganAt: at,
        },
        { at, what: 'Went on', note: again ? 'Those given up are sent again' : null, userId },
      )
    })
  ).campaign

async function end(on: On, what: 'Cancelled' | 'Rolled back'): Promise<void> {
  const { trx, at, before, caller } = on
  await store.giveUpWaiting(trx, before.campaignId, store.CANCELLED, at)
  const { userId } = caller.who
  await store.move(trx, before.campaignId, { state: 'Cancelled', endedAt: at }, { at, what, userId })
  // Whoever ends it needs no news of it.
  if (before.startedBy !== userId) await noteEnd(on, before, `was ${what.toLowerCase()} by ${caller.by.username}`)
}
export const cancelCampaign = async (services: Services, caller: Caller, id: number) =>
  (await deed(services, caller, id, 'cancel', on => end(on, 'Cancelled'))).campaign

/** Ends the campaign, and starts a campaign for each file that its updated chargers had before. */
export const rollBackCampaign = async (services: Services, caller: Caller, id: number) =>
  (
    await deed(services, caller, id, 'roll back', async on => {
      const { trx, before } = on
      const scope = await changing(on)
      const former = await store.formerFiles(trx, id)
      if (former.length === 0) fail(409, 'No charge point of this campaign has its version now')
      const missing = former.filter(f => f.firmwareId === null).map(f => f.version || 'unknown')
      const made: number[] = []
      if (before.state !== 'Done' && before.state !== 'Cancelled') await end(on, 'Rolled back')
      else {
        const { state } = before
        await store.move(trx, id, { state }, { at: on.at, what: 'Rolled back', userId: caller.who.userId })
      }
      for (const { firmwareId, version, pks } of former)
        if (firmwareId !== null) made.push(await takeBack(on, scope, { firmwareId, version, pks }))
      if (made.length === 0)
        fail(409, `There is no file of version ${missing.join(', ')}. Please add it, then roll back`)
      const chargers = former.filter(f => f.firmwareId !== null).reduce((n, f) => n + f.pks.length, 0)
      return { campaigns: made, chargers, leftOut: former.reduce((n, f) => n + f.pks.length, 0) - chargers }
    })
  ).result

type Former = { firmwareId: number; version: string; pks: readonly number[] }
async function takeBack(on: On, scope: Scope, { firmwareId, version, pks }: Former): Promise<number> {
  const { services, trx, then, before, at, caller } = on
  const { name, teamId, atOnce, wavePercent, stopPercent, waitsForSessions, retries, stepMinutes, giveUpHours } = before
  const choice = { teamId: null, sites: null, versions: null, chargers: [...pks], matching: null }
  const fields = {
    name: `Back to ${version}: ${name}`.slice(0, 100),
    at_once: atOnce,
    wave_percent: wavePercent,
    stop_percent: stopPercent,
    waits_for_sessions: waitsForSessions,
    retries,
    step_minutes: stepMinutes,
    give_up_hours: giveUpHours,
  }
  const campaignId = await store.create(trx, fields, {
    firmwareId,
    choice: JSON.stringify(choice),
    waves: '[]',
    windowFrom: before.windowFrom,
    windowTo: before.windowTo,
    teamId,
    timeZone: before.timeZone,
    rollsBack: before.campaignId,
    createdBy: caller.who.userId,
    createdAt: at,
  })
  const file = await fileOf(trx, scope, teamId, firmwareId)
  const chargers = await choices.chooseChargers(trx, scope, choice, file, { now: at, zone: services.timeZone })
  demandFree(chargers.filter(c => c.isTaken).map(c => c.id))
  const fresh = found(await store.get(trx, scope, campaignId), MISSING)
  await begin({ ...on, before: fresh }, chargers, [])
  const row = found(await store.get(trx, scope, campaignId), MISSING)
  const entry = { feature: 'Campaign', recordId: campaignId, teamId }
  await audit.write(trx, caller.by, { ...entry, action: 'create', after: valuesOf(row) })
  then(() => tellCampaign(services, row, at))
  return campaignId
}
