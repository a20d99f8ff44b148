// What is checked of a report before it is kept: rights of its owner, its view, its receivers (REPORT-01, REPORT-02).
import { fail } from '@wattdesk/wire/route'
import { teamScope, type Who } from '#platform/access/scope.ts'
import type { Trx } from '#platform/db/db.ts'
import * as owners from './report-owner.store.ts'
import { LIST_SOURCES, mayNarrow } from './report-sources.rules.ts'
import * as store from './scheduled-report.store.ts'
import { type SourceName, sourceWords } from './scheduled-report.words.ts'
import type { ScheduledReportBody } from './scheduled-report-body.contract.ts'

const refuse = (status: number, field: string, text: string): never => fail(status, text, { [field]: text })

/** 403 where a person may not view on a team what a report holds. */
export async function demandView(trx: Trx, who: Who, teamId: number, source: SourceName): Promise<void> {
  try {
    await teamScope(trx, who, teamId, LIST_SOURCES[source].endpoint.can)
  } catch (error) {
    const { statusCode } = error as { statusCode?: number }
    if (statusCode !== 403 && statusCode !== 404) throw error
    refuse(403, 'source', `${who.username} may not view ${sourceWords(source).title} of this team`)
  }
}

type Viewed = Pick<ScheduledReportBody, 'source' | 'view_id' | 'period'>
/** 422 where a person does not reach the view, or it is of another list, or leaves no room for the period. */
export async function demandReachedView(
  trx: Trx,
  userId: number,
  teamId: number,
  { source, view_id, period }: Viewed,
): Promise<void> {
  if (view_id === null) return
  const view = await owners.viewFor(trx, { userId, teamId }, view_id)
  if (!view) return refuse(422, 'view_id', 'View not found')
  if (view.list !== source) refuse(422, 'view_id', 'The view is of another list')
  if (period !== 'view' && sourceWords(source).time && !mayNarrow(view.content))
    refuse(
      422,
      'period',
      'The view joins its filters by OR, which leaves no room for a period: choose the time as the view has it',
    )
}

/** 409 where another report of the team has the name: lists, mails and files tell reports apart by it. */
export async function demandName(trx: Trx, teamId: number, name: string, but?: number): Promise<void> {
  if (await store.isNamed(trx, teamId, name, but)) refuse(409, 'name', 'The team has a report of this name already')
}

type Receivers = { users: readonly number[]; addresses: readonly string[] }
const without = <T>(all: readonly T[], known: readonly T[]): T[] => all.filter(x => !known.includes(x))
/**
 * 422 for people who may not see the team, and for receivers who have stopped such a report of this owner and are named anew:
 * only they themselves let it come again.
 */
export async function demandReceivers(
  trx: Trx,
  { teamId, ownerId, id, source }: { teamId: number; ownerId: number; id: number | undefined; source: SourceName },
  { users, addresses }: Receivers,
  before: Receivers = { users: [], addresses: [] },
): Promise<void> {
  const own = await store.peopleOfTeam(trx, teamId, without(users, before.users))
  if (own.length < without(users, before.users).length)
    refuse(422, 'users', 'Some of these people have no role on the team')
  const named = { users: without(users, before.users), addresses: without(addresses, before.addresses) }
  const [stopped] = await store.stoppedOf(trx, { teamId, ownerId, id, source }, named)
  if (!stopped) return
  const text = `${stopped.name} has stopped this report. Only the link in one of its mails lets it come again`
  refuse(422, stopped.userId === null ? 'addresses' : 'users', text)
}
