// Refunds that a team's owner bears: staff gave more back at the provider's own desk than was left of the payment (D-REF-2).
// The owner gets the money back when another refund of the payment fails, or when the bill of the session is lowered.
import type { Trx } from '../../platform/db/db.ts'
import { type AccountName, credit, debit, type Posting } from '../ledger/ledger.rules.ts'
import { postAll } from '../ledger/posting.store.ts'
import type { BorneRefund } from './refund.rules.ts'

/** Posts a movement of refund money, and keeps what an owner bears or gets back by the posting. */
export async function postRefund(trx: Trx, paymentId: string, posting: Posting): Promise<void> {
  await postAll(trx, [posting])
  const { companyId, transactionId = null, at } = posting
  const rows = posting.lines.flatMap(({ account, side, paise }) =>
    account.kind === 'owner' ? [{ teamId: account.ref, paise: Number(side === 'D' ? paise : -paise) }] : [],
  )
  if (rows.length === 0) return
  if (companyId === null) throw new Error(`${posting.key} is of no company`)
  await trx
    .insertInto('refundBorne')
    .values(rows.map(r => ({ ...r, companyId, paymentId, transactionId, at, postingKey: posting.key })))
    // The same posting again is the same posting.
    .onConflict(c => c.doNothing())
    .execute()
}

/** How much of the refunds of a payment owners bear now, by owner. */
export async function borneRefunds(trx: Trx, paymentId: string): Promise<BorneRefund[]> {
  const rows = await trx
    .selectFrom('refundBorne')
    .select(['teamId', eb => eb.fn.sum<number>('paise').as('paise')])
    .where('paymentId', '=', paymentId)
    .groupBy('teamId')
    .having(eb => eb.fn.sum('paise'), '>', 0)
    .orderBy('teamId')
    .execute()
  return rows.map(r => ({ ownerRef: r.teamId, paise: Number(r.paise) }))
}

/** How much of a bill's reduction had gone back to the driver before: the part that owners bear, up to the reduction. */
export const borneUpTo = async (trx: Trx, paymentId: string, lessPaise: number): Promise<number> => {
  const borne = (await borneRefunds(trx, paymentId)).reduce((n, b) => n + b.paise, 0)
  return Math.min(borne, lessPaise)
}

type Lowered = Pick<Posting, 'companyId' | 'teamId' | 'at'> & {
  paymentId: string
  transactionId: number
  version: number
}
/** Gives owners back, out of the session's hold, the part of a lowered bill that the driver has had already. */
export async function returnToOwners(trx: Trx, { paymentId, version, ...of }: Lowered, paise: number): Promise<void> {
  if (paise <= 0) return
  const hold: AccountName = { kind: 'hold', ref: of.transactionId }
  let left = paise
  const lines = (await borneRefunds(trx, paymentId)).flatMap(b => {
    const part = Math.min(b.paise, left)
    left -= part
    return part > 0 ? [credit({ kind: 'owner', ref: b.ownerRef }, BigInt(part))] : []
  })
  await postRefund(trx, paymentId, {
    ...of,
    key: `bill:${of.transactionId}:${version}:refunded before`,
    kind: 'refunded before',
    lines: [debit(hold, BigInt(paise)), ...lines],
  })
}
