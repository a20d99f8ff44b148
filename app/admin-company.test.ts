// The command `company` by its arguments.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { companyCommand } from './admin-company.ts'
import type { Config } from './config.ts'

let t: TestApp
const folder = mkdtempSync(join(tmpdir(), 'wattdesk-company-'))
const said: string[] = []
beforeAll(async () => {
  t = await startApp()
  writeFileSync(join(folder, 'pass'), 'correct horse battery\n')
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => {
  said.length = 0
  const config = { mode: 'test', timeZone: 'Asia/Kolkata', secret: 's'.repeat(40), dataFolder: folder } as Config
  return companyCommand(['company', ...args], { db: t.db, config, say: text => said.push(text) })
}
const one = () => String(t.world.one.companyId)

test.each([
  [[], 'Usage:'],
  [['release', '--company', '3'], 'Usage:'],
  [['export', '--company', '3', '--to', 'x'], 'Usage:'],
  [['import', '--from', 'x', '--company', '3', '--passphrase-file', 'y'], 'Usage:'],
  [['export', '--company', 'three', '--dry-run'], '--company needs the id of a company.'],
  [['release', '--company', '999', '--moved-to', 'https://x.example'], 'There is no company 999.'],
  [['release', '--company', '1', '--moved-to', 'nowhere'], '--moved-to must be an address of the web'],
  [
    ['import', '--from', join(folder, 'nothing'), '--passphrase-file', join(folder, 'pass')],
    'There is no whole export',
  ],
])('%j is refused', async (args, text) => {
  await expect(run(...args)).rejects.toThrow(text)
})

test('a company is released and taken back, each with an entry in the audit log', async () => {
  expect(await run('export', '--company', one(), '--dry-run')).toBe(true)
  expect(said.at(-1)).toBe('One would be exported after its release; nothing was written.')
  expect(await run('release', '--company', one(), '--moved-to', 'https://new.example/')).toBe(true)
  const r = await t.app.inject({ url: '/cms/v1/profile', headers: await t.as('root') })
  expect(r.statusCode).toBe(200)
  // Once more, to another address.
  expect(await run('release', '--company', one(), '--moved-to', 'https://newer.example')).toBe(true)
  const { rows } = await sql<{
    movedTo: string
    wasActive: boolean
    isActive: boolean
  }>`select v.moved_to, v.was_active, t.is_active
    from company_moved v join team t on t.id = v.company_id`.execute(t.db)
  expect(rows).toEqual([{ movedTo: 'https://newer.example', wasActive: true, isActive: false }])
  expect(await run('take-back', '--company', one())).toBe(true)
  await expect(run('take-back', '--company', one())).rejects.toThrow('is not released')
  await t.as('admin')
  const { rows: entries } = await sql<{ action: string; after: unknown }>`select action, after from audit_entry
    where feature = 'Company' order by id`.execute(t.db)
  expect(entries).toEqual([
    { action: 'release', after: { movedTo: 'https://new.example' } },
    { action: 'release', after: { movedTo: 'https://newer.example' } },
    { action: 'take-back', after: { movedTo: null } },
  ])
})
