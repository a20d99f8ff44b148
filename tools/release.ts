// `npm run release -- X.Y.Z`: makes a release of the last commit, on this machine and without the network: checks, version,
// changelog, a backup that later versions must come up from, the package, its bill of materials, a commit and a tag. Nothing is
// pushed. Where something is in the way, the files are left as they were.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareVersions, released, unreleasedIn } from './changelog.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OUT = 'dist/release'
/** What stands for a release beside `npm run check`; the whole of the tests is that of the commit (.ci/run). */
const TESTS = ['releases', 'upgrade', 'chart', 'compose'].map(name => `app/${name}.test.ts`)

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const write = (file: string, text: string) => writeFileSync(join(ROOT, file), text)
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  console.log(`${command} ${args.join(' ')}`)
  execFileSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
}
const vitest = (files: string[], env?: NodeJS.ProcessEnv) =>
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...files], env)

/** Why this version cannot be released now; undefined: it can. */
function objection(version: string): string | undefined {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return 'Usage: npm run release -- X.Y.Z'
  if (git('status', '--porcelain') !== '') return 'There are changes that are not committed.'
  const [last] = git('tag', '--list', 'v*', '--sort=-v:refname').split('\n')
  if (last && compareVersions(version, last.slice(1)) <= 0) return `${last} is released already: take a later version.`
  if (unreleasedIn(read('CHANGELOG.md')) === '') return 'CHANGELOG.md says nothing under Unreleased.'
  if (!read('docs/upgrading.md').includes(`\n## ${version}\n`)) return `docs/upgrading.md has no heading ${version}.`
  return undefined
}

function writeVersion(version: string): void {
  run('npm', [
    'version',
    version,
    '--no-git-tag-version',
    '--allow-same-version',
    '--no-workspaces-update',
    '--offline',
  ])
  const chart = 'docker/helm/wattdesk/Chart.yaml'
  const versions = read(chart).replace(/^version: .*$/m, `version: ${version}`)
  write(chart, versions.replace(/^appVersion: .*$/m, `appVersion: "${version}"`))
  write('CHANGELOG.md', released(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10)))
}

/** The packages that run in production, in the form of CycloneDX. */
function writeBill(): void {
  const args = ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--package-lock-only', '--offline']
  const bill = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 }))
  // npm takes the name of the folder.
  const own = { ...bill.metadata.component, name: 'wattdesk' }
  write(
    `${OUT}/sbom.cdx.json`,
    `${JSON.stringify({ ...bill, metadata: { ...bill.metadata, component: own } }, null, 2)}\n`,
  )
}

/** Rejects before anything is committed. */
function prepare(version: string): void {
  writeVersion(version)
  // The backup first: what is checked then is what is committed.
  vitest(['app/releases.test.ts'], { WATTDESK_RELEASE: version })
  run('npm', ['run', '-s', 'check'])
  run('npm', ['run', '-s', 'build'])
  run('npm', ['run', '-s', 'size'])
  vitest(TESTS)
  rmSync(join(ROOT, OUT), { recursive: true, force: true })
  mkdirSync(join(ROOT, OUT), { recursive: true })
  run(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/pack.ts', OUT])
  writeBill()
}

const [version = ''] = process.argv.slice(2)
const why = objection(version)
if (why) {
  console.error(why)
  process.exit(1)
}
try {
  prepare(version)
} catch (error) {
  console.error((error as Error).message)
  // The tree was clean, so nothing else is lost.
  git('restore', '--staged', '--worktree', '.')
  git('clean', '--quiet', '--force', 'testing/releases')
  process.exit(1)
}
git('add', '--all')
git('commit', '--quiet', '--message', `release: v${version}`)
const notes = read('CHANGELOG.md').split(`## [${version}]`)[1]?.split(/^## /m)[0] ?? ''
git('tag', '--annotate', '--cleanup=verbatim', `v${version}`, '--message', `Wattdesk ${version}${notes}`)
console.log(`Released v${version} here. What is left is to hand it on:
  git push origin HEAD v${version}
  docker build -f docker/Dockerfile --build-arg VERSION=${version} --build-arg REVISION=${git('rev-parse', 'HEAD')} -t wattdesk:${version} .
  helm package docker/helm/wattdesk
and ${OUT}: the package of npm, and its bill of materials.`)
