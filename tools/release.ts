// `npm run release -- X.Y.Z`: makes a release of the last commit, on this machine: checks, version, changelog, a backup that
// later versions must come up from, the package, its bill of materials, notes, a commit, the image, checksums and a tag. Nothing
// is pushed. Where something is in the way, commit and files are left as they were. `--no-image` leaves the image out, on a
// machine without Docker; without the image no network is needed.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checksumLine, compareVersions, released, releaseNotes, sectionOfVersion, unreleasedIn } from './changelog.ts'

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

/** Whether images can be built here. */
const hasDocker = (): boolean => spawnSync('docker', ['version'], { stdio: 'ignore' }).status === 0

/** The tag of the release before; undefined: none. */
const lastTag = (): string | undefined => git('tag', '--list', 'v*', '--sort=-v:refname').split('\n')[0] || undefined

/** Why this version cannot be released now; undefined: it can. */
function objection(version: string, withImage: boolean): string | undefined {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return 'Usage: npm run release -- X.Y.Z [--no-image]'
  if (git('status', '--porcelain') !== '') return 'There are changes that are not committed.'
  const last = lastTag()
  if (last && compareVersions(version, last.slice(1)) <= 0) return `${last} is released already: take a later version.`
  if (unreleasedIn(read('CHANGELOG.md')) === '') return 'CHANGELOG.md says nothing under Unreleased.'
  if (!read('docs/upgrading.md').includes(`\n## ${version}\n`)) return `docs/upgrading.md has no heading ${version}.`
  if (withImage && !hasDocker())
    return 'There is no Docker here that could build the image. Install it and start it, or leave the image out by --no-image.'
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

/** What those read who get the release: the changelog's section, and the commits since the release before. */
function writeNotes(version: string): void {
  const last = lastTag()
  const commits = git('log', '--no-merges', '--reverse', '--format=%s', ...(last ? [`${last}..HEAD`] : [])).split('\n')
  const section = sectionOfVersion(read('CHANGELOG.md'), version)
  write(`${OUT}/notes.md`, releaseNotes({ version, section, commits: last ? commits : [], last }))
}

/** The image, built from the commit, as a file that `docker load` takes. */
function makeImage(version: string): void {
  const tag = `wattdesk:${version}`
  const revision = git('rev-parse', 'HEAD')
  const versions = ['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${revision}`]
  run('docker', ['build', '-f', 'docker/Dockerfile', ...versions, '-t', tag, '.'])
  run('docker', ['save', '-o', `${OUT}/wattdesk-${version}-image.tar`, tag])
}

/** SHA256SUMS in the form that `sha256sum -c` reads. */
function writeChecksums(): void {
  const files = readdirSync(join(ROOT, OUT)).filter(file => file !== 'SHA256SUMS')
  write(`${OUT}/SHA256SUMS`, files.map(file => checksumLine(file, readFileSync(join(ROOT, OUT, file)))).join(''))
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
  writeNotes(version)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'no-image': { type: 'boolean', default: false } },
})
const [version = ''] = positionals
const withImage = !values['no-image']
const why = objection(version, withImage)
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
try {
  if (withImage) makeImage(version)
  writeChecksums()
} catch (error) {
  console.error((error as Error).message)
  // The release's own commit alone is taken back.
  git('reset', '--quiet', '--hard', 'HEAD~1')
  process.exit(1)
}
const section = sectionOfVersion(read('CHANGELOG.md'), version)
git('tag', '--annotate', '--cleanup=verbatim', `v${version}`, '--message', `Wattdesk ${version}\n\n${section}\n`)
console.log(`Released v${version} here. What is left is to hand it on:
  git push origin HEAD v${version}${withImage ? `\n  docker push of wattdesk:${version}, under the name of your registry` : ''}
  helm package docker/helm/wattdesk
and ${OUT}: the package of npm, its bill of materials, the notes${withImage ? ', the image' : ''} and SHA256SUMS.`)
