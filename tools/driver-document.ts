// The texts that stand in the document of the pay page itself, before any script runs: `%pay.key%` becomes that text in all
// languages, for nobody knows yet which of them the driver reads.
import type { Plugin } from 'vite'
import { readCatalogues } from './words.ts'

const PLACE = /%(\w+)\.(\w+)%/g
export function inAllLanguages(html: string): string {
  const catalogues = [...readCatalogues().values()]
  return html.replaceAll(PLACE, (place, section: string, key: string) => {
    const texts = catalogues.map(c => c.sections[section]?.[key])
    if (texts.includes(undefined)) throw new Error(`No text for ${place}`)
    return texts.join(' · ')
  })
}
export const driverDocument: Plugin = {
  name: 'driver-document',
  transformIndexHtml: { order: 'pre', handler: inAllLanguages },
}
