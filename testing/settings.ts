// The names of the product's settings, as its configuration declares them.
import { readFileSync } from 'node:fs'

const CONFIG = new URL('../app/config.ts', import.meta.url)
/** Told to commands of the administrator, and to Node itself. */
const BESIDE = ['WATTDESK_PASSWORD']

export function settingNames(): Set<string> {
  const [, body = ''] = readFileSync(CONFIG, 'utf8').split('const Environment = z.object({\n')
  const [declared = ''] = body.split('\n})\n')
  return new Set([...declared.matchAll(/^ {2}([A-Z][A-Z0-9_]*): /gm)].map(([, name = '']) => name).concat(BESIDE))
}
