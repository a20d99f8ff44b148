// Writes the request of a local list that somebody sends by hand: the tags as the portal knows them, and the version
// that follows the charge point's. The charge point is asked first how many tags it takes in one message, and a longer
// list is not sent (O-65). Lists that the portal keeps are split instead.
import { err, ok, type Result } from '@wattdesk/base/result'
import type { Ask, Request, Writers } from '#control/remote-operations/operation-request.commands.ts'
import { filledFields } from '#control/remote-operations/operation-request.rules.ts'
import type { Refusal } from '#control/remote-operations/operations/operation.contract.ts'
import type { Parameters } from '#control/remote-operations/operations/operations.contract.ts'
import { fateOf, type Outcome } from '#control/remote-operations/remote-operation.rules.ts'
import { NOT_TOLD } from '#control/remote-operations/task.commands.ts'
import { validAt } from '#fleet/tags/tag.store.ts'
import type { Trx } from '#platform/db/db.ts'
import * as rules from './local-list.rules.ts'
import * as store from './local-list.store.ts'

type List = Parameters<'SendLocalList'>

export const localListWriters: Writers = {
  SendLocalList: async (trx, list, { target, at }) => {
    const pk = target.chargepointPk
    const { listVersion, updateType, contents } = list
    const made = contents === undefined ? ok(list.localAuthorizationList ?? []) : await itemsOf(trx, list, pk, at)
    if (!made.ok) return made
    const items = made.value
    const payload = {
      ...(listVersion !== undefined && { listVersion }),
      updateType,
      ...(items.length > 0 && { localAuthorizationList: items }),
    }
    return ok({
      payload: filledFields(payload),
      kept: listVersion !== undefined && contents === undefined ? undefined : payload,
      // Every charge point that keeps a list takes a single tag.
      asks:
        items.length < 2
          ? undefined
          : { keys: rules.MESSAGE_KEYS, refusal: told => rules.beyondMessage(items.length, told) },
      complete: listVersion === undefined ? withVersion((await store.get(trx, pk))?.version ?? 0) : undefined,
    })
  },
}

/** Returns the list as the request has it; refused where a tag may not stand on the list of this charge point. */
async function itemsOf(trx: Trx, list: List, pk: number, at: Date): Promise<Result<object[], Refusal>> {
  const { updateType, contents, idTags = [], removedIdTags = [] } = list
  if (contents === 'NoTags') return ok([])
  const isChosen = contents === 'ChosenTags'
  const { entries } = rules.wantedListOf(await validAt(trx, pk), at, Number.POSITIVE_INFINITY)
  const chosen = new Map(idTags.map(idTag => [rules.keyOf(idTag), idTag]))
  const put = isChosen ? entries.filter(e => chosen.delete(rules.keyOf(e.idTag))) : entries
  const problem = rules.listRefusal(isChosen, [...chosen.values()], { entries: put })
  if (problem) return err({ status: 422, field: problem.field, text: problem.text })
  return ok(rules.itemsOf({ updateType, put, drop: removedIdTags }))
}

/**
 * Completes the request with the version that follows both the charge point's, which is asked, and `known`, the version
 * that the portal sent last.
 */
const withVersion =
  (known: number): NonNullable<Request['complete']> =>
  async (ask: Ask, payload) => {
    const asked = await ask('GetLocalListVersion', {})
    if (asked.kind === 'busy' || (asked.kind === 'closed' && !asked.sent)) return err(asked)
    if (asked.kind !== 'result' && asked.kind !== 'error') return err({ kind: 'unfit', text: NOT_TOLD })
    // A charge point that does not know GetLocalListVersion refuses the list itself.
    const { listVersion: told = 0 } = asked.kind === 'result' ? (asked.payload as { listVersion?: number }) : {}
    if (told === -1) return err({ kind: 'unfit', text: rules.NO_LIST })
    return ok({ ...payload, listVersion: rules.nextVersion(known, told) })
  }

/** After a list sent by hand the portal no longer knows which list the charge point has. */
export async function noteSentList(
  trx: Trx,
  operation: string,
  chargepointPk: number,
  outcome: Outcome,
  at: Date,
): Promise<void> {
  if (operation === 'SendLocalList' && fateOf(outcome) !== 'refused') await store.distrust(trx, chargepointPk, at)
}
