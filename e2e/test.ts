// The ground of journeys: one product for all files of a worker, each file in a world of its own in it; a product of
// its own for a file that kills or configures it; and browsers that have the portal's code already, as those of daily
// users, but nothing else of an earlier test.
import { type BrowserContext, test as base, type Page, type TestInfo } from '@playwright/test'
import type { World } from '#testing/world.ts'
import { type Product, startProduct } from './product.ts'

export { expect } from '@playwright/test'

/** Where a file of journeys plays. */
export type Place = { url: string; ocpp: string; world: World }
type Run = Pick<TestInfo, 'file' | 'repeatEachIndex' | 'retry'>

export const placeIn = ({ url, ocpp, worldOf }: Product, file: string): Place => ({ url, ocpp, world: worldOf(file) })

type OfTest = {
  place: Place
  /** A page in a browser of its own: another person's, or the same person's elsewhere. */
  elsewhere: () => Promise<Page>
  /** Lends a browser for the time of the test. */
  lend: () => Promise<BrowserContext>
}
/** A browser, an empty page of it, and the addresses it has been at. */
type Lent = { context: BrowserContext; empty: Page; origins: Set<string> }
type OfWorker = { placeOf: (run: Run) => Promise<Place>; idle: Lent[] }

export const test = base.extend<OfTest, OfWorker>({
  placeOf: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
    async ({}, use) => {
      let product: Product | undefined
      /** Which run of a file changed its world here: another run begins on a fresh copy. */
      const seen = new Map<string, string>()
      await use(async ({ file, repeatEachIndex, retry }) => {
        const run = `${repeatEachIndex} ${retry}`
        if (product && (seen.get(file) ?? run) !== run) {
          await product.close()
          product = undefined
          seen.clear()
        }
        seen.set(file, run)
        product ??= await startProduct()
        return placeIn(product, file)
      })
      await product?.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  place: async ({ placeOf }, use, info) => use(await placeOf(info)),
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
  idle: [async ({}, use) => use([]), { scope: 'worker' }],
  lend: async ({ browser, idle }, use) => {
    const lent: Lent[] = []
    await use(async () => {
      const one = idle.pop() ?? (await watched(await browser.newContext()))
      lent.push(one)
      return one.context
    })
    for (const one of lent) if (await cleared(one)) idle.push(one)
  },
  context: async ({ lend }, use) => use(await lend()),
  elsewhere: async ({ lend }, use) => use(async () => (await lend()).newPage()),
})

async function watched(context: BrowserContext): Promise<Lent> {
  const origins = new Set<string>()
  // Stays open: beside it a page is a tab of its window and lives in its process, which the browser need not start anew.
  const empty = await context.newPage()
  await empty.route('**', route => route.fulfill({ contentType: 'text/html', body: '' }))
  await empty.goto('http://127.0.0.1/')
  context.on('page', page => page.on('framenavigated', frame => origins.add(new URL(frame.url()).origin)))
  return { context, empty, origins }
}

/** Takes from a browser all that a test left there but the code it has loaded. False when it is closed. */
async function cleared({ context, empty, origins }: Lent): Promise<boolean> {
  if (empty.isClosed()) return false
  // A page that runs on could store something again.
  for (const page of context.pages()) if (page !== empty) await page.close()
  await context.setOffline(false)
  const session = await context.newCDPSession(empty)
  for (const origin of origins)
    if (origin.startsWith('http'))
      await session.send('Storage.clearDataForOrigin', {
        origin,
        storageTypes: 'cookies,local_storage,indexeddb,service_workers,cache_storage',
      })
  origins.clear()
  await session.detach()
  return true
}
