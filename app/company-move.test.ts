// A company moves from one installation to another: two databases, two products. The company is one of the demo network, with
// some of every kind of record; the other side has companies of its own with the same ids.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { archiveMeters } from '#charging/metering/meter-archive.store.ts'
import { sealMeters } from '#charging/metering/meter-block.store.ts'
import { archiveFrames } from '#fleet/charger-logs/frame-archive.store.ts'
import { packBatches } from '#fleet/charger-logs/frame-block.store.ts'
import { keepUptime } from '#fleet/uptime/uptime.commands.ts'
import { trialBalance } from '#money/ledger/account.store.ts'
import { compareLedger } from '#money/ledger/ledger-check.store.ts'
import { hashOf } from '#money/ledger/posting.store.ts'
import { USES } from '#money/payment-provider/provider-account.rules.ts'
import * as accounts from '#money/payment-provider/provider-account.store.ts'
import { folderFiles } from '#platform/files/files.ts'
import { writeInvoices } from '#settlement/invoices/invoice.commands.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { figures } from './admin.ts'
import { exportCompany } from './company-move/export.ts'
import { importCompany } from './company-move/import.ts'
import { releaseCompany, takeCompanyBack } from './company-move/release.ts'
import { MOVED } from './company-move/tables.ts'
import { contentOf, shown, signIn } from './test-company-shown.ts'
import { addRest, COMPANY, OTHER, type Side, sideOf, startOld, ZONE } from './test-company-side.ts'

const PASSPHRASE = 'correct horse battery staple'
const folder = mkdtempSync(join(tmpdir(), 'wattdesk-move-'))

let old: Side & { close: () => Promise<void> }
let t: TestApp
let there: Side

const exportTo = (name: string, more: Partial<Parameters<typeof exportCompany>[1]> = {}) =>
  exportCompany(old.moving, {
    companyId: COMPANY,
    place: folderFiles(join(folder, name)),
    passphrase: PASSPHRASE,
    isRehearsal: false,
    isDryRun: false,
    // Tests need not wait for a passphrase that is hard to guess.
    workFactor: 4,
    withRunning: true,
    ...more,
  })
const importFrom = (name: string, more: Partial<Parameters<typeof importCompany>[1]> = {}, moving = there.moving) =>
  importCompany(moving, {
    place: folderFiles(join(folder, name)),
    passphrase: PASSPHRASE,
    isRehearsal: false,
    isDryRun: false,
    ...more,
  })
beforeAll(async () => {
  old = await startOld()
  t = await startApp()
  there = sideOf(t.app, t.services)
  await sealMeters(old.db, new Date())
  await packBatches(old.db, new Date())
  await addRest(old)
  while ((await writeInvoices(old.services, { isThorough: true })) > 0);
  // The older half of the readings, and frames, are in the archive.
  const before = new Date(Date.now() - 15 * 86_400_000)
  await archiveMeters(old.db, old.services.archive, { before, place: '' }, () => undefined)
  await archiveFrames(
    old.db,
    old.services.archive,
    { before: new Date(Date.now() - 3_600_000), place: '' },
    () => undefined,
  )
}, 240_000)
afterAll(async () => {
  await t.close()
  await old.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('what cannot be moved', () => {
  test('a company that is not there, and the platform', async () => {
    await expect(exportTo('none', { companyId: 999 })).rejects.toThrow('There is no company 999.')
    await expect(exportTo('none', { companyId: 1 })).rejects.toThrow('cannot be moved')
    // A team is no company.
    await expect(exportTo('none', { companyId: 8 })).rejects.toThrow('There is no company 8.')
  })
  test('a company at work, unless to try', async () => {
    await expect(exportTo('none')).rejects.toThrow('release it first')
  })
  test('a dry run of the export tells what is there, and writes nothing', async () => {
    const before = await contentOf(old.db)
    expect(await exportTo('dry', { isDryRun: true })).toBe(true)
    expect(old.said.some(text => /^transaction: \d+/.test(text))).toBe(true)
    expect(() => readdirSync(join(folder, 'dry'))).toThrow()
    expect(await contentOf(old.db)).toBe(before)
  })
  test('sessions that run are in the way, unless they are to go along', async () => {
    old.said.length = 0
    expect(await exportTo('dry', { isDryRun: true, withRunning: false })).toBe(false)
    expect(old.said[0]).toMatch(/^In the way: 1 sessions run, .*--with-running\): \d+$/)
  })
})

describe('into an installation with the same names', () => {
  test('all conflicts are told at once, and nothing is changed', async () => {
    await sql`update app_user set username = 'bluegrid.viewer' where username = 'viewer'`.execute(t.db)
    await sql`update charger set chargepoint_id = 'BLU-BOM-01' where chargepoint_id = 'DC-1'`.execute(t.db)
    await sql`update ocpp_tag set id_tag = (select 'x' || id_tag from ocpp_tag where id_tag = 'TAG-ONE') where id_tag = 'TAG-ONE'`.execute(
      t.db,
    )
    await exportTo('rehearsal', { isRehearsal: true })
    const before = await contentOf(t.db)
    there.said.length = 0
    expect(await importFrom('rehearsal', { isDryRun: true })).toBe(false)
    expect(there.said).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^In the way: app_user, app_user_username: bluegrid\.viewer\. Rename one of the users/),
        expect.stringMatching(/^In the way: charger, charger_id_live: BLU-BOM-01\. /),
        'Nothing was changed.',
      ]),
    )
    expect(await importFrom('rehearsal', { isRehearsal: true })).toBe(false)
    expect(await contentOf(t.db)).toBe(before)
    await sql`update app_user set username = 'viewer' where username = 'bluegrid.viewer'`.execute(t.db)
    await sql`update charger set chargepoint_id = 'DC-1' where chargepoint_id = 'BLU-BOM-01'`.execute(t.db)
  }, 120_000)
  test('an export of a company at work is not taken in to stay', async () => {
    await expect(importFrom('rehearsal')).rejects.toThrow('--rehearsal')
  })
})

describe('released', () => {
  let before: Record<string, unknown>
  beforeAll(async () => {
    before = await shown(old)
    await releaseCompany(old.moving, COMPANY, 'https://new.example/')
  }, 120_000)

  test('its people are told where to sign in, and tokens of before end', async () => {
    const r = await signIn(old, 'bluegrid.admin')
    expect([r.status, r.message]).toEqual([403, 'Your company has moved to https://new.example. Please sign in there.'])
    // Others, and the platform, go on.
    expect((await signIn(old, 'admin')).status).toBe(200)
    expect((await signIn(old, 'root')).status).toBe(200)
  })
  test('its chargers are told so at the upgrade', async () => {
    await old.app.listen({ host: '127.0.0.1', port: 0 })
    const ws = `ws://127.0.0.1:${(old.app.server.address() as AddressInfo).port}`
    await expect(TestCharger.open(ws, 'BLU-BOM-01')).rejects.toThrow('410')
    const other = await TestCharger.open(ws, 'AMB-BLR-01')
    await other.close()
    await vi.waitFor(async () => {
      const { rows } = await sql<{
        reason: string
      }>`select reason from connection_history h join charger c using (chargepoint_pk)
        where c.chargepoint_id = 'BLU-BOM-01' and h.event = 'refused' order by h.id desc limit 1`.execute(old.db)
      expect(rows[0]?.reason).toBe('The charge point belongs to another installation now: https://new.example')
    }, 10_000)
  })
  test('a charger that is connected is let go', async () => {
    const ws = `ws://127.0.0.1:${(old.app.server.address() as AddressInfo).port}`
    const c = await TestCharger.open(ws, 'AMB-BLR-01')
    await releaseCompany(old.moving, OTHER, 'https://new.example')
    await c.closed
    await takeCompanyBack(old.moving, OTHER)
    expect((await signIn(old, 'admin')).status).toBe(200)
  }, 20_000)

  test('no payout is made for it any more, and no provider is asked', async () => {
    expect(await accounts.get(old.db, COMPANY)).toBeUndefined()
    expect((await accounts.list(old.db)).map(a => a.companyId)).not.toContain(COMPANY)
  })

  describe('exported', () => {
    beforeAll(async () => {
      old.said.length = 0
      expect(await exportTo('out'), old.said.join('\n')).toBe(true)
    }, 120_000)

    test('an export is not written over', async () => {
      await expect(exportTo('out')).rejects.toThrow('An export lies there already.')
    })
    test('nothing of it can be read without the passphrase', async () => {
      const all = readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true }).filter(f => f.isFile())
      expect(all.length).toBeGreaterThan(60)
      for (const f of all)
        expect(readFileSync(join(f.parentPath, f.name)).subarray(0, 14).toString()).toBe('age-encryption')
      await expect(importFrom('out', { passphrase: 'another horse battery' })).rejects.toThrow(
        'The export does not open with this passphrase.',
      )
    })
    test('another schema is refused', async () => {
      await sql`update migration set checksum = 'other' where name like '0100%'`.execute(t.db)
      await expect(importFrom('out')).rejects.toThrow('bring both sides to one version')
      await sql`update migration m set checksum = o.checksum from (values (${(await sql<{ c: string }>`select checksum as c from migration where name like '0100%'`.execute(old.db)).rows[0]?.c})) o (checksum) where m.name like '0100%'`.execute(
        t.db,
      )
    })
    test('a dry run writes nothing', async () => {
      const content = await contentOf(t.db)
      there.said.length = 0
      expect(await importFrom('out', { isDryRun: true }), there.said.join('\n')).toBe(true)
      expect(there.said.at(-1)).toMatch(
        /^Bluegrid Mobility would be imported: \d+ rows, 2 files\. Nothing was changed\.$/,
      )
      expect(await contentOf(t.db)).toBe(content)
      expect(await there.services.files.get('a-photo.png')).toBeUndefined()
    })
    test('what breaks off leaves nothing: a lost connection, a damaged file, one that is missing', async () => {
      const content = await contentOf(t.db)
      // The database ends the connection in the middle, as a kill does.
      const kill = async () => {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
          and pid <> pg_backend_pid() and xact_start < now() and state <> 'idle'`.execute(
          old.db.withoutPlugins() && t.db,
        )
      }
      const seen: string[] = []
      const cut = importFrom(
        'out',
        {},
        {
          ...there.moving,
          say: text => {
            seen.push(text)
            if (text.startsWith('charger:')) void kill()
          },
        },
      )
      await expect(cut).rejects.toThrow()
      expect(seen.length).toBeGreaterThan(3)
      expect(await contentOf(t.db)).toBe(content)
      expect(await there.services.files.get('a-photo.png')).toBeUndefined()
      const file = join(folder, 'out', 'tables', 'bill.jsonl.zst')
      const bytes = readFileSync(file)
      truncateSync(file, bytes.length - 100)
      await expect(importFrom('out')).rejects.toThrow('bill.jsonl.zst')
      writeFileSync(file, Buffer.concat([bytes.subarray(0, -20), randomBytes(20)]))
      await expect(importFrom('out')).rejects.toThrow('bill.jsonl.zst')
      rmSync(file)
      await expect(importFrom('out')).rejects.toThrow('is missing')
      writeFileSync(file, bytes)
      const manifest = join(folder, 'out', 'manifest.age')
      const whole = readFileSync(manifest)
      rmSync(manifest)
      await expect(importFrom('out')).rejects.toThrow('it broke off before its end')
      writeFileSync(manifest, whole)
      expect(await contentOf(t.db)).toBe(content)
    }, 120_000)

    describe('imported', () => {
      let id = 0
      let ws = ''
      beforeAll(async () => {
        there.said.length = 0
        expect(await importFrom('out'), there.said.join('\n')).toBe(true)
        id = Number(/is company (\d+) here/.exec(there.said.at(-1) ?? '')?.[1])
        await keepUptime(there.services)
        ws = (await t.listen()).ws
      }, 120_000)

      test('every kind of row came', async () => {
        const told = new Set(there.said.map(text => text.split(':')[0]))
        const lacking = MOVED.filter(m => m.isCounted !== false && !told.has(m.table)).map(m => m.table)
        // Empty whenever a company may be moved.
        expect(lacking).toEqual(['bill_to_post'])
      })
      test('the books are right on both sides, and the figures are those of the sessions', async () => {
        for (const { db } of [old, there]) {
          expect(await trialBalance(db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
          expect(await compareLedger(db)).toEqual([])
        }
        expect(await figures(t.db, 'check', ZONE)).toEqual(['The figures are those of the sessions.'])
      })
      test('a posting that is made again is known', async () => {
        const { rows } = await sql<{
          key: string
          hash: string
          id: number
        }>`select p.idempotency_key as key, encode(p.request_hash, 'hex') as hash, p.posting_id as id
          from posting p where p.company_id = ${id} and p.kind in ('bill', 'hold', 'refunded') order by p.posting_id`.execute(
          t.db,
        )
        expect(rows.length).toBeGreaterThan(20)
        let right = 0
        for (const { hash, id: posting } of rows) {
          const { rows: p } = await sql<
            Record<string, never>
          >`select kind, company_id, team_id, transaction_id, reverses, user_id, note from posting where posting_id = ${posting}`.execute(
            t.db,
          )
          const { rows: lines } = await sql<{
            kind: string
            ref: number
            side: string
            paise: string
          }>`select a.kind, a.ref, e.side, e.amount_paise::text as paise
            from entry e join account a using (account_id) where e.posting_id = ${posting} order by line_no`.execute(
            t.db,
          )
          const content = {
            ...(p[0] as object),
            lines: lines.map(l => ({ account: { kind: l.kind, ref: l.ref }, side: l.side, paise: l.paise })),
          }
          if (hashOf(content as never) === hash) right++
        }
        expect(right).toBe(rows.length)
      })
      test('the other companies are as they were', async () => {
        expect((await signIn(there, 'admin', 'Wattdesk@2026')).status).toBe(200)
        const { rows } = await sql<{ name: string }>`select name from team where id = ${COMPANY}`.execute(t.db)
        expect(rows[0]?.name).not.toContain('Bluegrid')
        expect(id).toBeGreaterThan(COMPANY)
      })
      test('everything the API shows is the same', async () => {
        const now = await shown(there)
        expect(Object.keys(now)).toEqual(Object.keys(before))
        const statuses = Object.entries(before).filter(([, r]) => (r as { status: number }).status !== 200)
        expect(statuses.map(([path, r]) => `${path} ${(r as { status: number }).status}`)).toEqual([])
        for (const [path, reply] of Object.entries(before)) expect.soft(now[path], path).toEqual(reply)
      }, 60_000)
      test('secrets are sealed by the secret of this side', async () => {
        const a = await accounts.get(t.db, id)
        expect(a && t.services.seal.open(a.keySecret, USES.keySecret(id))).toBe('the key secret')
        expect(a && t.services.seal.open(a.webhookSecret, USES.webhookSecret(id))).toBe('the webhook secret')
      })
      test('ids in JSON and in the audit log lead to the records of this side', async () => {
        const { rows } = await sql<{ isRight: boolean; after: unknown; before: unknown; gone: string }>`select
            a.record_id::int in (select ocpp_tag_pk from ocpp_tag where company_id = ${id}) and (a.after->>'teamId')::int = a.team_id as is_right,
            a.before, (select record_id from audit_entry where company_id = ${id} and username = 'gone') as gone
          from audit_entry a where a.company_id = ${id} and a.feature = 'Tag' and a.after->>'n' = '5'`.execute(t.db)
        // The platform's team is the platform's here too; a removed user has no number.
        expect(rows).toEqual([{ isRight: true, before: { teamId: t.world.gp }, gone: 'old-987654' }])
        const { rows: views } = await sql<{
          isRight: boolean
        }>`select (content->'conditions'->0->>'value')::int = team_id as is_right from saved_view where company_id = ${id}`.execute(
          t.db,
        )
        expect(views).toEqual([{ isRight: true }])
        const { rows: actions } = await sql<{
          n: number
        }>`select count(*)::int as n from bulk_action b join charging_site z on z.zone_id = (b.parameters->>'chargingSiteId')::int where b.company_id = ${id} and z.company_id = ${id}`.execute(
          t.db,
        )
        expect(actions).toEqual([{ n: 1 }])
      })
      test('a charger connects here, and its session is billed and in the ledger', async () => {
        await sql`update charger set registration_status = 'Accepted' where chargepoint_id = 'BLU-BOM-01'`.execute(t.db)
        const { rows: tags } = await sql<{
          idTag: string
        }>`select id_tag from ocpp_tag join ocpp_tag_charger using (ocpp_tag_pk)
          join charger c using (chargepoint_pk) where c.chargepoint_id = 'BLU-BOM-01' and kind = 'rfid'
            and expires_at is null and ocpp_tag.deleted_at is null limit 1`.execute(t.db)
        const c = await TestCharger.open(ws, 'BLU-BOM-01')
        c.onCall = () => ({ status: 'Accepted' })
        await c.boot()
        const idTag = tags[0]?.idTag ?? ''
        const begun = new Date(Date.now() - 600_000).toISOString()
        const { transactionId, idTagInfo } = (await c.call('StartTransaction', {
          connectorId: 1,
          idTag,
          meterStart: 20_000_000,
          timestamp: begun,
        })) as { transactionId: number; idTagInfo: { status: string } }
        expect(idTagInfo.status).toBe('Accepted')
        await c.call('StopTransaction', {
          transactionId,
          meterStop: 20_004_000,
          timestamp: new Date().toISOString(),
          idTag,
        })
        await c.close()
        const { rows } = await sql<{
          companyId: number
          energyWh: number
        }>`select company_id, energy_wh from transaction where transaction_id = ${transactionId}`.execute(t.db)
        expect(rows).toEqual([{ companyId: id, energyWh: 4000 }])
      })
      test('a session that ran during the move is stopped here by the id of before', async () => {
        const { rows: before } = await sql<{
          id: number
          idTag: string
          connectorId: number
        }>`select transaction_id as id, id_tag, connector_id
          from transaction where company_id = ${COMPANY} and stopped_at is null`.execute(old.db)
        await sql`update charger set registration_status = 'Accepted' where chargepoint_id = 'BLU-DEL-01'`.execute(t.db)
        const c = await TestCharger.open(ws, 'BLU-DEL-01')
        c.onCall = () => ({ status: 'Accepted' })
        await c.boot()
        const { id: transactionId, idTag } = before[0] ?? {}
        await c.call('StopTransaction', {
          transactionId,
          meterStop: 30_003_000,
          timestamp: new Date().toISOString(),
          idTag,
        })
        await c.close()
        const { rows } = await sql<{ energyWh: number; inReview: boolean }>`select energy_wh, in_review from transaction
          where company_id = ${id} and meter_start_wh = 30000000`.execute(t.db)
        expect(rows).toEqual([{ energyWh: 3000, inReview: false }])
      })
      test('a second import finds what is there', async () => {
        there.said.length = 0
        expect(await importFrom('out')).toBe(false)
        expect(there.said.join('\n')).toContain('charger_id_live')
        expect(there.said.join('\n')).toContain('Printed numbers cannot be changed.')
      })
    })
  })
})
