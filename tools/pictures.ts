// `npm run pictures`: makes the pictures of the README and of the guide anew, from the built portal and the demo network (or `-- URL` of a demo that runs). WebP,
// so that each stays below 150 KB. What the journeys see of the same screens is kept beside them (docs/pictures.json): whoever
// changes such a screen is told by e2e/pictures.spec.ts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dayOf } from '@wattdesk/base/time'
import { chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'
import { pose, type ShownRecords, shots } from './picture-shots.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const USER = { username: 'admin', password: 'Wattdesk@2026' }
/** The operator whose administrator that is. */
const TEAM = 2
const MOST_BYTES = 150 * 1024
if (!existsSync(join(ROOT, 'dist/web/index.html'))) throw new Error('No portal is built: run `npm run build` first')

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const at = probe.address()
  probe.close()
  return typeof at === 'object' && at ? at.port : 0
}

/** A demo that runs already, whose address is given; else one is started for the time of the pictures. */
const [given] = process.argv.slice(2)
if (given) await take(given)
else await withDemo(take)

async function withDemo(act: (url: string) => Promise<void>): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'wattdesk-pictures-'))
  chmodSync(data, 0o755)
  const url = `http://127.0.0.1:${await freePort()}`
  const product = spawn(process.execPath, ['app/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: new URL(url).port, WATTDESK_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await new Promise<void>((ok, no) => {
      let said = ''
      product.stdout.on('data', (b: Buffer) => {
        said += b
        if (/^ready /m.test(said)) ok()
      })
      product.once('exit', code => no(new Error(`The product ended with ${code}:\n${said}`)))
    })
    await act(url)
  } finally {
    product.kill('SIGTERM')
    if (product.exitCode === null) await once(product, 'exit')
    rmSync(data, { recursive: true, force: true })
  }
}

// What the journeys see of the same screens is kept with them.
const cli = join(ROOT, 'node_modules/@playwright/test/cli.js')
const keep = spawn(process.execPath, [cli, 'test', 'e2e/pictures.spec.ts'], {
  cwd: ROOT,
  env: { ...process.env, KEEP_PICTURES: '1' },
  stdio: ['ignore', 'inherit', 'inherit'],
})
const [code] = await once(keep, 'exit')
process.exitCode = code

async function take(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      reducedMotion: 'reduce',
      colorScheme: 'light',
    })
    await page.goto(`${url}/login`)
    await page.getByLabel('Username').fill(USER.username)
    await page.getByLabel('Password', { exact: true }).fill(USER.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(/dashboard/)
    // The demo's chargers come to their sockets after the start, and its cars after them.
    await page.getByText('Charging Station - Live Status').waitFor()
    await page
      .locator('dl')
      .filter({ hasText: /Charging\s*[1-9]/ })
      .first()
      .waitFor({ timeout: 120_000 })
    const token = await page.evaluate<string>("localStorage.getItem('token')")
    const asked = async <T>(path: string): Promise<T> => {
      const r = await fetch(`${url}/cms/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
      return ((await r.json()) as { data: T }).data
    }
    const sessions = await asked<{ transactionId: number; stoptime: string | null }[]>(
      `team/${TEAM}/transactions?page=1&pageSize=50&sort=-totalAmountCharged`,
    )
    const { stations } = await asked<{ stations: { id: number }[] }>(
      `team/${TEAM}/charging-status?statusFilter=charging`,
    )
    const roles = await asked<{ roleId: number; roleName: string }[]>(`roles?teamId=${TEAM}`)
    const [year, month] = dayOf(new Date(), 'Asia/Kolkata').split('-').map(Number)
    const shown: ShownRecords = {
      sessionId: sessions.find(s => s.stoptime)?.transactionId ?? 0,
      chargerPk: stations[0]?.id ?? 0,
      roleId: roles.find(r => r.roleName === 'Operator')?.roleId ?? 0,
      month: new Date(Date.UTC(year ?? 0, (month ?? 1) - 2, 15)).toISOString().slice(0, 7),
    }
    const shot = await page.context().newCDPSession(page)
    for (const one of shots) {
      await pose(page, url, one, shown)
      let kept = 0
      for (const quality of [80, 65, 50]) {
        const { data: text } = await shot.send('Page.captureScreenshot', { format: 'webp', quality })
        const bytes = Buffer.from(text, 'base64')
        if (bytes.length >= MOST_BYTES) continue
        mkdirSync(dirname(join(ROOT, one.file)), { recursive: true })
        writeFileSync(join(ROOT, one.file), bytes)
        kept = bytes.length
        break
      }
      if (kept === 0) throw new Error(`${one.file} stays above ${MOST_BYTES / 1024} KB`)
      console.log(`${one.file}: ${Math.ceil(kept / 1024)} KB`)
    }
  } finally {
    await browser.close()
  }
}
