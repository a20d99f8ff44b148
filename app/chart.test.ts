// The rendered examples of the Helm chart (docker/helm) name only variables, ports, folders and metrics that the product has.
// `npm run chart` renders them by Helm; this test needs no Helm.
import { globSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { settingNames } from '#testing/settings.ts'
import { CHART, chartSum, HELM, SUM } from '../tools/chart-sum.ts'

type Labels = Record<string, string>
type Env = { name: string; value?: string }
type Pod = {
  terminationGracePeriodSeconds: number
  automountServiceAccountToken: boolean
  securityContext: { runAsNonRoot: boolean; runAsUser: number; seccompProfile: { type: string } }
  containers: {
    env: Env[]
    ports: { name: string; containerPort: number }[]
    volumeMounts: { name: string; mountPath: string }[]
    securityContext: Record<string, unknown>
    [probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
  }[]
}
type Thing = {
  kind: string
  metadata: { name: string; labels: Labels }
  stringData?: Labels
  spec: {
    selector?: Labels & { matchLabels?: Labels }
    podSelector?: { matchLabels: Labels }
    template: { metadata: { labels: Labels }; spec: Pod }
    replicas?: number
    maxUnavailable?: number
    minReplicas?: number
    scaleTargetRef?: { name: string }
    metrics?: { pods?: { metric: { name: string } } }[]
    rules?: { http: { paths: { path: string; backend: { service: { name: string } } }[] } }[]
  }
}
const dockerfile = readFileSync(join(HELM, '../Dockerfile'), 'utf8')
const examples = globSync('examples/*.yaml', { cwd: HELM }).map(name => basename(name, '.yaml'))
const rendered = (name: string) => readFileSync(join(HELM, `rendered/${name}.yaml`), 'utf8')
const thingsOf = (name: string) =>
  parseAllDocuments(rendered(name))
    .map(d => d.toJS() as Thing | null)
    .filter(thing => thing !== null)

test('the alerts of the chart are those of docker/monitoring', () =>
  expect(readlinkSync(join(CHART, 'files/rules.yaml'))).toBe('../../../monitoring/rules.yaml'))

test('the chart has the version of the product', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  expect(parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'))).toMatchObject({ version, appVersion: version })
})

test('there are examples', () => expect(examples.sort()).toEqual(['large', 'small']))

describe.each(examples)('%s', name => {
  const things = thingsOf(name)
  const nodes = things.filter(t => t.kind === 'Deployment')
  const pods = nodes.map(t => t.spec.template.spec)
  const containers = pods.flatMap(p => p.containers)

  test('what is kept is what the chart renders (npm run chart writes it anew)', () => {
    const [line] = rendered(name).split('\n')
    expect(line).toBe(`${SUM}${chartSum(join(HELM, `examples/${name}.yaml`))}`)
  })

  test('each role has its nodes', () => {
    const roles = containers.map(c => c.env.find(e => e.name === 'WATTDESK_ROLES')?.value)
    expect(roles.sort()).toEqual(['api', 'jobs', 'ocpp'])
  })

  test('every variable is a setting of the product', () => {
    const secret = things.find(t => t.kind === 'Secret')
    const names = [...containers.flatMap(c => c.env.map(e => e.name)), ...Object.keys(secret?.stringData ?? {})]
    expect(names.length).toBeGreaterThan(15)
    const known = settingNames()
    expect(names.filter(n => !known.has(n))).toEqual([])
  })

  test('the port, the folder and the user are those of the image', () => {
    const [, port, folder] = /PORT=(\d+) WATTDESK_DATA=(\S+)/.exec(dockerfile) ?? []
    for (const c of containers) {
      expect(c.ports).toEqual([{ name: 'http', containerPort: Number(port) }])
      expect(c.volumeMounts.map(m => m.mountPath)).toEqual([folder, '/tmp'])
    }
    const [, user] = /^USER (\d+):\d+$/m.exec(dockerfile) ?? []
    for (const pod of pods) expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(user) })
  })

  test('nodes have no rights beyond their own, and write nothing but their folder and /tmp', () => {
    for (const pod of pods) {
      expect(pod.securityContext.seccompProfile.type).toBe('RuntimeDefault')
      expect(pod.automountServiceAccountToken).toBe(false)
    }
    for (const c of containers)
      expect(c.securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      })
  })

  test('a node is asked whether it lives and whether it serves', () => {
    for (const c of containers) {
      const paths = ['startup', 'liveness', 'readiness'].map(kind => c[`${kind}Probe`]?.httpGet.path)
      expect(paths).toEqual(['/health/live', '/health/live', '/health/serving'])
    }
  })

  test('a node has the time that its end may take: 30 s, and that for handing its chargers over', () => {
    for (const pod of pods) {
      const drain = Number(pod.containers[0]?.env.find(e => e.name === 'WATTDESK_DRAIN_S')?.value)
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 35)
    }
  })

  test('services, budgets, autoscalers and the policy choose pods that there are', () => {
    const labels = nodes.map(n => n.spec.template.metadata.labels)
    const chosen = things
      .filter(t => ['Service', 'PodDisruptionBudget', 'NetworkPolicy', 'PodMonitor', 'Deployment'].includes(t.kind))
      .map(t => [t.kind, t.spec.podSelector?.matchLabels ?? t.spec.selector?.matchLabels ?? t.spec.selector] as const)
    expect(chosen.length).toBeGreaterThan(6)
    for (const [kind, selector] of chosen) {
      const fitting = labels.filter(l => Object.entries(selector ?? {}).every(([key, value]) => l[key] === value))
      expect(fitting, kind).toHaveLength(['NetworkPolicy', 'PodMonitor'].includes(kind) ? 3 : 1)
    }
    for (const t of things.filter(t => t.kind === 'HorizontalPodAutoscaler'))
      expect(nodes.map(n => n.metadata.name)).toContain(t.spec.scaleTargetRef?.name)
  })

  test('a budget lets a node go, so that a machine can be drained', () => {
    const budgets = things.filter(t => t.kind === 'PodDisruptionBudget')
    expect(budgets.length).toBeGreaterThan(1)
    for (const b of budgets) expect(b.spec.maxUnavailable).toBe(1)
  })

  test('the name of a pod is short enough for a node', () => {
    // A pod has the name of its deployment, then 10 and 5 characters.
    for (const n of nodes) expect(`${n.metadata.name}-0123456789-01234`.length).toBeLessThanOrEqual(60)
  })
})

test('nodes for chargers are scaled by a metric that the product tells', () => {
  const metrics = thingsOf('large').flatMap(t => t.spec?.metrics?.flatMap(m => m.pods?.metric.name ?? []) ?? [])
  expect(metrics).toEqual(['wattdesk_connected_chargers'])
  expect(readFileSync(new URL('../docs/runbooks/metrics.md', import.meta.url), 'utf8')).toContain(
    `\`${metrics[0]}\` | gauge`,
  )
})

test('chargers are led to nodes for chargers, everything else to the api', () => {
  const [ingress] = thingsOf('large').filter(t => t.kind === 'Ingress')
  expect(ingress?.spec.rules?.[0]?.http.paths.map(p => [p.path, p.backend.service.name])).toEqual([
    ['/', 'wattdesk-api'],
    ['/ocpp', 'wattdesk-ocpp'],
  ])
})
