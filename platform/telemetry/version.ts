import { readFileSync } from 'node:fs'

/** The version of the product, as its package names it. */
export const productVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version
