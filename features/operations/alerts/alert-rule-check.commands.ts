// What a rule asks for, checked: its kind, the parameters of the kind, and chargers and sites of its own teams (ALERT-14).
import { fail } from '@wattdesk/wire/route'
import type { Scope } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { isOfCharger, isOfSite } from './alert.words.ts'
import type { AlertKind } from './alert-kind.store.ts'
import { shownKind } from './alert-kinds.reply.ts'
import { kindOf } from './alert-kinds.store.ts'
import { checkedParameters } from './alert-rule.rules.ts'
import { countKnown } from './alert-rule.store.ts'
import type { AlertRuleBody } from './alert-rule-body.contract.ts'

type Asked = Pick<AlertRuleBody, 'kind' | 'parameters' | 'chargers' | 'sites'>

const OF_NO_CHARGER = 'Alerts of this kind are of no charge point'
const OF_NO_SITE = 'Alerts of this kind are of no site'
const ELSEWHERE = 'Some of these charge points are at none of these sites'

type Checked = {
  kind: AlertKind
  parameters: Readonly<Record<string, number>>
  chargers: number[] | null
  sites: number[] | null
}
/** The rule with every parameter filled in, or what is wrong with it, by its fields. */
export async function ruleFaults(
  db: Db | Trx,
  scope: Scope,
  { kind: id, parameters: given, chargers, sites }: Asked,
): Promise<{ faults: Record<string, string>; rule?: Checked }> {
  const kind = kindOf(id)
  if (!kind) return { faults: { kind: 'There is no such kind of alert' } }
  const parameters = checkedParameters(shownKind(kind).parameters, given)
  const faults: Record<string, string> = parameters.ok ? {} : { ...parameters.error }
  const known = await countKnown(db, scope, { chargers: chargers ?? [], sites: sites ?? [] })
  if (chargers && !isOfCharger(kind.subject)) faults.chargers = OF_NO_CHARGER
  else if (chargers && known.chargers < chargers.length)
    faults.chargers = 'Some of these charge points are not of the team'
  else if (chargers && sites && known.chargersThere < chargers.length) faults.chargers = ELSEWHERE
  if (sites && !isOfSite(kind.subject)) faults.sites = OF_NO_SITE
  else if (sites && known.sites < sites.length) faults.sites = 'Some of these sites are not of the team'
  return parameters.ok && Object.keys(faults).length === 0
    ? { faults, rule: { kind, parameters: parameters.value, chargers, sites } }
    : { faults }
}

/** The same; 422 with the fields where the kind or the scope does not allow it. */
export async function checkedRule(db: Db | Trx, scope: Scope, asked: Asked): Promise<Checked> {
  const { faults, rule } = await ruleFaults(db, scope, asked)
  return rule ?? fail(422, Object.values(faults)[0] ?? '', faults)
}
