// Alerts, dashboard and runbooks fit the product: each metric that they name is told by /metrics, each alert has its page, each
// panel that a page names is on the dashboard, and the list of metrics is complete.
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger } from '#testing/ocpp.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
type Rule = {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; runbook_url: string }
}
const rules = (parse(read('docker/monitoring/rules.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  g => g.rules,
)
type Panel = { title: string; type: string; gridPos: object; targets?: { expr: string }[] }
const dashboard = JSON.parse(read('docker/monitoring/grafana/dashboard.json')) as {
  __inputs: { name: string; pluginId: string }[]
  panels: Panel[]
}
const pages = globSync('docs/runbooks/*.md').map(path => path.slice('docs/runbooks/'.length))

type About = { name: string; kind: string; help: string }
let t: TestApp
let told: About[]
beforeAll(async () => {
  t = await startApp({ checks: [{ name: 'disk', look: async () => undefined, free: async () => 1 }] })
  const { ws } = await t.listen()
  ;(await bootedCharger(t, ws)).ws.terminate()
  const { body } = await t.app.inject('/metrics')
  told = [...body.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)].map(([, name = '', help = '', kind = '']) => ({
    name,
    kind,
    help,
  }))
})
afterAll(() => t.close())

/** The metrics that expressions name. */
const namesIn = (expressions: readonly string[]): string[] => [
  ...new Set(expressions.join('\n').match(/\b(?:wattdesk|process|nodejs)_\w+/g) ?? []),
]
const isTold = (name: string): boolean =>
  told.some(
    m => m.name === name || (m.kind === 'histogram' && ['bucket', 'sum', 'count'].some(e => name === `${m.name}_${e}`)),
  )

test('every metric that an alert or a panel names is told by the product', () => {
  const names = namesIn([...rules.map(r => r.expr), ...dashboard.panels.flatMap(p => p.targets ?? []).map(x => x.expr)])
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter(name => !isTold(name))).toEqual([])
})

test('every metric of ours is on the dashboard or in an alert', () => {
  const used = namesIn([...rules.map(r => r.expr), ...dashboard.panels.flatMap(p => p.targets ?? []).map(x => x.expr)])
  const ours = told.filter(m => m.name.startsWith('wattdesk_'))
  expect(ours.filter(m => !used.some(u => u.startsWith(m.name))).map(m => m.name)).toEqual([])
})

test('every alert says how bad it is, after how long, what is the matter, and has its page', () => {
  for (const { alert, for: after, labels, annotations } of rules) {
    expect(['critical', 'warning'], alert).toContain(labels.severity)
    expect(after, alert).toMatch(/^\d+m$/)
    expect(annotations.summary, alert).toBeTruthy()
    expect(annotations.runbook_url).toBe(`docs/runbooks/${alert}.md`)
    const page = read(`docs/runbooks/${alert}.md`)
    for (const part of [
      '**What it means.**',
      '**What people notice.**',
      '## First look',
      '## What to do',
      '**When it ends:**',
    ])
      expect(page, alert).toContain(part)
    expect(page, alert).toContain(`(severity ${labels.severity})`)
  }
  expect(pages.filter(p => !rules.some(r => p === `${r.alert}.md`)).sort()).toEqual(['README.md', 'metrics.md'])
  const list = read('docs/runbooks/README.md')
  for (const { alert, labels } of rules) expect(list).toContain(`| [${alert}](${alert}.md) | ${labels.severity} |`)
})

test('the pages send people to panels and metrics that there are', () => {
  const titles = dashboard.panels.map(p => p.title)
  for (const page of pages) {
    const text = read(`docs/runbooks/${page}`)
    for (const [, title = ''] of text.matchAll(/[Pp]anel “([^”]+)”/g)) expect(titles, page).toContain(title)
    expect(
      namesIn([text]).filter(name => !isTold(name)),
      page,
    ).toEqual([])
  }
})

test('the dashboard imports as it is: one input for its data, rows in order, no panel over another', () => {
  expect(dashboard.__inputs.map(i => [i.name, i.pluginId])).toEqual([['DS_PROMETHEUS', 'prometheus']])
  expect(dashboard.panels.filter(p => p.type === 'row').map(p => p.title)).toEqual([
    'Fleet',
    'Sessions and money',
    'API',
    'Database',
    'Jobs',
    'Process',
  ])
  const places = dashboard.panels.map(p => JSON.stringify(p.gridPos))
  expect(new Set(places).size).toBe(places.length)
})

test('the list of metrics is what the product tells (vitest -u writes it anew)', async () => {
  const rows = told
    .filter(m => m.name.startsWith('wattdesk_'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(m => `| \`${m.name}\` | ${m.kind} | ${m.help} |`)
  const text = `# Metrics

All metrics of \`/metrics\` that are the product’s own. Beside them stand those of the process (\`process_…\`, \`nodejs_…\`), as prom-client names them. A counter counts since the start of its node, unless its line says otherwise; times are in seconds, money in paise. Figures that stand in the database are the same on every node: take their \`max\`, not their \`sum\`. This page is made by \`app/monitoring.test.ts\`.

| metric | kind | what it says |
|---|---|---|
${rows.join('\n')}
`
  await expect(text).toMatchFileSnapshot('../docs/runbooks/metrics.md')
})
