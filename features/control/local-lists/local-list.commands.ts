// Keeps local lists up to date: compares the tags valid at a charge point with the list it has taken, and sends the
// differences, one message after the other (S-LOCAL-LIST). All state is in the database; after a restart the next look
// goes on from there.
import { found } from '@wattdesk/wire/route'
import { ANSWER_MS, type Outcome } from '#control/remote-operations/remote-operation.rules.ts'
import { getConfiguration } from '#control/remote-operations/task.commands.ts'
import { lock } from '#fleet/chargers/charger-detail.store.ts'
import { validAt } from '#fleet/tags/tag.store.ts'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import * as rules from './local-list.rules.ts'
import * as store from './local-list.store.ts'

const AGAIN_S = { current: 120, waiting: 60, refused: 600, unsupported: 3600 } as const
const AT_ONCE = 8
const TAKEN_UP = 40
/** A run ends after this long; the next run goes on. */
const RUN_MS = 120_000
const ANY = Number.POSITIVE_INFINITY

/** Switches on or off whether the portal keeps the list of a charge point. */
export async function keepList(services: Services, caller: Caller, id: string, isKept: boolean): Promise<number> {
  return act(services, async trx => {
    const { pk, teamId } = found(await lock(trx, caller.scope, id), 'Charge point not found')
    const before = { keepsLocalList: (await store.get(trx, pk))?.isKept ?? false }
    await store.decide(trx, pk, isKept, services.now())
    await audit.write(trx, caller.by, {
      action: 'keep-local-list',
      feature: 'ChargerPoint',
      recordId: pk,
      teamId,
      before,
      after: { keepsLocalList: isKept },
    })
    return pk
  })
}

/** Looks at every list that is due; returns how many there were. */
export async function keepLists(services: Services): Promise<number> {
  const until = Date.now() + RUN_MS
  let count = 0
  for (;;) {
    const at = services.now()
    const due = await store.takeUpDueLists(services.db, at, TAKEN_UP)
    count += due.length
    const left = [...due]
    const work = async () => {
      for (let l = left.shift(); l; l = left.shift()) await look(services, l, at)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (due.length < TAKEN_UP || Date.now() > until) return count
  }
}

/** How a look ended. */
type End = { state: store.State; problem?: string; leftOut?: number }

async function look(services: Services, l: store.DueLocalList, takenUpAt: Date): Promise<void> {
  let end: End
  try {
    end = await bring(services, l)
  } catch (error) {
    services.log.error({ err: error, chargepointPk: l.chargepointPk }, 'A local list could not be kept')
    end = { state: 'waiting' }
  }
  const { state, problem = null, leftOut = 0 } = end
  const againS = AGAIN_S[state === 'shortened' || state === 'empty' ? 'current' : state]
  const dueAt = new Date(services.now().getTime() + againS * 1000)
  await store.stand(services.db, l, { state, problem, leftOut, dueAt }, takenUpAt)
}

/** Brings a charge point up to its list. */
async function bring(services: Services, l: store.DueLocalList): Promise<End> {
  const { db } = services
  const { chargepointPk: pk } = l
  const send = (action: string, payload: unknown): Promise<Outcome> =>
    services.bus.command(l.node, { chargepointPk: pk, action, payload, taskId: undefined, timeoutMs: ANSWER_MS })
  const [tags, taken] = await Promise.all([l.isKept ? validAt(db, pk) : [], store.tagsAtCharger(db, pk)])
  const wanted = (atMost: number) => rules.wantedListOf(tags, services.now(), atMost)
  const settled = (leftOut: number): End => {
    if (!l.isKept) return { state: 'empty' }
    return leftOut > 0 ? { state: 'shortened', leftOut } : { state: 'current' }
  }

  if (l.state === 'current' || l.state === 'shortened') {
    const { entries, leftOut } = wanted(l.leftOut > 0 ? taken.length : ANY)
    if (rules.changes(entries, taken, 1).length === 0) return settled(leftOut)
  }
  // Nothing was ever sent, so there is nothing to take back.
  if (!l.isKept && l.version === 0) return settled(0)

  const answer = await getConfiguration(send, rules.KEYS)
  if (answer.kind !== 'result' && answer.kind !== 'error') return { state: 'waiting' }
  const limits = rules.limitsOf(keysIn(answer))
  if ('problem' in limits) return { state: 'unsupported', problem: limits.problem }
  const asked = await send('GetLocalListVersion', {})
  if (asked.kind === 'error') return declined(asked.code)
  const told = asked.kind === 'result' ? (asked.payload as { listVersion?: number }).listVersion : undefined
  if (told === undefined) return { state: 'waiting' }
  if (told === -1) return { state: 'unsupported', problem: rules.NO_LIST }

  const { entries, leftOut } = wanted(limits.atMost)
  // A list to be emptied is sent whole, in a single empty message.
  const isKnown = l.isKept && told === l.version && told > 0
  // An empty list needs no message to stay empty.
  if (told === 0 && entries.length === 0) return settled(leftOut)
  let messages = isKnown
    ? rules.changes(entries, taken, limits.perMessage)
    : rules.wholeList(entries, limits.perMessage)
  let isWhole = !isKnown
  let version = Math.max(l.version, told)
  for (let message = messages.shift(); message; message = messages.shift()) {
    const next = rules.nextVersion(version, told)
    const outcome = await send('SendLocalList', rules.payloadOf(message, next))
    const status = outcome.kind === 'result' ? (outcome.payload as { status?: string }).status : undefined
    version = next
    if (status === 'Accepted') {
      const sent = message
      await db.transaction().execute(trx => store.took(trx, pk, sent, next, services.now()))
    } else if ((status === 'Failed' || status === 'VersionMismatch') && !isWhole) {
      messages = rules.wholeList(entries, limits.perMessage)
      isWhole = true
    } else if (status !== undefined || outcome.kind === 'error')
      return declined(status ?? (outcome.kind === 'error' ? outcome.code : ''))
    // Nobody knows whether the charge point took the message: its version will tell.
    else return { state: 'waiting' }
  }
  return settled(leftOut)
}

/** How a look ends when the charge point refuses; `word` is its status or the code of its error. */
const declined = (word: string): End =>
  word === 'NotSupported' || word === 'NotImplemented'
    ? { state: 'unsupported', problem: rules.NO_LIST }
    : {
        state: 'refused',
        problem: `The charge point did not take the list (${word}). It is sent again in ten minutes.`,
      }

/** Returns the reported keys by their names in lower case; none where the charge point does not report them. */
function keysIn(answer: Outcome): Map<string, string> {
  if (answer.kind !== 'result') return new Map()
  const { configurationKey = [] } = answer.payload as { configurationKey?: { key: string; value?: string }[] }
  return new Map(configurationKey.map(k => [k.key.toLowerCase(), k.value ?? '']))
}
