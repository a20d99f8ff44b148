// RFID tags of a file, many at once: the checks and words of the form of a tag, and balances through the ledger.
import { paiseFromRupees, rupeesFromPaise } from '@wattdesk/base/money'
import { cardPosting, cardPostingBack } from '#fleet/tags/card-money.rules.ts'
import { updateTag } from '#fleet/tags/tag.commands.ts'
import { EXPIRY_WRONG, TAG_TAKEN, tagFields } from '#fleet/tags/tag.fields.ts'
import { PLAIN_CARD, type TokenFacts } from '#fleet/tags/tag.rules.ts'
import { TagBody } from '#fleet/tags/tag-body.contract.ts'
import { expiryOf } from '#fleet/tags/tag-expiry.rules.ts'
import { offeredLimit } from '#fleet/tags/tag-form.rules.ts'
import * as many from '#fleet/tags/tag-import.store.ts'
import * as records from '#fleet/tags/tag-record.store.ts'
import { giverAccount } from '#money/ledger/ledger.rules.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { auditValues } from '#platform/records/columns.ts'
import { bodyOf } from '../import-values.rules.ts'
import type { ImportResult } from '../network-import.words.ts'
import {
  CHANGED_SINCE,
  type ImportContext,
  type ImportRow,
  issuesOf,
  type KindOfImport,
  lower,
  NOT_THERE,
  type RowBack,
  reasonsOf,
  refused,
  subjectOf,
  whyNotBack,
} from './import-kind.commands.ts'
import * as store from './tags.store.ts'

const BALANCE_LATER =
  'Balance Amount of an RFID tag that is there is changed by its wallet, not by a file; leave it empty'
const noGroup = (tag: string) => `Parent Group ${tag} is neither an RFID tag of yours nor an earlier row of the file`

type Draft = { row: ImportRow; body: TagBody; expiresAt: Date | null }
type Read = Draft | { row: ImportRow; result: ImportResult }

/** A row by the checks of the form of a tag. */
function readRow(c: ImportContext, row: ImportRow): Read {
  const { body, reasons } = bodyOf('tags', row, {}, c.hasDecimalComma)
  if (reasons.length > 0) return { row, result: refused(reasons) }
  const parsed = TagBody.safeParse(body)
  if (!parsed.success) return { row, result: refused(issuesOf(parsed.error, row.values)) }
  const { expirydate } = parsed.data
  const expiresAt = expirydate ? expiryOf(expirydate, c.zone) : null
  const fault = (field: string, reason: string) => ({
    row,
    result: refused([{ field, value: row.values[field] ?? '', reason }]),
  })
  if (expiresAt === undefined) return fault('expirydate', EXPIRY_WRONG)
  if (parsed.data.parenttag && lower(parsed.data.parenttag) === row.key)
    return fault('parenttag', 'A tag is no group of its own')
  return { row, body: parsed.data, expiresAt }
}

type Left = Pick<store.KnownTag, 'tag' | 'parenttag' | 'expiresAt' | 'most' | Kept>
/** Fields that an import takes over as they stand, where the row has them. */
const KEPT = ['note', 'tokenType', 'chargingPriority', 'evses'] as const
type Kept = (typeof KEPT)[number]
/** A tag as an import leaves it. */
const left = (tag: Left) => ({
  tag: tag.tag,
  parenttag: tag.parenttag,
  expirydate: tag.expiresAt?.toISOString() ?? null,
  max_active_trans_count: tag.most,
  note: tag.note,
  tokenType: tag.tokenType,
  chargingPriority: tag.chargingPriority,
  evses: tag.evses,
})
/** Whether people have let a tag be as an import left it; groups are known by their texts in any case. */
function isAsLeft(tag: Left, was: TagBody): boolean {
  const now = left(tag)
  return (
    lower(now.parenttag ?? '') === lower(was.parenttag ?? '') &&
    now.expirydate === (was.expirydate ?? null) &&
    now.max_active_trans_count === was.max_active_trans_count &&
    // Imports by earlier versions have not kept all of them.
    KEPT.every(name => was[name] === undefined || now[name] === was[name])
  )
}

/** A row for a tag that is there: equal, or changed by the same command as in the portal. */
async function changeTag(
  c: ImportContext,
  { row, body, expiresAt }: Draft,
  tag: store.KnownTag,
): Promise<ImportResult> {
  const { parenttag, expirydate, max_active_trans_count: most, balance_amount } = body
  const named = KEPT.filter(name => row.values[name] !== undefined)
  const paise = balance_amount === undefined ? undefined : paiseFromRupees(balance_amount).toString()
  if (paise !== undefined && paise !== tag.balancePaise && paise !== tag.firstPaise)
    return refused([{ field: 'balance_amount', value: row.values.balance_amount ?? '', reason: BALANCE_LATER }])
  const isEqual =
    (!parenttag || lower(parenttag) === lower(tag.parenttag ?? '')) &&
    (!expirydate || expiresAt?.getTime() === tag.expiresAt?.getTime()) &&
    (row.values.max_active_trans_count === undefined || most === tag.most) &&
    named.every(name => body[name] === tag[name])
  if (isEqual) return { outcome: 'equal', recordId: tag.id }
  if (!c.changes) return refused([{ field: 'tag', value: tag.tag, reason: TAG_TAKEN }])
  const before = left(tag)
  const after = {
    ...before,
    ...(parenttag && { parenttag }),
    ...(expirydate && { expirydate: expiresAt?.toISOString() ?? null }),
    ...(row.values.max_active_trans_count !== undefined && { max_active_trans_count: most }),
    ...Object.fromEntries(named.map(name => [name, body[name]])),
  }
  try {
    const caller = { who: c.who, by: c.by, scope: c.changes, ifMatch: undefined }
    await updateTag(c.services, caller, tag.id, after as TagBody)
    return { outcome: 'changed', recordId: tag.id, before, after }
  } catch (error) {
    return refused(reasonsOf(error, row.values))
  }
}

/** Why rows cannot be made: texts of other tags, days that are over, groups that are not there. */
async function faultsOf(c: ImportContext, drafts: readonly Draft[]): Promise<Map<Draft, ImportResult>> {
  const parents = drafts.flatMap(d => (d.body.parenttag ? [lower(d.body.parenttag)] : []))
  const [taken, groups, inFile] = [
    await many.taken(
      c.trx,
      drafts.map(d => d.body.tag),
    ),
    parents.length > 0 ? await records.parents(c.trx, c, parents) : new Map<string, number>(),
    parents.length > 0 ? await store.groupsInFile(c.trx, c.importId, parents) : new Set<string>(),
  ]
  const faults = new Map<Draft, ImportResult>()
  const good = new Set(inFile)
  for (const d of drafts) {
    const { tag, parenttag } = d.body
    const reason = taken.has(lower(tag))
      ? (['tag', TAG_TAKEN] as const)
      : d.expiresAt && d.expiresAt <= c.services.now()
        ? (['expirydate', EXPIRY_WRONG] as const)
        : parenttag && !groups.has(lower(parenttag)) && !good.has(lower(parenttag))
          ? (['parenttag', noGroup(parenttag)] as const)
          : undefined
    if (reason) faults.set(d, refused([{ field: reason[0], value: d.row.values[reason[0]] ?? '', reason: reason[1] }]))
    else good.add(lower(tag))
  }
  return faults
}

type New = many.TagToMake & TokenFacts & { draft: Draft; parenttag: string | null }
const newTag = (d: Draft): New => ({
  draft: d,
  idTag: d.body.tag,
  expiresAt: d.expiresAt,
  // An empty limit is the one offered by the form.
  maxActiveTransactions: d.body.max_active_trans_count ?? offeredLimit(false, d.body.balance_amount ?? 0),
  note: d.body.note ?? '',
  tokenType: d.body.tokenType ?? PLAIN_CARD.tokenType,
  chargingPriority: d.body.chargingPriority ?? PLAIN_CARD.chargingPriority,
  evses: d.body.evses ?? PLAIN_CARD.evses,
  balancePaise: paiseFromRupees(d.body.balance_amount ?? 0),
  parenttag: d.body.parenttag || null,
})

/** Makes the tags of a batch with their groups, balances and entries; returns their keys by their texts. */
async function makeTags(c: ImportContext, tags: readonly New[]): Promise<Map<string, number>> {
  const at = c.services.now()
  const ids = await many.createMany(c.trx, { teamId: c.teamId, at }, tags)
  const made = tags.flatMap(t => {
    const id = ids.get(lower(t.idTag))
    return id === undefined ? [] : [{ ...t, id }]
  })
  const named = made.filter(t => t.parenttag !== null)
  if (named.length > 0) {
    const groups = await records.parents(
      c.trx,
      c,
      named.map(t => t.parenttag ?? ''),
    )
    await many.setParents(
      c.trx,
      named.flatMap(({ id, parenttag }) => {
        const parent = groups.get(lower(parenttag ?? ''))
        return parent === undefined ? [] : [{ id, parent }]
      }),
    )
  }
  const cards = made.filter(t => t.balancePaise > 0n)
  const given = { at, userId: c.who.userId, from: giverAccount(c.who, c.roleTeamId) }
  await postAll(
    c.trx,
    cards.map(({ id, balancePaise: paise }) =>
      cardPosting({ tagPk: id, teamId: c.teamId, companyId: c.companyId, paise }, given),
    ),
    { areKeysHeld: true },
  )
  await audit.writeMany(
    c.trx,
    c.by,
    made.map(t => ({
      action: 'create',
      feature: 'Tag',
      teamId: c.teamId,
      recordId: t.id,
      isMoney: t.balancePaise > 0n,
      after: {
        ...auditValues(tagFields, t),
        ...(t.balancePaise > 0n && { balance_amount: rupeesFromPaise(t.balancePaise) }),
      },
    })),
  )
  return ids
}

async function apply(c: ImportContext, rows: readonly ImportRow[]): Promise<ImportResult[]> {
  const read = rows.map(row => readRow(c, row))
  const results = new Map<ImportRow, ImportResult>()
  for (const r of read) if ('result' in r) results.set(r.row, r.result)
  const drafts = read.filter(r => 'body' in r)
  const byRow = new Map(drafts.map(d => [d.row, d]))
  const keys = drafts.flatMap(d => d.row.key ?? [])
  const there = await store.known(c.trx, c.changes ?? c.scope, keys)
  const fresh: Draft[] = []
  for (const d of drafts) {
    const tag = there.get(d.row.key ?? '')
    if (tag) results.set(d.row, await changeTag(c, d, tag))
    else fresh.push(d)
  }
  const faults = await faultsOf(c, fresh)
  for (const [d, result] of faults) results.set(d.row, result)
  const ids = await makeTags(c, fresh.filter(d => !faults.has(d)).map(newTag))
  return rows.map(row => {
    const result = results.get(row)
    if (result) return result
    const recordId = ids.get(row.key ?? '')
    // Somebody else has made the tag meanwhile.
    if (recordId === undefined) return refused([{ field: 'tag', value: row.values.tag ?? '', reason: TAG_TAKEN }])
    return { outcome: 'new', recordId, after: leftBy(byRow.get(row) as Draft) }
  })
}

/** A new tag as its row leaves it. */
const leftBy = (d: Draft) => {
  const { idTag: tag, maxActiveTransactions: most, ...more } = newTag(d)
  return left({ ...more, tag, most })
}
/** Imports by earlier versions have not kept how they left a new tag: their rows say it. */
function wasLeft(c: ImportContext, row: RowBack): TagBody | undefined {
  if (row.after !== null) return row.after as TagBody
  const read = readRow(c, row.of)
  return 'body' in read ? (leftBy(read) as TagBody) : undefined
}

async function takeBackChanged(c: ImportContext, row: RowBack): Promise<string | undefined> {
  const subject = subjectOf(c, row)
  if (!c.changes) return `${subject}: you may not change RFID tags`
  try {
    const caller = { who: c.who, by: c.by, scope: c.changes, ifMatch: undefined }
    const after = row.after as TagBody
    const tag = (await store.known(c.trx, c.changes, [lower(after.tag)])).get(lower(after.tag))
    if (!tag) return `${subject} ${NOT_THERE}`
    if (!isAsLeft(tag, after)) return `${subject} ${CHANGED_SINCE}`
    await updateTag(c.services, caller, row.recordId, row.before as TagBody)
    return undefined
  } catch (error) {
    return whyNotBack(subject, error)
  }
}

async function takeBack(c: ImportContext, rows: readonly RowBack[]): Promise<Map<number, string>> {
  const why = new Map<number, string>()
  const fresh = rows.filter(r => r.outcome === 'new')
  const made = await store.made(
    c.trx,
    fresh.map(r => r.recordId),
  )
  for (const r of fresh) {
    const tag = made.get(r.recordId)
    const was = wasLeft(c, r)
    if (!tag) why.set(r.rowNo, `${subjectOf(c, r)} ${NOT_THERE}`)
    else if (tag.used !== null) why.set(r.rowNo, `RFID tag ${tag.tag} ${tag.used}`)
    else if (was && !isAsLeft(tag, was)) why.set(r.rowNo, `RFID tag ${tag.tag} ${CHANGED_SINCE}`)
  }
  for (const r of rows.filter(r => r.outcome === 'changed')) {
    const reason = await takeBackChanged(c, r)
    if (reason) why.set(r.rowNo, reason)
  }
  if (why.size > 0) return why
  const at = c.services.now()
  const given = { at, userId: c.who.userId, from: giverAccount(c.who, c.roleTeamId) }
  const tags = [...made.values()]
  await postAll(
    c.trx,
    tags.flatMap(({ id: tagPk, balancePaise, postingId }) =>
      postingId === null
        ? []
        : [
            cardPostingBack(
              { tagPk, teamId: c.teamId, companyId: c.companyId, paise: BigInt(balancePaise), reverses: postingId },
              given,
            ),
          ],
    ),
    { areKeysHeld: true },
  )
  await many.removeMany(
    c.trx,
    tags.map(t => t.id),
    at,
  )
  await audit.writeMany(
    c.trx,
    c.by,
    tags.map(t => ({
      action: 'delete',
      feature: 'Tag',
      teamId: c.teamId,
      recordId: t.id,
      isMoney: t.postingId !== null,
      before: {
        tag: t.tag,
        ...(t.postingId !== null && { balance_amount: rupeesFromPaise(BigInt(t.balancePaise)) }),
      },
    })),
  )
  return why
}

export const tags: KindOfImport = {
  keyOf: values => (values.tag === undefined ? null : lower(values.tag)),
  apply,
  takeBack,
}
