// The dashboard while 5,000 chargers report 200 changes of state a second: how much of a core the page takes, how soon
// it answers a click, and whether it grows over as many events as eight hours bring. The raw limit is a bare page that
// reads the same stream and throws it away.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { Load, type Stand, signIn, startProduct } from './stand.ts'
import { figure, type Section, table, target } from './table.ts'
import { PASSWORD, USERNAME } from './world.ts'

const CHARGERS = 5000
const PER_SECOND = 200
/** Measured for so long, after it has settled. */
const SECONDS = 60
const SETTLE_SECONDS = 10
const HOURS = 8
/** The events of those hours are sent within so long. */
const REPLAY_SECONDS = 90
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const MB = 1024 * 1024

const COLLECT = `
  window.slowest = 0
  new PerformanceObserver(l => l.getEntries().forEach(e => { if (e.interactionId) slowest = Math.max(slowest, e.duration) }))
    .observe({ type: 'event', buffered: true, durationThreshold: 16 })
`

async function open(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(COLLECT)
  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(USERNAME)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(/\/dashboard/)
  await page.getByText('Charging Station - Live Status').scrollIntoViewIfNeeded()
  return page
}

/** Seconds of a core that the browser's processes for pages have taken so far. */
async function rendererSeconds(cdp: CDPSession): Promise<number> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  return processInfo.filter(p => p.type === 'renderer').reduce((sum, p) => sum + p.cpuTime, 0)
}

/** Bytes in use once garbage is gone. */
async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize
}

type Shares = { page: number; bare: number; slowest: number; server: number }
/** Shares of one core over the measured time, and the slowest answer to clicks meanwhile, in ms. */
async function underLoad(browser: Browser, s: Stand, load: Load): Promise<Shares> {
  const system = await browser.newBrowserCDPSession()
  const share = async (during: () => Promise<unknown>): Promise<number> => {
    await wait(SETTLE_SECONDS * 1000)
    const [before, since] = [await rendererSeconds(system), performance.now()]
    await during()
    return ((await rendererSeconds(system)) - before) / ((performance.now() - since) / 1000)
  }
  const busy = load.run({ kind: 'states', seconds: 2 * (SECONDS + SETTLE_SECONDS) + 30, perSecond: PER_SECOND })
  const { authorization } = await signIn(s)
  const bare = await browser.newPage()
  await bare.goto(`${s.url}/health/live`)
  void bare
    .evaluate(
      `fetch('/cms/v1/team/${s.teamId}/events', { headers: { authorization: '${authorization}' } }).then(async r => {
        for (const reader = r.body.getReader(); !(await reader.read()).done; );
      })`,
    )
    .catch(() => undefined)
  const bareShare = await share(() => wait(SECONDS * 1000))
  await bare.close()

  const page = await open(browser, s.url)
  const cpu = s.cpu()
  const since = performance.now()
  const pageShare = await share(async () => {
    const until = performance.now() + SECONDS * 1000
    for (let i = 0; performance.now() < until; i++) {
      await page
        .getByRole('button', { name: i % 2 ? /page 1$/ : /page 2$/ })
        .first()
        .click()
      await wait(1500)
    }
  })
  const server = (s.cpu().serverUs - cpu.serverUs) / 1e3 / (performance.now() - since)
  const slowest = (await page.evaluate('slowest')) as number
  await page.close()
  await busy
  return { page: pageShare, bare: bareShare, slowest, server }
}

/** The text of an event stream as the product sends it while chargers change, so many seconds long. */
async function record(s: Stand, load: Load, seconds: number): Promise<string[]> {
  const { authorization } = await signIn(s)
  const r = await fetch(`${s.url}/cms/v1/team/${s.teamId}/events`, { headers: { authorization } })
  if (!r.body) throw new Error('The stream has no body')
  const busy = load.run({ kind: 'states', seconds, perSecond: PER_SECOND })
  const frames: string[] = []
  const reader = r.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const { value, done } = await reader.read()
    if (done) break
    const parts = (rest + value).split('\n\n')
    rest = parts.pop() ?? ''
    frames.push(...parts.filter(p => p.includes('data:')))
  }
  await reader.cancel()
  await busy
  return frames
}

/** Passes all on to the product, but answers the event stream with recorded frames, evenly over the time of the replay. */
function replay(s: Stand, frames: readonly string[], events: number): { server: Server; sent: () => number } {
  let sent = 0
  const server = createServer((q, a) => {
    if (q.url?.includes('/events')) {
      a.writeHead(200, { 'content-type': 'text/event-stream' })
      const since = performance.now()
      const more = async () => {
        while (sent < events) {
          const due = Math.min(events, (events * (performance.now() - since)) / 1000 / REPLAY_SECONDS)
          while (sent < due) {
            const from = sent % frames.length
            const some = frames.slice(from, from + 500)
            sent += some.length
            if (!a.write(`${some.join('\n\n')}\n\n`)) await once(a, 'drain')
          }
          await wait(20)
        }
      }
      more().catch(error => a.destroy(error as Error))
      return
    }
    const to = new URL(q.url ?? '/', s.url)
    q.pipe(
      request(to, { method: q.method ?? 'GET', headers: { ...q.headers, host: to.host } }, r => {
        a.writeHead(r.statusCode ?? 502, r.headers)
        r.pipe(a)
      }),
    )
  })
  return { server, sent: () => sent }
}

type Grown = { events: number; heaps: { sent: number; bytes: number }[]; seconds: number }
/** Bytes of the page while the events come, and after the last. */
async function eightHours(browser: Browser, s: Stand, load: Load): Promise<Grown> {
  const frames = await record(s, load, 20)
  const events = HOURS * 3600 * PER_SECOND
  const { server, sent } = replay(s, frames, events)
  await new Promise<void>(ok => server.listen(0, '127.0.0.1', ok))
  const address = server.address()
  const page = await open(browser, `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
  const cdp = await page.context().newCDPSession(page)
  const since = performance.now()
  const heaps: Grown['heaps'] = []
  const weigh = async () => heaps.push({ sent: sent(), bytes: await heapOf(cdp) })
  while (sent() < events) {
    await wait((REPLAY_SECONDS * 1000) / 10)
    await weigh()
  }
  await wait(10_000)
  await weigh()
  await page.close()
  server.closeAllConnections()
  server.close()
  return { events, heaps, seconds: (performance.now() - since) / 1000 }
}

export async function livePanel(): Promise<Section> {
  const tool = fileURLToPath(new URL('../tools/chromium.ts', import.meta.url))
  const path = execFileSync(process.execPath, [tool], { encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
  const browser = await chromium.launch({ executablePath: path, args: FLAGS })
  const s = await startProduct({ chargers: CHARGERS })
  const load = new Load()
  try {
    await load.run({ kind: 'connect', url: s.url, chargers: CHARGERS, atOnce: 50 })
    const shares = await underLoad(browser, s, load)
    const grown = await eightHours(browser, s, load)
    await load.run({ kind: 'close' })
    const percent = (share: number) => `${figure(share * 100)} %`
    return {
      title: 'Live panel',
      text: `The dashboard in Chromium, scrolled to its live status panel, while ${figure(CHARGERS)} chargers tell ${PER_SECOND} changes of state a second and somebody turns the panel's pages; ${SECONDS} s each. Targets: the page takes ${target(shares.page * 100, '<', 30, ' %')} of a core and answers a click in ${target(shares.slowest, '<', 150, ' ms')}.\n\n${table(
        ['what', 'share of a core'],
        [
          ['a bare page that reads the stream and throws it away', percent(shares.bare)],
          ['the dashboard', percent(shares.page)],
          ['the server', percent(shares.server)],
        ],
      )}\n\nThe slowest of the answers took ${figure(shares.slowest)} ms.\n\nAs many events as ${HOURS} hours bring (${figure(grown.events)}, recorded from the product and sent again within ${figure(grown.seconds)} s) and what the page holds meanwhile, garbage collected:\n\n${table(
        ['events', 'MB'],
        grown.heaps.map(h => [figure(h.sent), figure(h.bytes / MB)]),
      )}`,
    }
  } finally {
    await load.stop()
    await browser.close()
    await s.stop()
  }
}
