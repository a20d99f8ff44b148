// Making, changing and deleting campaigns that have not begun (CAMP-02, CAMP-08).
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import * as firmware from '#operations/firmware/firmware.store.ts'
import { type Scope, teamScope, type Who } from '#platform/access/scope.ts'
import type { Caller } from '#platform/audit/act.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { recordActs } from '#platform/records/acts.ts'
import { type Campaign, type CampaignCount, campaignRecord } from './campaign.contract.ts'
import * as store from './campaign.store.ts'
import { MOST_OPEN } from './campaign.words.ts'
import type { CampaignBody, CampaignChoice } from './campaign-body.contract.ts'
import * as choices from './campaign-choice.store.ts'
import { minuteOf } from './wave.rules.ts'

export const MISSING = 'Campaign not found'
const BEGUN = 'The campaign has begun'

/** What the audit log keeps of a campaign. */
export const valuesOf = (row: store.CampaignRow) => {
  const {
    campaign_id: _,
    teamId: _t,
    team_name: _n,
    createdAt: _c,
    verified: _v,
    given_up: _g,
    // Its name says more.
    firmware_id: _f,
    ...campaign
  } = store.shown(row)
  // By their names instead of their numbers.
  const { teamId: _ct, sites: _cs, chargers: _cc, ...choice } = campaign.choice
  const named = { team: row.chosenTeam, sites: row.chosenSites, charge_points: row.chosenChargers }
  return { ...campaign, choice: { ...choice, ...named } }
}
const acts = recordActs({
  lock: store.lock,
  get: store.get,
  shown: store.shown,
  kind: campaignRecord,
  missing: MISSING,
  valuesOf,
})
export const readCampaign = acts.read

const none = (field: string, text: string): never => fail(422, text, { [field]: text })

/** The file of a campaign and its choice, checked: 422 with the field that names something of others, or nothing. */
export async function fileOf(
  db: Db | Trx,
  scope: Scope,
  teamId: number,
  firmwareId: number,
): Promise<firmware.UsableFirmware> {
  return (await firmware.usable(db, scope, teamId, firmwareId)) ?? none('firmware_id', 'Firmware file not found')
}

async function demandOwn(trx: Trx, scope: Scope, { teamId, sites, chargers }: CampaignChoice): Promise<void> {
  if (teamId !== null && !(await isTeamOf(trx, scope, teamId)))
    none('choice.teamId', 'This team is not below the team of the campaign')
  if (sites && (await choices.countSites(trx, scope, sites)) < sites.length)
    none('choice.sites', 'Some of these sites are not of the team')
  if (chargers && (await choices.countChargers(trx, scope, chargers)) < chargers.length)
    none('choice.chargers', 'Some of these charge points are not of the team')
}
const isTeamOf = async (trx: Trx, scope: Scope, teamId: number): Promise<boolean> => {
  const team = await trx.selectFrom('team').select('path').where('id', '=', teamId).executeTakeFirst()
  return team?.path.includes(scope.teamId) ?? false
}

/** The columns of a campaign beside its fields, once its choice is known to hold at least one charger. */
async function columnsOf(
  services: Services,
  trx: Trx,
  who: Who,
  teamId: number,
  body: CampaignBody,
  can: 'Campaign.create' | 'Campaign.update',
) {
  const { scope } = await teamScope(trx, who, teamId, can)
  const file = await fileOf(trx, scope, teamId, body.firmware_id)
  await demandOwn(trx, scope, body.choice)
  const at = { now: services.now(), zone: services.timeZone }
  const counted = await choices.countChosen(trx, scope, body.choice, file, at)
  if (counted.count === 0) none('choice', emptyText(counted))
  return {
    scope,
    columns: {
      firmwareId: file.firmwareId,
      choice: JSON.stringify(body.choice),
      waves: JSON.stringify(body.waves),
      windowFrom: body.window && minuteOf(body.window.from),
      windowTo: body.window && minuteOf(body.window.to),
    },
  }
}
export const emptyText = ({ sameVersion, otherModel }: CampaignCount): string =>
  sameVersion > 0
    ? 'All charge points of this choice have the version already'
    : otherModel > 0
      ? 'No charge point of this choice is of the model of the file'
      : 'This choice holds no charge point'

export const createCampaign = (services: Services, caller: Caller, body: CampaignBody): Promise<Campaign> =>
  acts.create(services, caller, async (trx, { who, scope: { teamId } }) => {
    if ((await store.countOpen(trx, teamId)) >= MOST_OPEN)
      fail(409, `A team has at most ${MOST_OPEN} campaigns that have not ended`)
    const { scope, columns } = await columnsOf(services, trx, who, teamId, body, 'Campaign.create')
    const beside = { ...columns, teamId, timeZone: services.timeZone, createdBy: who.userId, createdAt: services.now() }
    return { id: await store.create(trx, fieldsOf(body), beside), scope }
  })

const fieldsOf = ({ firmware_id: _f, choice: _c, waves: _w, window: _d, ...fields }: CampaignBody) => fields

export const updateCampaign = (services: Services, caller: Caller, id: number, body: CampaignBody): Promise<Campaign> =>
  acts.change(services, caller, id, async (trx, before) => {
    if (before.state !== 'Draft') fail(409, `${BEGUN}: it can be paused, cancelled or rolled back, but not changed`)
    const { columns } = await columnsOf(services, trx, caller.who, before.teamId, body, 'Campaign.update')
    await store.update(trx, id, fieldsOf(body), columns)
  })

export const removeCampaign = (services: Services, caller: Caller, id: number): Promise<void> =>
  acts.remove(services, caller, id, async (trx, before) => {
    if (before.state !== 'Draft') fail(409, `${BEGUN}: its history is kept`)
    await store.remove(trx, id, services.now())
    return undefined
  })

type Asked = { firmware_id: number; choice: CampaignChoice }
/** Counts the chargers of a choice, and those to warn about beforehand. */
export async function countCampaign(
  services: Services,
  { scope }: Pick<Caller, 'scope'>,
  asked: Asked,
): Promise<CampaignCount> {
  const { db } = services
  const file = await fileOf(db, scope, scope.teamId, asked.firmware_id)
  return choices.countChosen(db, scope, asked.choice, file, { now: services.now(), zone: services.timeZone })
}
