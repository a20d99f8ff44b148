// Making, changing and deleting RFID tags (D-TAG-1 to D-TAG-4). Changes of one tag run one after the other. A
// balance is set only when the tag is made; later only the ledger changes it.
import { formatRupees, paiseFromRupees } from '@wattdesk/base/money'
import { fail, found } from '@wattdesk/wire/route'
import { balanceOf, paiseKeptBack } from '#money/ledger/account.store.ts'
import { giverAccount } from '#money/ledger/ledger.rules.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import { teamScope } from '#platform/access/scope.ts'
import type { Caller, Words } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { recordActs } from '#platform/records/acts.ts'
import { auditValues } from '#platform/records/columns.ts'
import { cardPosting } from './card-money.rules.ts'
import { type Tag, tagRecord } from './tag.contract.ts'
import { EXPIRY_WRONG, isInOwnGroup, TAG_MISSING, TAG_TAKEN, tagFields } from './tag.fields.ts'
import * as tags from './tag.store.ts'
import type { TagBody } from './tag-body.contract.ts'
import { expiryOf } from './tag-expiry.rules.ts'
import * as store from './tag-record.store.ts'

const PARENT_MISSING = 'Parent Group must be the ID of another RFID tag'
const IN_TRANSACTION = 'This RFID tag is in a transaction'
const DECIDE = 'Please decide on that session first.'
const WORDS: Words = { ocpp_tag_text: { text: TAG_TAKEN, field: 'tag' } }
const refuse = (field: string, text: string): never => fail(422, text, { [field]: text })

const acts = recordActs({
  feature: 'Tag',
  kind: tagRecord,
  missing: TAG_MISSING,
  words: WORDS,
  lock: store.lock,
  get: store.get,
  shown: store.shown,
  valuesOf: tag => auditValues(tagFields, tag),
  teamOf: tag => tag.teamId,
})

/** Returns the instant of a body's expiry; a past expiry is accepted only where the tag has it already. */
function expiryIn(services: Services, text: string | null | undefined, stored: Date | null): Date | null {
  if (text === undefined) return stored
  if (text === null || text === '') return null
  const at = expiryOf(text, services.timeZone) ?? refuse('expirydate', EXPIRY_WRONG)
  if (at.getTime() === stored?.getTime()) return stored
  return at > services.now() ? at : refuse('expirydate', EXPIRY_WRONG)
}

type Place = Pick<Caller, 'scope'> & { teamId: number; id?: number }
/**
 * Returns the key of the parent group; 422 where no tag has this text, or it is the tag itself or in the tag's group.
 */
async function parentIn(
  trx: Trx,
  { scope, teamId, id }: Place,
  text: string | null | undefined,
): Promise<number | null> {
  if (!text) return null
  const pk = (await store.parents(trx, { scope, teamId }, [text])).get(text.toLowerCase())
  if (pk === undefined || pk === id) return refuse('parenttag', PARENT_MISSING)
  if (id !== undefined && (await store.groupsAbove(trx, pk)).includes(id)) refuse('parenttag', isInOwnGroup(text))
  return pk
}

/** Makes a tag of the team of the call; with a balance, a prepaid card. */
export const createTag = (services: Services, caller: Caller, body: TagBody): Promise<Tag> =>
  acts.create(services, caller, async (trx, { who, scope: { teamId } }) => {
    const { scope, roleTeamId } = await teamScope(trx, who, teamId, 'Tag.create')
    const paise = paiseFromRupees(body.balance_amount ?? 0)
    const expiresAt = expiryIn(services, body.expirydate, null)
    const parentTagPk = await parentIn(trx, { scope, teamId }, body.parenttag)
    const kind = paise > 0n ? 'prepaid' : 'rfid'
    const createdAt = services.now()
    const id = await tags.create(trx, { teamId, idTag: body.tag, kind, createdAt, expiresAt, parentTagPk }, body)
    if (paise === 0n) return { id, scope }
    const { companyId } = found(await store.get(trx, scope, id), TAG_MISSING)
    const given = { at: createdAt, userId: who.userId, from: giverAccount(who, roleTeamId) }
    await postAll(trx, [cardPosting({ tagPk: id, teamId, companyId, paise }, given)])
    return { id, scope, after: { balance_amount: body.balance_amount }, isMoney: true }
  })

/**
 * Changes a tag; fields that the body leaves out stay. A tag that charges keeps its text, by which its session ends.
 */
export const updateTag = (services: Services, caller: Caller, id: number, body: TagBody): Promise<Tag> =>
  acts.change(services, caller, id, async (trx, row, { scope }) => {
    const isRenamed = body.tag.toLowerCase() !== row.idTag.toLowerCase()
    if (isRenamed && row.inTransaction) fail(409, IN_TRANSACTION, { tag: IN_TRANSACTION })
    const isParentKept = body.parenttag === undefined || body.parenttag?.toLowerCase() === row.parenttag?.toLowerCase()
    const parentTagPk = isParentKept
      ? row.parentTagPk
      : await parentIn(trx, { scope, teamId: row.teamId, id }, body.parenttag)
    await tags.update(trx, id, body, { parentTagPk, expiresAt: expiryIn(services, body.expirydate, row.expiresAt) })
  })

/**
 * Deletes a tag that charges nowhere. The money left on a card has to be taken back before, and the money that a
 * session in review keeps back has to return to the card before, so that none is lost.
 */
export const removeTag = (services: Services, caller: Caller, id: number): Promise<void> =>
  acts.remove(
    services,
    caller,
    id,
    async (trx, row) => {
      if (row.inTransaction) fail(409, IN_TRANSACTION)
      const card = { kind: 'card', ref: id } as const
      // The order matters: money returned by an ending session is found in one of the two.
      const heldPaise = await paiseKeptBack(trx, card)
      if (heldPaise > 0n) fail(409, `A session to review keeps back ${formatRupees(heldPaise)} of this card. ${DECIDE}`)
      const paise = await balanceOf(trx, card)
      if (paise > 0n) fail(409, `This card still has a balance of ${formatRupees(paise)}. Take it back first.`)
      await store.remove(trx, id, services.now())
    },
    tags.lock,
  )
