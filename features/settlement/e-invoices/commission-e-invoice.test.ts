// Documents of the commission at the portal: the platform registers them by its own credentials, and acts on them alone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEntry } from '#office/tax-settings/tax-setting.store.ts'
import { byProduct } from '#platform/audit/audit-log.ts'
import type { CommissionDocument, CommissionRow } from '#settlement/commission-invoices/commission-invoice.contract.ts'
import { type Running, runUpTo } from '#settlement/payouts/payout-run.commands.ts'
import { periodNamed } from '#settlement/payouts/period.rules.ts'
import { billed, newCharger, newTeam, saveAccounts, saveFinance } from '#settlement/payouts/test-payout.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { EInvoiceRow } from './e-invoice.contract.ts'
import { sendDue } from './e-invoice-send.commands.ts'

const GSTIN = '29AACCC6636P1Z1'
const PLATFORM = { name: 'Platform Ltd', gstin: '24AACCK3955D1ZS', address: '1 Ring Road, Ahmedabad 380001' }
let t: TestApp
beforeAll(async () => {
  t = await startApp({ now: () => new Date('2025-10-02T06:00:00Z'), platform: PLATFORM })
  for (const name of ['commissionInvoices', 'eInvoices'] as const)
    await t.db
      .transaction()
      .execute(trx =>
        addEntry(trx, { companyId: null, name, since: '2025-09-01', value: true, at: t.services.now(), userId: null }),
      )
})
afterAll(() => t.close())

const get = async <T>(path: string, person: Person = 'admin', teamId = t.world.one.companyId) => {
  const r = await t.app.inject({ url: `/cms/v1/team/${teamId}/${path}`, headers: await t.as(person) })
  return (r.json() as { data: T }).data
}
const post = async (path: string, payload: object, person: Person, teamId: number) => {
  const headers = await t.as(person)
  const r = await t.app.inject({ method: 'POST', url: `/cms/v1/team/${teamId}/${path}`, payload, headers })
  return { status: r.statusCode, ...(r.json() as { data: EInvoiceRow; message: string }) }
}

test('is queued with the payout, registered for the platform, and cancelled by the platform alone', async () => {
  const teamId = await newTeam(t)
  const pk = await newCharger(t, teamId, 'DC', new Date('2025-07-31T18:30:00Z'))
  await saveFinance(t, teamId, { payout: { payout_rule: 3, tax_bearer: 'CPO' } })
  await saveAccounts(t, teamId, [{ gst: GSTIN, pan: 'AACCC6636P' }])
  await billed(t, { teamId, pk, stoppedAt: '2025-09-05T10:00:00Z', supplier: { gstin: GSTIN, place: '29' } })
  const period = periodNamed('2025-09-01', 'Asia/Kolkata')
  await runUpTo(t.services as Running, byProduct('Test'), { kind: 'teams', teamId, teams: [teamId] }, period)

  const find = async (person: Person, team: number) =>
    (await get<EInvoiceRow[]>('tax/e-invoices', person, team)).find(r => r.commissionDocumentId !== null)
  const waiting = await find('admin', t.world.one.companyId)
  expect(waiting).toMatchObject({
    state: 'waiting',
    supplierGstin: PLATFORM.gstin,
    recipientGstin: GSTIN,
    mayAct: false,
  })
  // The platform's month has it, the company's has not.
  const open = async (person: Person, team: number) =>
    (
      await get<{ lines: { kind: string; open: number }[] }>('reconciliation/month?month=2025-10', person, team)
    ).lines.find(l => l.kind === 'withoutIrn')?.open
  expect([await open('root', t.world.gp), await open('admin', t.world.one.companyId)]).toEqual([1, 0])

  await sendDue(t.services)
  const row = await find('root', t.world.gp)
  // The test's owner has an address without PIN code.
  if (row?.state === 'failed') {
    const path = `tax/e-invoice/${row.eInvoiceId}/register`
    expect(await post(path, { buyerPin: '560001' }, 'admin', t.world.one.companyId)).toMatchObject({ status: 403 })
    expect(await post(path, { buyerPin: '560001' }, 'root', t.world.gp)).toMatchObject({
      data: { state: 'registered' },
    })
  }
  expect(await open('root', t.world.gp)).toBe(0)
  const [listed] = await get<CommissionRow[]>('tax/commission-invoices')
  const d = await get<CommissionDocument>(`tax/commission-invoice/${listed?.documentId}`)
  expect(d.eInvoice).toMatchObject({ state: 'registered', irn: expect.stringMatching(/^[0-9a-f]{64}$/) })

  const path = `tax/e-invoice/${row?.eInvoiceId}/cancel`
  const why = { reason: '4', remark: 'Made twice' }
  expect(await post(path, why, 'admin', t.world.one.companyId)).toMatchObject({
    status: 403,
    message: 'This document is the platform’s: its finance administrators act on it',
  })
  expect(await post(path, why, 'root', t.world.gp)).toMatchObject({ status: 200, data: { state: 'cancelled' } })
})
