// The items of "Needs attention" as replies carry them: every kind within the reader's rights with at least one row,
// the costliest first.
import type { Right } from '@wattdesk/base/access'
import { rupeesFromPaise } from '@wattdesk/base/money'
import { type Scope, teamScope, type Who } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import type { AttentionItem } from './attention.contract.ts'
import { byCost, dueStep, watchText } from './attention.rules.ts'
import { troubled, watchOf } from './attention.store.ts'
import { type AttentionFinding, KINDS, type Kind } from './attention-kinds.store.ts'

/** The part of the team in which the reader has a right; undefined: none of it. */
async function scopeOf(db: Db, who: Who, teamId: number, right: Right): Promise<Scope | undefined> {
  try {
    return (await teamScope(db, who, teamId, right)).scope
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 403) return undefined
    throw error
  }
}

/** `kinds`: how many kinds the reader may see. An estimate needs view on Transaction. */
export async function attention(
  { db, now: clock, timeZone: zone }: { db: Db; now: () => Date; timeZone: string },
  who: Who,
  teamId: number,
): Promise<{ data: AttentionItem[]; kinds: number }> {
  const now = clock()
  const rights = [
    ...new Set<Right>([...KINDS.map(k => k.right), 'ChargerPoint.view', 'Transaction.view', 'Alert.view']),
  ]
  const scopes = new Map(
    await Promise.all(rights.map(async r => [r, await scopeOf(db, who, teamId, r)] as [Right, Scope | undefined])),
  )
  const chargers = scopes.get('ChargerPoint.view')
  const paid = scopes.get('Transaction.view')
  let read: ReturnType<typeof troubled> | undefined
  const looked = await Promise.all(
    KINDS.flatMap(kind => {
      const scope = scopes.get(kind.right)
      if (!scope) return []
      const of = () => (read ??= chargers ? troubled(db, chargers, paid, now) : Promise.resolve([]))
      return [kind.look({ db, now, zone, scope, troubled: of }).then(seen => ({ kind, seen }))]
    }),
  )
  const found = looked.filter(({ seen }) => seen.count > 0)
  const told = scopes.get('Alert.view')
  const watched =
    told &&
    (await watchOf(
      db,
      told,
      found.map(({ kind }) => kind.alert),
    ))
  const items = found.map(({ kind, seen }) => ({
    ...itemOf(kind, seen, now),
    ...(watched && { alerts: watchText(kind.alert, watched.get(kind.alert)) }),
  }))
  return { data: byCost(items), kinds: looked.length }
}

const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
const itemOf = (
  { kind, tone, title: [single, several], step, to, dueHours }: Kind,
  s: AttentionFinding,
  now: Date,
): AttentionItem => ({
  kind,
  tone,
  count: s.count,
  to,
  step: s.step ?? (dueHours && s.since ? dueStep(step, dueHours, s.since, now) : step),
  title: s.title ?? (s.count === 1 ? single : several),
  since: s.since?.toISOString() ?? null,
  loss: s.loss
    ? {
        perHour: rupees(s.loss.perHourPaise),
        soFar: rupees(s.loss.soFarPaise),
        covers: s.loss.covers,
        workedOutAt: s.loss.workedOutAt.toISOString(),
      }
    : null,
})
