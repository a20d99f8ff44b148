// What a rule asks for, checked: its kind, the parameters of the kind, and chargers and sites of its own teams (ALERT-14).
import { fail } from '@wattdesk/wire/route'
import type { Scope } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { isOfCharger, isOfSite } from './alert.words.ts'
import { shownKind } from './alert-kinds.reply.ts'
import { kindOf } from './alert-kinds.store.ts'
import { checkedParameters } from './alert-rule.rules.ts'
import { countKnown } from './alert-rule.store.ts'
import type { AlertRuleBody } from './alert-rule-body.contract.ts'

type Asked = Pick<AlertRuleBody, 'kind' | 'parameters' | 'chargers' | 'sites'>

const OF_NO_CHARGER = 'Alerts of this kind are of no charge point'
const OF_NO_SITE = 'Alerts of this kind are of no site'
const ELSEWHERE = 'Some of these charge points are at none of these sites'

/** With every parameter filled in; 422 with the field where the kind or the scope does not allow it. */
export async function checkedRule(db: Db | Trx, scope: Scope, { kind: id, parameters: given, chargers, sites }: Asked) {
  const kind = kindOf(id)
  if (!kind) return fail(422, 'There is no such kind of alert', { kind: 'There is no such kind of alert' })
  const parameters = checkedParameters(shownKind(kind).parameters, given)
  if (!parameters.ok) return fail(422, Object.values(parameters.error)[0] ?? '', parameters.error)
  if (chargers && !isOfCharger(kind.subject)) fail(422, OF_NO_CHARGER, { chargers: OF_NO_CHARGER })
  if (sites && !isOfSite(kind.subject)) fail(422, OF_NO_SITE, { sites: OF_NO_SITE })
  const known = await countKnown(db, scope, { chargers: chargers ?? [], sites: sites ?? [] })
  if (chargers && known.chargers < chargers.length)
    fail(422, 'Charge point not found', { chargers: 'Some of these charge points are not of the team' })
  if (sites && known.sites < sites.length)
    fail(422, 'Charging site not found', { sites: 'Some of these sites are not of the team' })
  if (chargers && sites && known.chargersThere < chargers.length) fail(422, ELSEWHERE, { chargers: ELSEWHERE })
  return { kind, parameters: parameters.value, chargers, sites }
}
