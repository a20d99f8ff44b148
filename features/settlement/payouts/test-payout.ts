// Shared by tests of payouts: a company of its own with teams, chargers in them, and bills as sessions leave them, with
// their postings.
import { ppmFromPercent } from '@wattdesk/base/money'
import { sql } from 'kysely'
import * as chargers from '#fleet/chargers/charger-write.store.ts'
import { credit, debit, linesOf, type Posting } from '#money/ledger/ledger.rules.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import { TeamPayoutAccounts } from '#people/teams/payout-account.contract.ts'
import * as accounts from '#people/teams/payout-account.store.ts'
import * as teams from '#people/teams/team.store.ts'
import { type FinanceConfig, financeDefaults } from '#people/teams/team-finance.contract.ts'
import * as finance from '#people/teams/team-finance.store.ts'
import { account } from '#people/teams/test-team.ts'
import type { TestApp } from '#testing/app.ts'

/** Before all months of the tests, which are August to December 2025 in India. */
const LONG_AGO = new Date('2020-01-01T00:00:00Z')
let n = 0

/** A new team of operator one, still without chargers. */
export const newTeam = (t: TestApp, parentId = t.world.one.companyId): Promise<number> =>
  teams.create(t.db, {
    parentId,
    companyType: 'C',
    name: `Payout team ${++n}`,
    state: 'Karnataka',
    createdAt: LONG_AGO,
  })

type Payout = Partial<FinanceConfig['payout_details']>
type Charger = Partial<FinanceConfig['charger_payment_details']>
export const saveFinance = (
  t: TestApp,
  teamId: number,
  {
    payout = {},
    charger = {},
    bearer = 'EV' as 'EV' | 'CPO',
    since = LONG_AGO,
  }: { payout?: Payout; charger?: Charger; bearer?: 'EV' | 'CPO'; since?: Date } = {},
): Promise<void> =>
  t.db.transaction().execute(trx =>
    finance.save(
      trx,
      teamId,
      {
        ...financeDefaults,
        charger_payment_details: { ...financeDefaults.charger_payment_details, ...charger },
        transaction_payment_details: { ...financeDefaults.transaction_payment_details, pg_charges_bearer: bearer },
        payout_details: { ...financeDefaults.payout_details, ...payout },
      },
      since,
    ),
  )
export const saveAccounts = (
  t: TestApp,
  teamId: number,
  more: Record<string, unknown>[],
  since = LONG_AGO,
): Promise<void> =>
  t.db
    .transaction()
    .execute(trx => accounts.replace(trx, teamId, 'team', TeamPayoutAccounts.parse(more.map(m => account(m))), since))

/** A charger that has been in a team since a moment. */
export async function newCharger(t: TestApp, teamId: number, type: 'AC' | 'DC', since = LONG_AGO): Promise<number> {
  const pk = await chargers.create(t.db, {
    teamId,
    chargepointId: `PAY-${++n}`,
    chargepointName: `Payout ${n}`,
    chargerType: type,
    registrationStatus: 'Accepted',
    state: 'Karnataka',
    city: 'Bengaluru',
    street: '1 Test Road',
    createdAt: since,
    connectors: [],
  })
  return pk
}

export type Billed = {
  teamId: number
  pk: number
  stoppedAt: string | Date
  energyWh?: number
  /** Before tax, in paise; by default of 18.00 a kWh. */
  netPaise?: number
  paymentType?: 'CARD' | 'UPI' | 'WALLET' | 'PREPAID' | 'RFID'
  bearer?: 'EV' | 'CPO'
  percent?: number
  paisePerKwh?: number
  billedAt?: Date
  isFree?: boolean
  inReview?: boolean
  status?: string
  /** On the bill; across states where the place of supply is another state than the supplier's. */
  supplier?: { gstin: string; place: string }
  /** False: the ledger lacks the posting of the bill. */
  isPosted?: boolean
}
const R = (a: number, n: number, d: number) => Math.floor((2 * a * n + d) / (2 * d))

export type Figures = {
  energyWh: number
  net: number
  cgst: number
  sgst: number
  surcharge: number
  fee: number
  total: number
  percent: number
  unit: number
}
/** A bill's figures inside the state, at 18 % tax and a gateway of 2.36 %, each rounded once. */
export function figuresOf(b: Billed): Figures {
  const energyWh = b.energyWh ?? 10_000
  const net = b.netPaise ?? R(energyWh, 1800, 1000)
  const head = R(net, 180_000, 2_000_000)
  const isGateway = ['CARD', 'UPI', 'WALLET'].includes(b.paymentType ?? 'UPI')
  const gateway = isGateway ? R(net + 2 * head, 23_600, 1_000_000) : 0
  const surcharge = (b.bearer ?? 'EV') === 'EV' ? gateway : 0
  return {
    energyWh,
    net,
    cgst: head,
    sgst: head,
    surcharge,
    fee: gateway - surcharge,
    total: net + 2 * head + surcharge,
    percent: R(net, ppmFromPercent(b.percent ?? 5), 1_000_000),
    unit: R(energyWh, b.paisePerKwh ?? 100, 1000),
  }
}

/** An ended session with its bill and its postings, as its end leaves them. */
export async function billed(t: TestApp, b: Billed): Promise<number> {
  const f = figuresOf(b)
  const stoppedAt = new Date(b.stoppedAt)
  const { one } = t.world
  const { rows } = await sql<{ transactionId: number }>`
    insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id, id_tag,
      started_at, start_received_at, stopped_at, meter_start_wh, meter_stop_wh, tolerance_watt, payment_type, energy_wh, charged_paise,
      is_free, in_review, status)
    select ${one.companyId}, ${b.teamId}, c.chargepoint_pk, c.chargepoint_id, c.chargepoint_name, c.charger_type, 1, ${`PAYOUT-${++n}`},
      ${new Date(stoppedAt.getTime() - 1_800_000)}, ${stoppedAt}, ${stoppedAt}, 0, ${f.energyWh}, 300, ${b.paymentType ?? 'UPI'},
      ${f.energyWh}, ${f.total}, ${b.isFree ?? false}, ${b.inReview ?? false}, ${b.status ?? null}
    from charger c where c.chargepoint_pk = ${b.pk} returning transaction_id`.execute(t.db)
  const id = rows[0]?.transactionId as number
  await bill(t, id, 1, b, f, b.billedAt ?? stoppedAt)
  if (!b.isFree && b.isPosted !== false) await move(t, id, 1, b, f)
  return id
}

const bill = (t: TestApp, id: number, version: number, b: Billed, f: Figures, at: Date) =>
  sql`insert into bill (transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise, igst_paise,
      gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise, lines, facts,
      energy_wh, overrun_paise, supplier_gstin, supplier_state, place_of_supply)
    values (${id}, ${version}, ${t.world.one.companyId}, ${b.teamId}, ${at}, ${f.net}, ${f.cgst}, ${f.sgst}, 0,
      ${f.net + f.cgst + f.sgst}, ${f.surcharge}, ${f.fee}, ${f.total}, ${f.percent}, ${f.unit}, '[]', '{}', ${f.energyWh}, 0,
      ${b.supplier?.gstin ?? null}, ${b.supplier?.gstin.slice(0, 2) ?? null}, ${b.supplier?.place ?? null})`.execute(
    t.db,
  )
const move = (t: TestApp, id: number, version: number, b: Billed, f: Omit<Figures, 'energyWh'>) => {
  const ref = b.teamId
  const from =
    b.paymentType === 'RFID'
      ? ({ kind: 'receivable', ref } as const)
      : ({ kind: 'gateway', ref: t.world.one.companyId } as const)
  const lines = linesOf([
    debit(from, BigInt(f.total)),
    credit({ kind: 'owner', ref }, BigInt(f.net)),
    credit({ kind: 'cgst', ref }, BigInt(f.cgst)),
    credit({ kind: 'sgst', ref }, BigInt(f.sgst)),
    credit({ kind: 'surcharge', ref }, BigInt(f.surcharge)),
  ])
  const posting: Posting = {
    key: `bill:${id}:${version}`,
    kind: version === 1 ? 'bill' : 'correction',
    at: new Date(b.stoppedAt),
    companyId: t.world.one.companyId,
    teamId: b.teamId,
    transactionId: id,
    lines,
  }
  return lines.length === 0 ? Promise.resolve() : t.db.transaction().execute(trx => postAll(trx, [posting]))
}

/** A later version of a session's bill, with the posting of the difference. */
export async function corrected(t: TestApp, id: number, version: number, before: Billed, after: Billed, at: Date) {
  const [o, f] = [figuresOf(before), figuresOf(after)]
  await bill(t, id, version, after, f, at)
  const keys = Object.keys(f) as (keyof Figures)[]
  await move(t, id, version, after, Object.fromEntries(keys.map(k => [k, f[k] - o[k]])) as Figures)
}

/** Credit that a team's staff gives by hand; below 0: takes back. */
export const giveByHand = (t: TestApp, teamId: number, paise: number, at: Date): Promise<void> =>
  t.db.transaction().execute(trx =>
    postAll(trx, [
      {
        key: `test:given:${++n}`,
        kind: 'credit',
        at,
        companyId: t.world.one.companyId,
        teamId,
        lines: linesOf([
          debit({ kind: 'owner', ref: teamId }, BigInt(paise)),
          credit({ kind: 'wallet', ref: 900_000 + teamId }, BigInt(paise)),
        ]),
      },
    ]),
  )
