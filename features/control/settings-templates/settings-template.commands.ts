// Making, changing and deleting settings templates (CAMP-06, CAMP-08). The chargers that a template reaches, before and
// after, wait to be compared anew.
import { isDeepStrictEqual } from 'node:util'
import { fail } from '@wattdesk/wire/route'
import { checkTemplate } from '#control/settings-drift/settings-compare.store.ts'
import type { Services } from '#office/installation/services.ts'
import { teamScope, type Who } from '#platform/access/scope.ts'
import type { Caller } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { recordActs } from '#platform/records/acts.ts'
import { READ_ONLY, storedKeys } from './settings-keys.contract.ts'
import { type SettingsTemplate, settingsTemplateRecord } from './settings-template.contract.ts'
import * as store from './settings-template.store.ts'
import { MOST_TEMPLATES } from './settings-template.words.ts'
import type { SettingsTemplateBody } from './settings-template-body.contract.ts'

export const MISSING = 'Settings template not found'

/** `HeartbeatInterval: Required 300` */
const textOf = ({ key, level, value }: SettingsTemplate['keys'][number]): string =>
  `${key}: ${level}${value === null ? '' : ` ${value}`}`

const acts = recordActs({
  lock: store.lock,
  get: store.get,
  shown: store.shown,
  kind: settingsTemplateRecord,
  missing: MISSING,
  words: { settings_template_name: { text: 'This team has a template of this name already', field: 'name' } },
  valuesOf: row => {
    const {
      template_id: _,
      teamId: _t,
      team_name: _n,
      createdAt: _c,
      key_count: _k,
      reaches: _r,
      drifting: _d,
      keys,
      is_for_model,
      // By their names instead of their numbers.
      teams: _te,
      chargers: _ch,
      ...template
    } = store.shown(row)
    const named = { teams: row.teamNames, charge_points: row.chargerNames }
    // A field named key would be blacked out.
    return { ...template, all_of_the_model: is_for_model, ...named, settings: keys.map(textOf) }
  },
})
export const readTemplate = acts.read

const none = (field: string, text: string): never => fail(422, text, { [field]: text })
const fieldsOf = ({ keys: _k, is_for_model: _m, teams: _t, chargers: _c, ...fields }: SettingsTemplateBody) => fields

/** Demands that the model, teams and chargers of a template are of its team. */
async function demandOwn(
  trx: Trx,
  who: Who,
  teamId: number,
  body: SettingsTemplateBody,
  can: 'Campaign.create' | 'Campaign.update',
) {
  const { scope } = await teamScope(trx, who, teamId, can)
  const { vendor, model } = body
  if (vendor && model && !(await store.hasModel(trx, scope, vendor, model)))
    none('model', `No charge point of this team has told the model ${vendor} ${model}`)
  if ((await store.countTeams(trx, body.teams, teamId)) < body.teams.length)
    none('teams', 'Some of these teams are not the team of the template or below it')
  const found = await store.assignable(trx, scope, body.chargers, { vendor: vendor ?? null, model: model ?? null })
  if (found.length < body.chargers.length) none('chargers', 'Some of these charge points are not of the team')
  const other = found.find(c => c.isOther)
  if (other) none('chargers', `${other.id} is not a ${vendor} ${model}`)
  return scope
}

/** Writes keys and assignments, and demands that they agree with chargers and with other templates. */
async function keep(trx: Trx, templateId: number, body: SettingsTemplateBody): Promise<void> {
  await store.keepKeys(trx, templateId, body.keys)
  await store.keepAssignments(trx, templateId, body)
  const placeOf = (key: string) => body.keys.findIndex(k => k.key.trim().toLowerCase() === key)
  const [readOnly] = await store.toldReadOnly(trx, templateId)
  if (readOnly !== undefined) none(`keys.${placeOf(readOnly)}.key`, READ_ONLY)
  const conflict = await store.conflictOf(trx, templateId)
  if (conflict) {
    const { key, name, level, value, target } = conflict
    const says = value === null ? level.toLowerCase() : `${level.toLowerCase()} ${value}`
    none(
      `keys.${placeOf(key)}.value`,
      `The template ${name} says something else of this key for the ${target}: ${says}`,
    )
  }
}

export const createTemplate = (
  services: Services,
  caller: Caller,
  body: SettingsTemplateBody,
): Promise<SettingsTemplate> =>
  acts.create(services, caller, async (trx, { who, scope: { teamId } }) => {
    await store.lockTemplates(trx, teamId)
    if ((await store.countOf(trx, teamId)) >= MOST_TEMPLATES)
      fail(409, `A company has at most ${MOST_TEMPLATES} settings templates`)
    const scope = await demandOwn(trx, who, teamId, body, 'Campaign.create')
    const beside = { teamId, isForModel: body.is_for_model, createdBy: who.userId, createdAt: services.now() }
    const id = await store.create(trx, fieldsOf(body), beside)
    await keep(trx, id, body)
    await checkTemplate(trx, id)
    return { id, scope }
  })

export const updateTemplate = (
  services: Services,
  caller: Caller,
  id: number,
  body: SettingsTemplateBody,
): Promise<SettingsTemplate> =>
  acts.change(services, caller, id, async (trx, before) => {
    await store.lockTemplates(trx, before.teamId)
    await demandOwn(trx, caller.who, before.teamId, body, 'Campaign.update')
    const stood = comparedOf(store.shown(before))
    // Whoever it reaches now, and whoever it reached before; another name or note compares nobody.
    const isOther = !isDeepStrictEqual(stood, comparedOf({ ...body, keys: storedKeys(body.keys).map(keyOf) }))
    if (isOther) await checkTemplate(trx, id)
    await store.update(trx, id, fieldsOf(body), { isForModel: body.is_for_model })
    await keep(trx, id, body)
    if (isOther) await checkTemplate(trx, id)
  })

const keyOf = ({ spelling: key, level, value }: ReturnType<typeof storedKeys>[number]) => ({ key, level, value })
type Compared = Pick<SettingsTemplateBody, 'vendor' | 'model' | 'keys' | 'is_for_model' | 'teams' | 'chargers'>
/** What decides for whom a template says what. */
const comparedOf = ({ vendor, model, keys, is_for_model, teams, chargers }: Compared) => ({
  vendor: vendor ?? null,
  model: model ?? null,
  keys,
  is_for_model,
  teams: [...teams].sort((a, b) => a - b),
  chargers: [...chargers].sort((a, b) => a - b),
})

export const removeTemplate = (services: Services, caller: Caller, id: number): Promise<void> =>
  acts.remove(services, caller, id, async trx => {
    await checkTemplate(trx, id)
    await store.remove(trx, id, services.now())
    return undefined
  })
