// `npm run pictures`: makes the pictures of the README anew, from the built portal and the demo network: the dashboard, a
// session with its bill, a charger. WebP, so that each stays below 150 KB.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'docs/pictures')
const USER = { username: 'root', password: 'Wattdesk@2026' }
const MOST_BYTES = 150 * 1024
const SETTLED = `!document.querySelector('.MuiSkeleton-root, [role=progressbar]')
  && [...document.images].every(i => i.complete) && document.fonts.status === 'loaded'`
const SIZE = { width: 1440, height: 900 }

if (!existsSync(join(ROOT, 'dist/web/index.html'))) throw new Error('No portal is built: run `npm run build` first')

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const at = probe.address()
  probe.close()
  return typeof at === 'object' && at ? at.port : 0
}

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
  await take()
} finally {
  product.kill('SIGTERM')
  if (product.exitCode === null) await once(product, 'exit')
  rmSync(data, { recursive: true, force: true })
}

async function take(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage({
      viewport: SIZE,
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      reducedMotion: 'reduce',
    })
    await page.goto(`${url}/login`)
    await page.getByLabel('Username').fill(USER.username)
    await page.getByLabel('Password', { exact: true }).fill(USER.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(/dashboard/)
    const shot = await page.context().newCDPSession(page)
    const keep = async (name: string) => {
      // Nothing is loading any more: no skeleton, no bar, no picture on its way. The live stream never ends, so that the
      // network is no measure.
      await page.waitForFunction(SETTLED)
      for (const quality of [80, 65, 50]) {
        const { data: text } = await shot.send('Page.captureScreenshot', { format: 'webp', quality })
        const bytes = Buffer.from(text, 'base64')
        if (bytes.length >= MOST_BYTES) continue
        writeFileSync(join(FOLDER, `${name}.webp`), bytes)
        console.log(`docs/pictures/${name}.webp: ${Math.ceil(bytes.length / 1024)} KB`)
        return
      }
      throw new Error(`${name} stays above ${MOST_BYTES / 1024} KB`)
    }
    mkdirSync(FOLDER, { recursive: true })
    // The demo's chargers come to their sockets after the start, and its cars after them.
    await page.getByText('Charging Station - Live Status').waitFor()
    await page
      .locator('dl')
      .filter({ hasText: /Charging\s*[1-9]/ })
      .first()
      .waitFor({ timeout: 120_000 })
    await keep('dashboard')
    const token = await page.evaluate<string>("localStorage.getItem('token')")
    const asked = async <T>(path: string): Promise<T> => {
      const r = await fetch(`${url}/cms/v1/team/1/${path}`, { headers: { authorization: `Bearer ${token}` } })
      return ((await r.json()) as { data: T }).data
    }
    const sessions = await asked<{ transactionId: number; stoptime: string | null }[]>(
      'transactions?page=1&pageSize=50&sort=-totalAmountCharged',
    )
    await page.goto(`${url}/transactions/${sessions.find(s => s.stoptime)?.transactionId}`)
    await page.getByRole('heading', { name: /bill/i }).first().waitFor()
    await keep('session')
    const { stations } = await asked<{ stations: { id: number }[] }>('charging-status?statusFilter=charging')
    await page.goto(`${url}/charger/${stations[0]?.id}`)
    await page.getByRole('tab', { name: 'General' }).waitFor()
    await keep('charger')
  } finally {
    await browser.close()
  }
}
