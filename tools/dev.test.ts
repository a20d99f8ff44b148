// `npm run dev` serves the portal from its sources and passes calls on to a server that runs beside it; its end ends both. And an
// editor that is opened on the repository finds what its settings and tasks name.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { freshDatabase } from '#testing/db.ts'
import { freePort } from '../bench/kills-product.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, unknown>

test('server and portal run beside each other and end together', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-dev-'))
  const database = await freshDatabase(inject('pgSocket'))
  const { host, database: name } = database.config
  const [port, portal] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [join(ROOT, 'tools/dev.ts'), '--portal', String(portal), '--no-demo'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: String(port),
      WATTDESK_DATA: folder,
      DATABASE_URL: `postgres://wattdesk@/${name}?host=${encodeURIComponent(String(host))}`,
      LOG_LEVEL: 'warn',
    },
  })
  try {
    let said = ''
    await new Promise<void>((ok, no) => {
      child.stdout.on('data', (b: Buffer) => {
        said += b
        if (/^ready /m.test(said) && said.includes('Local')) ok()
      })
      child.once('exit', code => no(new Error(`It ended with ${code}:\n${said}`)))
      // In time for the end of both, which no other test may find running.
      AbortSignal.timeout(120_000).addEventListener('abort', () => no(new Error(`It did not start:\n${said}`)))
    })
    const page = await fetch(`http://127.0.0.1:${portal}/`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('/@vite/client')
    const health = await fetch(`http://127.0.0.1:${portal}/health/ready`)
    expect(await health.json()).toMatchObject({ data: { mode: 'test' } })
  } finally {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow()
  await expect(fetch(`http://127.0.0.1:${portal}/`)).rejects.toThrow()
})

test('an editor finds types, formatter and tasks', () => {
  const settings = read('.vscode/settings.json')
  // An editor asks the configuration at the top, which leads to those of server and browser.
  const { references } = read('tsconfig.json') as { references: { path: string }[] }
  for (const { path } of references) expect(existsSync(join(ROOT, path)), path).toBe(true)
  const { recommendations } = read('.vscode/extensions.json') as { recommendations: string[] }
  expect(recommendations).toContain(settings['editor.defaultFormatter'])
  const { scripts } = read('package.json') as { scripts: Record<string, string> }
  const { tasks } = read('.vscode/tasks.json') as { tasks: { type: string; script?: string }[] }
  expect(tasks.filter(t => t.type === 'npm' && !(t.script && t.script in scripts))).toEqual([])
  expect(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')).toContain('`npm run dev`')
})
