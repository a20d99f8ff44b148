// The description is good enough for programs: a TypeScript client is generated from it, a program that uses the client is
// checked by the compiler, and runs against a real server from a new company to the bill of a session.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'packages/api-client')
const run = promisify(execFile)
let t: TestApp
let folder: string
/** How far the clock of the product is ahead: the session lasts half an hour. */
let ahead = 0
const now = () => new Date(Date.now() + ahead)

beforeAll(async () => {
  t = await startApp({ now })
  folder = mkdtempSync(join(tmpdir(), 'wattdesk-client-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(CLIENT, 'test-journey.ts'), join(folder, 'journey.ts'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const options = { extends: join(ROOT, 'tsconfig.base.json'), include: ['*.ts'] }
  const compilerOptions = { lib: ['esnext', 'dom'], types: ['node'], composite: false }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...options, compilerOptions }))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await t.close()
})

/** A charge point on a real socket has a car take 12 kWh in half an hour. */
async function charge(url: string, chargepointId: string, idTag: string): Promise<void> {
  const charger = await TestCharger.open(url, chargepointId)
  charger.onCall = () => ({ status: 'Accepted' })
  await charger.boot()
  const meter = { connectorId: 1, idTag, meterStart: 1000 }
  const { transactionId, idTagInfo } = await charger.call('StartTransaction', {
    ...meter,
    timestamp: now().toISOString(),
  })
  expect(idTagInfo).toMatchObject({ status: 'Accepted' })
  ahead += 30 * 60_000
  await charger.call('StopTransaction', { transactionId, idTag, meterStop: 13_000, timestamp: now().toISOString() })
  await charger.close()
}

test('company, price, charger, tag, session and bill by a generated client', { timeout: 120_000 }, async () => {
  const { http, ws } = await t.listen()
  const document = await (await fetch(`${http}/docs/api.json`)).text()
  writeFileSync(join(folder, 'api.json'), document)
  await run(join(CLIENT, 'node_modules/.bin/openapi-typescript'), ['api.json', '-o', 'schema.ts'], { cwd: folder })
  const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: folder }).catch(e => e)
  expect(stdout).toBe('')

  const program = fork(join(folder, 'journey.ts'), [http, t.world.usernames.root, PASSWORD], { cwd: folder })
  type Message = { charge?: { chargepointId: string; idTag: string }; journey?: unknown }
  let journey: unknown
  let fault: unknown
  program.on('message', (m: Message) => {
    if (m.journey) journey = m.journey
    if (!m.charge) return
    charge(ws, m.charge.chargepointId, m.charge.idTag).then(
      () => program.send('charged'),
      (error: unknown) => {
        fault = error
        program.kill()
      },
    )
  })
  const [code] = await once(program, 'exit')
  if (fault) throw fault
  expect(code).toBe(0)
  expect(journey).toEqual({
    company: 'Sunrise Charging',
    energy: 12,
    billed: 283.2,
    lines: ['Energy 12 × 20 = 240'],
    unit: 'kWh',
  })
})
