// Shared by tests of closed months: sessions that end by the product's own way, whenever their stop comes.
import { sql } from 'kysely'
import type { BillRow } from '#charging/billing/bill-row.rules.ts'
import type { Stop } from '#charging/sessions/session.store.ts'
import { endSessions } from '#charging/sessions/session-end.store.ts'
import type { TestApp } from '#testing/app.ts'

const R = (a: number, n: number, d: number) => Math.floor((2 * a * n + d) / (2 * d))
/** A bill inside Karnataka with 18 % of tax. */
export function billOf(netPaise: number, energyWh = 10_000): BillRow {
  const head = R(netPaise, 180_000, 2_000_000)
  const total = netPaise + 2 * head
  return {
    energyWh,
    taxablePaise: netPaise,
    cgstPaise: head,
    sgstPaise: head,
    igstPaise: 0,
    grossPaise: total,
    surchargePaise: 0,
    gatewayFeePaise: 0,
    totalPaise: total,
    commissionPercentPaise: R(netPaise, 50_000, 1_000_000),
    commissionUnitPaise: 0,
    overrunPaise: 0,
    supplierName: 'Operator',
    supplierGstin: '29AACCC6636P1Z1',
    supplierState: '29',
    supplierAddress: '1 Main Road',
    placeOfSupply: '29',
    recipientName: null,
    recipientGstin: null,
    recipientAddress: null,
    recipientType: null,
    taxPpm: 180_000,
    gatewayPpm: 0,
    pgChargesBearer: 'EV',
    holdPaise: null,
    commissionPpm: 50_000,
    commissionPaisePerKwh: 0,
    lines: [],
    facts: {},
  }
}

let n = 0
export type Ended = { teamId: number; pk: number; stoppedAt: Date; receivedAt?: Date; netPaise?: number }
/** A session by an RFID tag whose stop comes when it is told to: at its end, or later from the queue of a charger. */
export async function ended(t: TestApp, { teamId, pk, stoppedAt, receivedAt = stoppedAt, netPaise = 18_000 }: Ended) {
  const { companyId } = t.world.one
  const { rows } = await sql<{ id: number }>`
    insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id, id_tag,
      started_at, start_received_at, meter_start_wh, tolerance_watt, payment_type, id_tag_status)
    select ${companyId}, ${teamId}, c.chargepoint_pk, c.chargepoint_id, c.chargepoint_name, c.charger_type, 1, ${`LATE-${++n}`},
      ${new Date(stoppedAt.getTime() - 1_800_000)}, ${receivedAt}, 0, 300, 'RFID', 'Accepted'
    from charger c where c.chargepoint_pk = ${pk} returning transaction_id as id`.execute(t.db)
  const transactionId = rows[0]?.id as number
  const payer = {
    transactionId,
    companyId,
    teamId,
    paymentType: 'RFID',
    driverId: null,
    ocppTagPk: null,
    paymentId: null,
  }
  const stop: Stop = {
    payer: payer as Stop['payer'],
    stoppedAt,
    toldAt: stoppedAt,
    timeFrom: 'charger',
    readingWh: 10_000,
    receivedAt,
    meterStopWh: 10_000,
    energyWh: 10_000,
    stopReason: 'Local',
    stopIdTag: null,
    review: null,
    reviewDetail: null,
    bill: billOf(netPaise),
    billedAt: receivedAt,
    meters: [],
  }
  await endSessions(t.db, [stop], () => Promise.resolve())
  return transactionId
}
