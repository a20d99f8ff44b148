// From a charger's frame to the pixels of an open browser: the status in the row of the charger list, while other chargers
// charge. The raw limit is a bare page that shows what a bare event stream brings.
import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { LiteCharger, liteTemplate } from '@wattdesk/ocpp/sim/lite'
import { type Browser, chromium, type Page } from 'playwright-core'
import { demandCalm } from './rounds.ts'
import { Load, type Stand, startProduct, startRaw } from './stand.ts'
import { figure, percentile, type Section, table, target } from './table.ts'
import { identityOf, KEY, PASSWORD, USERNAME } from './world.ts'

const CHARGERS = 300
const SESSIONS_PER_SECOND = 20
const CHANGES = 12
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
/** The status of a connector and the text that the page then shows, in turn. */
const TURNS = [
  ['Charging', 'Charging'],
  ['Available', 'Online'],
] as const

/** Resolves in the page with the time (ms since 1970) at which a frame with that text in the element was drawn. */
const shown = (page: Page, selector: string, text: string): Promise<number> =>
  page.evaluate(
    `new Promise(done => {
      const place = () => document.querySelector(${JSON.stringify(selector)})
      const look = () => {
        if (!place()?.textContent.includes(${JSON.stringify(text)})) return
        watch.disconnect()
        requestAnimationFrame(() => setTimeout(() => done(performance.timeOrigin + performance.now())))
      }
      const watch = new MutationObserver(look)
      watch.observe(document.body, { subtree: true, childList: true, characterData: true })
      look()
    })`,
  )

async function openList(page: Page, s: Stand): Promise<{ selector: string; identity: string }> {
  await page.goto(`${s.url}/login`)
  await page.getByLabel('Username').fill(USERNAME)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(/\/dashboard/)
  await page.goto(`${s.url}/charger`)
  const row = page
    .getByRole('row')
    .filter({ hasText: /B\d{5}/ })
    .first()
  await row.waitFor()
  const identity = /B\d{5}/.exec(await row.innerText())?.[0] ?? ''
  const id = await row.getAttribute('data-id')
  return { selector: `[role="row"][data-id="${id}"]`, identity }
}

async function measure(browser: Browser, s: Stand): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const load = new Load()
  try {
    const isRaw = s.name !== 'Wattdesk'
    if (isRaw) await page.goto(s.url)
    const { selector, identity } = isRaw ? { selector: '#status', identity: identityOf(0) } : await openList(page, s)
    // The others charge; their numbers begin behind those that the first page may show, newest or oldest first.
    await load.run({ kind: 'connect', url: s.url, chargers: CHARGERS - 40, atOnce: 50, from: 20 })
    const charger = await LiteCharger.connect({ url: `${s.url.replace('http', 'ws')}/ocpp`, identity, key: KEY })
    await charger.call(liteTemplate('BootNotification', { chargePointVendor: 'Bench', chargePointModel: 'Lite' }))
    // On the raw page every status would show; there the load sends none that counts.
    const busy = isRaw
      ? undefined
      : load.run({ kind: 'sessions', seconds: CHANGES * 1.4, perSecond: SESSIONS_PER_SECOND })
    const taken: number[] = []
    for (let i = 0; i < CHANGES; i++) {
      const [status, text] = TURNS[i % 2 ? 1 : 0]
      const drawn = shown(page, selector, isRaw ? status : text)
      // At any moment of the page's own rhythm of one repaint a second.
      await wait(200 + ((i * 379) % 1000))
      const sent = performance.timeOrigin + performance.now()
      await charger.call(
        liteTemplate('StatusNotification', {
          connectorId: 1,
          status,
          errorCode: 'NoError',
          timestamp: new Date().toISOString(),
        }),
      )
      taken.push((await drawn) - sent)
    }
    await busy
    charger.close()
    await load.run({ kind: 'close' })
    demandCalm(s)
    return taken
  } finally {
    await load.stop()
    await page.close()
  }
}

export async function frames(): Promise<Section> {
  const tool = fileURLToPath(new URL('../tools/chromium.ts', import.meta.url))
  const path = execFileSync(process.execPath, [tool], { encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
  const browser = await chromium.launch({ executablePath: path, args: FLAGS })
  const rows: { name: string; taken: number[] }[] = []
  try {
    for (const make of [
      () => startProduct({ chargers: CHARGERS }),
      () => startRaw('with insert'),
      () => startRaw('bare'),
    ]) {
      const s = await make()
      try {
        rows.push({ name: s.name, taken: await measure(browser, s) })
      } finally {
        await s.stop()
      }
    }
  } finally {
    await browser.close()
  }
  const p95 = percentile(rows[0]?.taken ?? [], 0.95)
  return {
    title: 'Frame to browser',
    text: `${CHANGES} StatusNotifications of one charger, until the new status is drawn in its row of the charger list in Chromium; ${SESSIONS_PER_SECOND} sessions a second run on other chargers meanwhile. A grid is drawn anew at most once a second, so half a second on average is meant. Target for p95: ${target(p95, '<', 1500, ' ms')}.\n\n${table(
      ['server', 'p50 ms', 'p95 ms'],
      rows.map(r => [r.name, figure(percentile(r.taken, 0.5)), figure(percentile(r.taken, 0.95))]),
    )}`,
  }
}
