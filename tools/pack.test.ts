// The package of npm runs as it is installed: below node_modules, where Node takes no TypeScript, with the packages that it
// names and no others.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, test } from 'vitest'
import { productVersion } from '#platform/telemetry/version.ts'
import { freshDatabase } from '#testing/db.ts'
import { freePort, Product } from '../bench/kills-product.ts'
import { writePackage } from './pack.ts'

const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'wattdesk-pack-'))
const installed = join(folder, 'node_modules/wattdesk')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the package serves with what it brings along', { timeout: 180_000 }, async () => {
  writePackage(installed)
  const own = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { dependencies: object }
  for (const name of Object.keys(own.dependencies)) {
    const to = join(folder, 'node_modules', name)
    mkdirSync(dirname(to), { recursive: true })
    symlinkSync(join(MODULES, name), to)
  }
  const command = join(installed, 'bin/wattdesk.js')
  const said = spawnSync(process.execPath, [command, '--version'], { encoding: 'utf8' })
  expect(said.stdout.trim()).toBe(productVersion())
  const refused = spawnSync(process.execPath, [command, '--data', folder, '--bogus'], { encoding: 'utf8' })
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('Unknown argument --bogus')])
  const database = await freshDatabase(inject('pgSocket'))
  const { host, database: name } = database.config
  const env = { DATABASE_URL: `postgres://wattdesk@/${name}?host=${encodeURIComponent(String(host))}` }
  const port = await freePort()
  const product = new Product(join(folder, 'data'), port, env, ['--no-demo', '--port', String(port)], command)
  try {
    await product.start()
    const reply = (await (await fetch(`${product.url}/health/ready`)).json()) as { data: object }
    expect(reply.data).toEqual({ mode: 'test', version: productVersion() })
  } finally {
    await product.stop()
    await database.drop()
  }
})
