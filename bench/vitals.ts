// The figures of a browser with an empty cache: largest paint, shifts of the layout, and the slowest answer to a click
// or key.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { startProduct } from './stand.ts'
import { figure, median, type Section, table, target } from './table.ts'
import { PASSWORD, USERNAME } from './world.ts'

const ROUNDS = 3
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

type Vitals = { lcp: number; cls: number; inp: number }

/** Collects in the page, from its first moment; shifts within half a second of an input are meant, as the metric has it. */
const COLLECT = `
  window.vitals = { lcp: 0, cls: 0, inp: 0 }
  const watch = (type, more, each) => new PerformanceObserver(l => l.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', {}, e => { vitals.lcp = e.startTime })
  watch('layout-shift', {}, e => { if (!e.hadRecentInput) vitals.cls += e.value })
  watch('event', { durationThreshold: 16 }, e => { if (e.interactionId) vitals.inp = Math.max(vitals.inp, e.duration) })
`
/** The figures so far, once the page has painted what it was given. */
const read = async (page: Page): Promise<Vitals> => {
  await page.evaluate('new Promise(done => requestAnimationFrame(() => setTimeout(done)))')
  return page.evaluate('vitals') as Promise<Vitals>
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(USERNAME)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(/\/dashboard/)
}

/** The steps on each page before its figures are read. */
const PAGES: Record<string, { path: string; signedIn: boolean; use: (page: Page) => Promise<void> }> = {
  'sign-in': {
    path: '/login',
    signedIn: false,
    use: async page => {
      await page.getByLabel('Username').fill('somebody')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByText('Password is required').waitFor()
    },
  },
  dashboard: {
    path: '/dashboard',
    signedIn: true,
    use: async page => {
      await page.getByText('Charging Station - Live Status').waitFor()
      await page
        .getByRole('navigation', { name: 'Pages of stations' })
        .getByRole('button', { name: 'Go to page 2', exact: true })
        .click()
    },
  },
  'charger list': {
    path: '/charger',
    signedIn: true,
    use: async page => {
      await page.getByRole('row').nth(5).waitFor()
      await page
        .getByRole('button', { name: /^Actions of/ })
        .first()
        .click()
      await page.getByRole('menuitem').first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('searchbox').pressSequentially('B0001')
      await page.getByRole('columnheader', { name: 'Charger ID' }).click()
    },
  },
  'transaction list': {
    path: '/transactions',
    signedIn: true,
    use: async page => {
      await page.getByText('Total Transactions').waitFor()
      await page.getByRole('searchbox').pressSequentially('B0001')
    },
  },
}

async function measure(browser: Browser, url: string, name: string): Promise<Vitals> {
  const { path, signedIn, use } = PAGES[name] as (typeof PAGES)[string]
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    let storage: Awaited<ReturnType<typeof context.storageState>> | undefined
    if (signedIn) {
      await signIn(page, url)
      storage = await context.storageState()
    }
    // A context of its own: nothing of the sign-in is in its cache.
    const fresh = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      ...(storage && { storageState: storage }),
    })
    try {
      const shown = await fresh.newPage()
      await shown.addInitScript(COLLECT)
      await shown.goto(url + path)
      await use(shown)
      return await read(shown)
    } finally {
      await fresh.close()
    }
  } finally {
    await context.close()
  }
}

export async function vitals(): Promise<Section> {
  const tool = fileURLToPath(new URL('../tools/chromium.ts', import.meta.url))
  const path = execFileSync(process.execPath, [tool], { encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
  const browser = await chromium.launch({ executablePath: path, args: FLAGS })
  const s = await startProduct({ chargers: 100 })
  const rows: { name: string; v: Vitals }[] = []
  try {
    for (const name of Object.keys(PAGES)) {
      const rounds: Vitals[] = []
      for (let i = 0; i < ROUNDS; i++) rounds.push(await measure(browser, s.url, name))
      const of = (key: keyof Vitals) => median(rounds.map(r => r[key]))
      rows.push({ name, v: { lcp: of('lcp'), cls: of('cls'), inp: of('inp') } })
    }
  } finally {
    await browser.close()
    await s.stop()
  }
  const worst = (key: keyof Vitals) => Math.max(...rows.map(r => r.v[key]))
  return {
    title: 'Pages in the browser',
    text: `Chromium with an empty cache, ${ROUNDS} rounds, medians: largest contentful paint, layout shift, and the slowest answer to the clicks and keys of a short use of each page. Targets: paint ${target(worst('lcp'), '≤', 1800, ' ms')}, answer ${target(worst('inp'), '≤', 150, ' ms')}, shift ${target(worst('cls'), '≤', 0.05)}.

${table(
  ['page', 'paint ms', 'answer ms', 'shift'],
  rows.map(r => [r.name, figure(r.v.lcp), figure(r.v.inp), r.v.cls.toFixed(3)]),
)}`,
  }
}
