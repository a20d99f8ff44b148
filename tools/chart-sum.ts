// Whether docker/helm/rendered is what the chart renders: its files bear the sum of what they were rendered from.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const HELM = fileURLToPath(new URL('../docker/helm', import.meta.url))
export const CHART = join(HELM, 'wattdesk')
/** How the first line of a rendered file begins; the sum follows. */
export const SUM = '# Made by npm run chart, of '

/** The text of Chart.yaml without its versions, which a release changes and nothing hangs on. */
const withoutVersions = (text: string): string => text.replaceAll(/^(appV|v)ersion: .*$/gm, '')

/** The sum of the chart's files and of the values of an example, without the alerts (docker/monitoring/rules.yaml). */
export function chartSum(values: string): string {
  const hash = createHash('sha256')
  const files = globSync('{*.yaml,*.json,templates/*}', { cwd: CHART }).sort()
  for (const name of files) hash.update(`${name}\n${withoutVersions(readFileSync(join(CHART, name), 'utf8'))}\n`)
  return hash.update(readFileSync(values)).digest('hex')
}

/** A rendered text without what changes while the chart does not: its version, and the alerts. */
export function neutral(text: string): string {
  const version = /^version: (.*)$/m.exec(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'))?.[1] ?? ''
  return text
    .split(/^---\n/m)
    .filter(part => !/^kind: PrometheusRule$/m.test(part))
    .map(part => part.replaceAll(version, 'VERSION'))
    .join('---\n')
}
