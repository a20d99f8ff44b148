// Lowers the bill of an ended session by hand: a new version, its postings and its refund, in one transaction with its
// audit entry (M-2.7). The bill belongs to finance, so the caller must be finance admin too (D-ACC-2).
import { paiseFromRupees, rupeesFromPaise } from '@wattdesk/base/money'
import { notAuthorized } from '@wattdesk/base/text'
import { fail, found } from '@wattdesk/wire/route'
import { billVersions } from '#charging/billing/bill.store.ts'
import { toldOfBills } from '#charging/billing/bill-ledger.commands.ts'
import { loweredBill } from '#charging/billing/bill-lower.rules.ts'
import { billReply } from '#charging/billing/bill-reply.rules.ts'
import type { BillRow } from '#charging/billing/bill-row.rules.ts'
import { addBillVersion } from '#charging/sessions/session-change.store.ts'
import { borneUpTo } from '#money/refunds/refund-borne.store.ts'
import type { Services } from '#office/installation/services.ts'
import { allows, roleOn, type Scope } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { billRecord, type SessionBill } from './bill-correction.contract.ts'
import { backText, correctionRefusal, nearestText, UNBILLED } from './bill-correction.rules.ts'
import { type Correctable, correctable, writtenAt } from './bill-correction.store.ts'
import type { BillCorrection } from './bill-correction-body.contract.ts'
import { MISSING } from './transaction.commands.ts'

const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
type Held = { s: Correctable; bill: BillRow & { version: number } }

const replyOf = (b: BillRow, s: Correctable, zone: string, version: number, billedAt: Date | null) =>
  billReply({ ...b, version, billedAt } as Parameters<typeof billReply>[0], s.snapshot, false, {
    zone,
    at: s.startedAt,
  })

/** The current bill; 404 outside the scope, and where there is none. */
export async function readBill(services: Services, on: Db | Trx, scope: Scope, id: number): Promise<SessionBill> {
  const s = found(await correctable(on, scope, id, { isHeld: false }), MISSING)
  const [all, written] = await Promise.all([billVersions(on, id), writtenAt(on, id)])
  const last = found(all.at(-1), UNBILLED)
  return {
    transactionId: id,
    version: last.version,
    total: rupees(last.totalPaise),
    bill: replyOf(last, s, services.timeZone, last.version, written.at(-1)?.billedAt ?? null),
    versions: written.map(v => ({
      version: v.version,
      billedAt: v.billedAt.toISOString(),
      total: rupees(v.totalPaise),
    })),
  }
}

/**
 * Returns the session with its bill; refuses unless the caller is finance admin of its team and the bill may be lowered
 * to the total.
 */
async function demandLower(
  trx: Trx,
  { who, scope }: Caller,
  id: number,
  total: number,
  check?: () => Promise<void>,
): Promise<Held> {
  const s = found(await correctable(trx, scope, id, { isHeld: true }), MISSING)
  if (!allows('Finance.full', roleOn(who, s.path)?.access ?? [])) fail(403, notAuthorized)
  const bill = (await billVersions(trx, id)).at(-1)
  const why = correctionRefusal({
    isRunning: s.stoppedAt === null,
    inReview: s.inReview,
    totalPaise: bill?.totalPaise ?? null,
  })
  await check?.()
  if (why || !bill) fail(409, why ?? UNBILLED)
  const least = `New Total should be below the present ${rupees(bill.totalPaise).toFixed(2)}`
  if (paiseFromRupees(total) >= BigInt(bill.totalPaise)) fail(422, least, { total: least })
  return { s, bill }
}

/** The result of a correction, by the same rule; writes nothing. */
export const previewLower = (services: Services, caller: Caller, id: number, total: number) =>
  services.db.transaction().execute(async trx => {
    const { s, bill } = await demandLower(trx, caller, id, total)
    const lowered = loweredBill(bill, paiseFromRupees(total))
    const lessPaise = bill.totalPaise - lowered.totalPaise
    const refundedBefore = await borneUpTo(trx, id, lessPaise)
    return {
      bill: replyOf(lowered, s, services.timeZone, bill.version + 1, null),
      less: rupees(lessPaise),
      back: backText(s, lessPaise, refundedBefore),
      nearest: nearestText(paiseFromRupees(total), BigInt(lowered.totalPaise)),
    }
  })

/** Lowers the bill, and gives the difference back to the source of the money. `nearest`: why to less than was asked for. */
export const lowerBill = (
  services: Services,
  caller: Caller,
  id: number,
  body: BillCorrection,
): Promise<{ data: SessionBill; nearest: string | null }> =>
  act(services, async (trx, then) => {
    const unchanged = () =>
      demandUnchanged(trx, caller, billRecord, id, () => readBill(services, trx, caller.scope, id))
    const { s, bill } = await demandLower(trx, caller, id, body.total, unchanged)
    const at = services.now()
    const lowered = loweredBill(bill, paiseFromRupees(body.total))
    const version = await addBillVersion(trx, { transactionId: id, at, bill: lowered })
    if (version === undefined) throw new Error(`Transaction ${id} was held, yet its bill could not be corrected`)
    await audit.write(trx, caller.by, {
      action: 'update',
      feature: 'Transaction',
      recordId: id,
      teamId: s.teamId,
      isMoney: true,
      before: { billVersion: bill.version, totalAmountCharged: rupees(bill.totalPaise) },
      after: { billVersion: version, totalAmountCharged: rupees(lowered.totalPaise), note: body.note },
    })
    then(() => tell(services, s, id, lowered, at))
    then(() => toldOfBills(services))
    const nearest = nearestText(paiseFromRupees(body.total), BigInt(lowered.totalPaise))
    return { data: await readBill(services, trx, caller.scope, id), nearest }
  })

function tell({ bus }: Services, s: Correctable, transactionId: number, b: BillRow, at: Date): void {
  bus.publish({
    companyId: s.companyId,
    event: {
      type: 'transaction',
      at: at.toISOString(),
      teamId: s.teamId,
      transactionId,
      chargepoint_pk: s.chargepointPk,
      connectorId: s.connectorId,
      change: 'stopped',
      energyWh: b.energyWh,
      powerW: null,
      socPercent: null,
      totalAmountCharged: rupees(b.totalPaise),
      stoptime: s.stoppedAt?.toISOString() ?? null,
      inReview: false,
      energyInDoubt: false,
    },
  })
}
