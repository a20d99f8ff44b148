// Makes many tags from a file, in one act: all acceptable rows with their balances and entries, or nothing. The reason
// against a row is reported with it, even where it arose after the preview.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { fail } from '@wattdesk/wire/route'
import { giverAccount } from '#money/ledger/ledger.rules.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Scope } from '#platform/access/scope.ts'
import { teamScope } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { cardPosting } from './card-money.rules.ts'
import { TAG_TAKEN } from './tag.fields.ts'
import type { TagImport } from './tag-import.contract.ts'
import { type Candidate, judgeImport, readImport } from './tag-import.rules.ts'
import * as store from './tag-import.store.ts'
import { parents } from './tag-record.store.ts'

const NONE = 'No row of the file can be made'
const GROUP_GONE = 'A parent group has changed meanwhile. Please look at the file again.'

export type ImportBody = { csv: string; zone?: string | undefined }

const replyOf = (candidates: readonly Candidate[]): TagImport => {
  const cards = candidates.filter(c => c.balancePaise > 0n && (c.row.outcome === 'ready' || c.row.outcome === 'made'))
  return {
    rows: candidates.map(c => c.row),
    cards: cards.length,
    balance: rupeesFromPaise(cards.reduce((sum, c) => sum + c.balancePaise, 0n)),
  }
}

type Place = { scope: Scope; teamId: number }
/** Reads and checks a file; 422 where it cannot be read at all. */
async function judge(services: Services, db: Db | Trx, place: Place, { csv, zone }: ImportBody): Promise<Candidate[]> {
  const file = readImport(csv, { now: services.now(), zone: zone ?? services.timeZone })
  if ('fault' in file) fail(422, file.fault, { csv: file.fault })
  const { candidates } = file
  const known = {
    taken: await store.taken(
      db,
      candidates.map(c => c.row.tag),
    ),
    parents: await parents(
      db,
      place,
      candidates.flatMap(c => c.parent ?? []),
    ),
  }
  return judgeImport(candidates, known)
}

export const previewImport = async (services: Services, { scope }: Caller, body: ImportBody): Promise<TagImport> =>
  replyOf(await judge(services, services.db, { scope, teamId: scope.teamId }, body))

/** Makes all rows that can be made, each with an entry of its own; balances are taken as for single cards. */
export const importTags = (services: Services, { who, by, scope: { teamId } }: Caller, body: ImportBody) =>
  act(services, async (trx): Promise<TagImport> => {
    const { scope, roleTeamId } = await teamScope(trx, who, teamId, 'Tag.create')
    const judged = await judge(services, trx, { scope, teamId }, body)
    const ready = judged.filter(c => c.row.outcome === 'ready')
    if (ready.length === 0) fail(422, NONE, { csv: NONE })
    const at = services.now()
    const ids = await store.createMany(
      trx,
      { teamId, at },
      ready.map(c => ({
        idTag: c.row.tag,
        isPrepaid: c.balancePaise > 0n,
        expiresAt: c.expiresAt,
        note: c.row.note,
        maxActiveTransactions: c.maxActiveTransactions,
      })),
    )
    const idOf = (tag: string) => ids.get(tag.toLowerCase())
    const made = ready.flatMap(c => {
      const id = idOf(c.row.tag)
      return id === undefined ? [] : [{ ...c, id }]
    })
    // Somebody else has made all of them in the meantime.
    if (made.length === 0) fail(422, NONE, { csv: NONE })
    // Read again: a group among the rows may have been made by somebody else meanwhile.
    const groups = await parents(
      trx,
      { scope, teamId },
      made.flatMap(c => c.parent ?? []),
    )
    await store.setParents(
      trx,
      made.flatMap(({ id, parent }) =>
        parent === null
          ? []
          : [{ id, parent: groups.get(parent.toLowerCase()) ?? fail(409, GROUP_GONE, { csv: GROUP_GONE }) }],
      ),
    )
    const { companyId } = await companyOf(trx, teamId)
    const given = { at, userId: who.userId, from: giverAccount(who, roleTeamId) }
    await postAll(
      trx,
      made
        .filter(c => c.balancePaise > 0n)
        .map(c => cardPosting({ tagPk: c.id, teamId, companyId, paise: c.balancePaise }, given)),
    )
    await audit.writeMany(
      trx,
      by,
      made.map(c => ({
        action: 'create',
        feature: 'Tag',
        recordId: c.id,
        teamId,
        isMoney: c.balancePaise > 0n,
        after: afterOf(c),
      })),
    )
    return replyOf(
      judged.map(c =>
        c.row.outcome !== 'ready'
          ? c
          : idOf(c.row.tag) === undefined
            ? { ...c, row: { ...c.row, outcome: 'exists', text: TAG_TAKEN } }
            : { ...c, row: { ...c.row, outcome: 'made' } },
      ),
    )
  })

const companyOf = (trx: Trx, teamId: number) =>
  trx.selectFrom('team').select('companyId').where('id', '=', teamId).executeTakeFirstOrThrow()

/** Returns the audit entry of an imported tag, the same as for any other tag. */
const afterOf = (c: Candidate) => ({
  tag: c.row.tag,
  parenttag: c.parent,
  expirydate: c.expiresAt?.toISOString() ?? null,
  max_active_trans_count: c.maxActiveTransactions,
  note: c.row.note,
  ...(c.balancePaise > 0n && { balance_amount: rupeesFromPaise(c.balancePaise) }),
})
