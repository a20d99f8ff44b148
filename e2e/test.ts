// What journeys stand on: one product for all files of a worker, each file in a world of its own in it; and for a file that
// kills or configures its product, one of its own.
import { test as base, type TestInfo } from '@playwright/test'
import type { World } from '../testing/world.ts'
import { type Product, startProduct } from './product.ts'

export { expect } from '@playwright/test'

/** Where a file of journeys plays. */
export type Place = { url: string; ocpp: string; world: World }
type Run = Pick<TestInfo, 'file' | 'repeatEachIndex' | 'retry'>

export const placeIn = ({ url, ocpp, worldOf }: Product, file: string): Place => ({ url, ocpp, world: worldOf(file) })

export const test = base.extend<{ place: Place }, { placeOf: (run: Run) => Promise<Place> }>({
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
})
