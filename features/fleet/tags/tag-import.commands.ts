// Makes many tags from a file, in one act: all acceptable rows with their balances and entries, or nothing. The reason
// against a row is reported with it, even where it arose after the preview.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { fail } from '@wattdesk/wire/route'
import { giverAccount } from '#money/ledger/ledger.rules.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import { type Scope, teamScope } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { auditValues } from '#platform/records/columns.ts'
import { cardPosting } from './card-money.rules.ts'
import { TAG_TAKEN, tagFields } from './tag.fields.ts'
import type { ImportBody, TagImport } from './tag-import.contract.ts'
import { type Candidate, judgeImport, readImport, withOutcome } from './tag-import.rules.ts'
import * as store from './tag-import.store.ts'
import { parents } from './tag-record.store.ts'

const NONE = 'No row of the file can be made'
const GROUP_GONE = 'A parent group has changed meanwhile. Please look at the file again.'
const refuse = (status: 409 | 422, text: string): never => fail(status, text, { csv: text })

const isCard = (c: Candidate): boolean => c.balancePaise > 0n
const isReady = (c: Candidate): boolean => c.row.outcome === 'ready'

function replyOf(candidates: readonly Candidate[]): TagImport {
  const cards = candidates.filter(c => isCard(c) && (isReady(c) || c.row.outcome === 'made'))
  return {
    rows: candidates.map(c => c.row),
    cards: cards.length,
    balance: rupeesFromPaise(cards.reduce((sum, c) => sum + c.balancePaise, 0n)),
  }
}

type Place = { scope: Scope; teamId: number }
/** The tags that may be the groups of these rows, by their texts in lower case. */
const groupsOf = (db: Db | Trx, place: Place, candidates: readonly Candidate[]) =>
  parents(
    db,
    place,
    candidates.flatMap(c => c.parenttag ?? []),
  )

/** Reads and checks a file; 422 where it cannot be read at all. */
async function judge(services: Services, db: Db | Trx, place: Place, { csv, zone }: ImportBody): Promise<Candidate[]> {
  const file = readImport(csv, { now: services.now(), zone: zone ?? services.timeZone })
  if ('fault' in file) return refuse(422, file.fault)
  const { candidates } = file
  const names = candidates.map(c => c.idTag)
  return judgeImport(candidates, {
    taken: await store.taken(db, names),
    parents: await groupsOf(db, place, candidates),
  })
}

export const previewImport = async (services: Services, { scope }: Caller, body: ImportBody): Promise<TagImport> =>
  replyOf(await judge(services, services.db, { scope, teamId: scope.teamId }, body))

/** Makes all rows that can be made, each with an entry of its own; balances are taken as for single cards. */
export const importTags = (services: Services, { who, by, scope: { teamId } }: Caller, body: ImportBody) =>
  act(services, async (trx): Promise<TagImport> => {
    const { scope, roleTeamId } = await teamScope(trx, who, teamId, 'Tag.create')
    const place = { scope, teamId }
    const judged = await judge(services, trx, place, body)
    const at = services.now()
    const ids = await store.createMany(trx, { teamId, at }, judged.filter(isReady))
    const keyOf = (c: Candidate) => (isReady(c) ? ids.get(c.idTag.toLowerCase()) : undefined)
    const made = judged.flatMap(c => {
      const id = keyOf(c)
      return id === undefined ? [] : [{ ...c, id }]
    })
    // Also where somebody else has made all of them in the meantime.
    if (made.length === 0) return refuse(422, NONE)
    // Read again: a group among the rows may have been made by somebody else meanwhile.
    const groups = await groupsOf(trx, place, made)
    const pairs = made.flatMap(({ id, parenttag }) =>
      parenttag === null ? [] : [{ id, parent: groups.get(parenttag.toLowerCase()) ?? refuse(409, GROUP_GONE) }],
    )
    await store.setParents(trx, pairs)
    const { companyId } = await companyOf(trx, teamId)
    const given = { at, userId: who.userId, from: giverAccount(who, roleTeamId) }
    const cards = made.filter(isCard)
    await postAll(
      trx,
      cards.map(({ id, balancePaise: paise }) => cardPosting({ tagPk: id, teamId, companyId, paise }, given)),
    )
    const entry = { action: 'create', feature: 'Tag', teamId }
    await audit.writeMany(
      trx,
      by,
      made.map(c => ({ ...entry, recordId: c.id, isMoney: isCard(c), after: afterOf(c) })),
    )
    return replyOf(
      judged.map(c => {
        if (!isReady(c)) return c
        return keyOf(c) === undefined ? withOutcome(c, 'exists', TAG_TAKEN) : withOutcome(c, 'made')
      }),
    )
  })

const companyOf = (trx: Trx, teamId: number) =>
  trx.selectFrom('team').select('companyId').where('id', '=', teamId).executeTakeFirstOrThrow()

/** Returns the audit entry of an imported tag, the same as for any other tag. */
const afterOf = (c: Candidate) => ({
  ...auditValues(tagFields, c),
  ...(isCard(c) && { balance_amount: rupeesFromPaise(c.balancePaise) }),
})
