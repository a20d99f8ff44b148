// The Compose files (docker/): every service is started again when it ends, tells its health, and waits for the health of
// those it needs; and the image, put together from the lines of its Dockerfile, serves on a read-only file system.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DCLinter } from 'dclint'
import { afterAll, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { PNG } from '#office/uploads/test-files.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { openDb } from '#platform/db/db.ts'
import { freshDatabase } from '#testing/db.ts'
import { settingNames } from '#testing/settings.ts'
import { makeWorld, PASSWORD } from '#testing/world.ts'
import { freePort } from '../bench/kills-product.ts'
import { find } from '../tools/cluster/programs.ts'
import { proxyConfig } from '../tools/cluster/proxy.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFileSync(new URL(`../docker/${name}`, import.meta.url), 'utf8')
type Service = {
  image?: string
  build?: object
  restart?: string
  healthcheck?: object
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  profiles?: string[]
}
type Compose = { services: Record<string, Service>; volumes: Record<string, object> }
const composeFile = (name: string) => parse(read(name), { merge: true }) as Compose
const cluster = composeFile('compose.yaml')
const alone = composeFile('try.yaml')
/** The services that run the product. */
const productOf = ({ services }: Compose) => Object.entries(services).filter(([, s]) => s.build !== undefined)

/** The package's own types are not found under its exports. */
type Objection = { rule: string; message: string }
/** The places at which a file breaks the schema of Compose. */
const schemaFaults = (file: string): Objection[] =>
  new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] })
    .lintFiles([file], false)
    .flatMap((r: { messages: Objection[] }) => r.messages.filter(m => m.rule === 'invalid-schema'))

test('the Compose files are what the schema of Compose allows', () => {
  for (const name of ['compose.yaml', 'try.yaml']) expect(schemaFaults(join(ROOT, 'docker', name)), name).toEqual([])
  const wrong = join(newFolder(), 'compose.yaml')
  writeFileSync(wrong, read('try.yaml').replace('read_only:', 'readonly:'))
  expect(schemaFaults(wrong)).toHaveLength(1)
})

test('every service is started again, tells its health, and waits for the health of those it needs', () => {
  expect(Object.keys(cluster.services)).toEqual([
    ...['postgres', 'replica', 'nats', 'proxy', 'jobs-1', 'api-1', 'api-2', 'ocpp-1', 'ocpp-2', 'ocpp-3'],
    ...['prometheus', 'grafana'],
  ])
  for (const [name, s] of [...Object.entries(cluster.services), ...Object.entries(alone.services)]) {
    expect(s.restart, name).toBe('unless-stopped')
    expect(s.healthcheck ?? s.build, name).toBeDefined()
    for (const needed of Object.values(s.depends_on ?? {})) expect(needed.condition, name).toBe('service_healthy')
  }
  for (const [name, s] of productOf(cluster)) expect(Object.keys(s.depends_on ?? {}), name).toEqual(['proxy', 'nats'])
  // The image of the nodes declares their health check.
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK [^\n]*\\\n {2}CMD [^\n]*\/health\/ready/m)
})

test('the product writes nothing but its folder and /tmp, and has no rights', () => {
  expect(productOf(cluster)).toHaveLength(6)
  for (const [name, s] of [...productOf(cluster), ...productOf(alone)])
    expect([name, s.read_only, s.tmpfs, s.cap_drop]).toEqual([name, true, ['/tmp'], ['ALL']])
})

test('every variable is a setting of the product', () => {
  const known = settingNames()
  for (const [name, s] of [...productOf(cluster), ...productOf(alone)]) {
    const names = Object.keys(s.environment ?? {})
    expect(names.length, name).toBeGreaterThan(2)
    expect(
      names.filter(n => !known.has(n)),
      name,
    ).toEqual([])
  }
})

test('every setting that the documents name is one of the product', () => {
  const text = ['README.md', ...globSync('{docs/*,docs/runbooks/*,docker/*/*}.md', { cwd: ROOT })]
    .map(file => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const named = new Set(text.match(/\bWATTDESK_[A-Z0-9_]*[A-Z0-9]\b/g))
  const known = settingNames()
  // Those of docker/compose.yaml alone.
  for (const name of ['WATTDESK_VERSION', 'WATTDESK_LISTEN']) {
    expect(read('compose.yaml')).toContain(`\${${name}:-`)
    known.add(name)
  }
  expect(named.size).toBeGreaterThan(30)
  expect([...named].filter(n => !known.has(n))).toEqual([])
})

test('each node has its own name, and each role its nodes', () => {
  const nodes = productOf(cluster).map(([name, s]) => [
    name,
    s.environment?.WATTDESK_NODE,
    s.environment?.WATTDESK_ROLES,
  ])
  expect(nodes).toEqual(nodes.map(([name = '']) => [name, name, name.replace(/-\d$/, '')]))
})

test('Prometheus asks every node', () => {
  type Scrapes = { scrape_configs: { static_configs: { targets: string[] }[] }[] }
  const { scrape_configs } = parse(read('monitoring/prometheus.yaml')) as Scrapes
  expect(scrape_configs.flatMap(c => c.static_configs.flatMap(s => s.targets)).sort()).toEqual(
    productOf(cluster)
      .map(([name]) => `${name}:8080`)
      .sort(),
  )
})

/** The configuration of HAProxy before the nodes of the Compose file. */
function proxyOfCluster(): string {
  const placesOf = (role: string) =>
    productOf(cluster)
      .filter(([, s]) => s.environment?.WATTDESK_ROLES === role)
      .map(([name]) => ({ name, address: `${name}:8080` }))
  return proxyConfig({
    host: '',
    port: 8080,
    databasePort: 5432,
    replicaPort: 5433,
    control: '/tmp/haproxy.sock',
    api: placesOf('api'),
    ocpp: placesOf('ocpp'),
    databases: ['postgres', 'replica'].map((name, n) => ({ name: `postgres-${n + 1}`, address: `${name}:5432` })),
    // The name server of Docker's networks.
    nameServer: '127.0.0.11:53',
  })
}

test('the configuration of HAProxy is that of npm run cluster (vitest -u writes it anew)', () =>
  expect(proxyOfCluster()).toMatchFileSnapshot('../docker/proxy/haproxy.cfg'))

// HAProxy is no part of what the tests install: a normal user may not.
const haproxy = find('haproxy')
test.runIf(haproxy)('HAProxy takes its configuration', () => {
  const path = join(newFolder(), 'haproxy.cfg')
  writeFileSync(path, proxyOfCluster())
  const { status, stderr } = spawnSync(haproxy ?? '', ['-c', '-f', path], { encoding: 'utf8' })
  // Here nobody knows the names of the containers.
  const objections = stderr
    .split('\n')
    .filter(line => /ALERT|WARNING/.test(line) && !/could not resolve address/.test(line))
  expect([status, objections]).toEqual([0, []])
})

/** The files that the build adds to the image, beside the files of the repository. */
const BUILT = ['node_modules', 'dist']

/** The lines of each stage of the Dockerfile, in order; a line that goes on is joined. */
function stages(): { build: string[]; image: string[] } {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const second = lines.findLastIndex(line => line.startsWith('FROM '))
  return { build: lines.slice(0, second), image: lines.slice(second) }
}
const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-image-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** The files that are there when the packages are installed. */
function installedFrom(): string[] {
  const { build } = stages()
  return build
    .slice(0, build.indexOf('RUN npm ci --no-audit --no-fund'))
    .flatMap(line => /^COPY (.*) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
}

test('the packages of the image are installed with every one of the workspace', () => {
  const own = globSync('{packages/*,bin}/package.json', { cwd: ROOT })
  // npm makes `exec` executable as it installs.
  const files = ['package.json', 'package-lock.json', '.npmrc', 'bin/exec.js', ...own]
  expect(installedFrom().sort()).toEqual(files.sort())
})

/** Puts the image together below a folder; answers its environment, with paths below that folder. */
function assemble(root: string, owner: { uid: number; gid: number }): Record<string, string> {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  const env: Record<string, string> = {}
  let workdir = '/'
  for (const line of stages().image) {
    const [word = '', ...rest] = line.split(' ')
    if (word === 'ENV') for (const pair of rest) env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? ''
    if (word === 'WORKDIR') workdir = rest[0] ?? ''
    const made = /^RUN mkdir -p (\S+) && chown node:node \1$/.exec(line)?.[1]
    if (made) {
      mkdirSync(join(root, made), { recursive: true })
      chownSync(join(root, made), owner.uid, owner.gid)
    }
    const [, name = '', to = ''] = /^COPY --from=build \/wattdesk\/(\S+) (\S+)$/.exec(line) ?? []
    if (name === '') continue
    expect(ignored.includes(name) && !BUILT.includes(name), `${name} is left out by .dockerignore`).toBe(false)
    const place = join(root, workdir, to)
    if (name === 'node_modules') linkModules(place)
    // A portal that is not built here is not looked at either.
    else if (name === 'dist' && !existsSync(join(ROOT, 'dist/web/index.html'))) {
      mkdirSync(join(place, 'web'), { recursive: true })
      writeFileSync(join(place, 'web/index.html'), '<!doctype html>')
    } else cpSync(join(ROOT, name), place, { recursive: true })
  }
  return { ...env, WATTDESK_DATA: join(root, env.WATTDESK_DATA ?? '') }
}

/** The packages that are left without those for development; the workspace's own lead to what was copied. */
function linkModules(to: string): void {
  type Lock = { packages: Record<string, { dev?: boolean; link?: boolean; resolved?: string }> }
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  for (const [path, { dev, link, resolved = '' }] of Object.entries(packages)) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
    if (!name || dev || !existsSync(join(ROOT, path))) continue
    if (link && !installedFrom().includes(`${resolved}/package.json`)) continue
    mkdirSync(dirname(join(to, name)), { recursive: true })
    symlinkSync(link ? join(to, '..', resolved) : join(ROOT, path), join(to, name))
  }
}

/** The command that runs another one as a user without rights, where everything but some folders is read-only. */
function readOnly(writable: readonly string[], { uid, gid }: { uid: number; gid: number }): string[] {
  const script = [
    'mount --make-rprivate /',
    ...writable.map(folder => `mount --bind ${folder} ${folder}`),
    'mount -o remount,bind,ro /',
    `exec setpriv --reuid=${uid} --regid=${gid} --clear-groups --no-new-privs -- "$@"`,
  ].join(' && ')
  return ['unshare', '--mount', '--', 'sh', '-c', script, 'sh']
}

test.each([
  ['the database of DATABASE_URL', true],
  ['its embedded database', false],
])(
  'the image with %s starts as a user without rights on a read-only file system, and keeps an upload',
  async (_what, isOutside) => {
    const root = newFolder()
    // The user that PostgreSQL runs as here may enter its socket folder.
    const { uid, gid } = statSync(inject('pgSocket'))
    const env = assemble(root, { uid, gid })
    const tmp = join(root, 'tmp')
    mkdirSync(tmp)
    chmodSync(tmp, 0o1777)
    const database = await freshDatabase(inject('pgSocket'))
    const { host, database: name } = database.config
    if (isOutside) {
      const db = openDb(database.config)
      await makeWorld(db)
      await db.destroy()
    }
    const port = await freePort()
    expect(read('Dockerfile')).toMatch(/^USER 1000:1000$/m)
    const isRoot = process.getuid?.() === 0
    // Only root may say what is read-only; the files of the image belong to root in any case.
    const [program = '', ...args] = [
      ...(isRoot ? readOnly([tmp, env.WATTDESK_DATA ?? ''], { uid, gid }) : []),
      process.execPath,
    ]
    const settings = {
      ...env,
      TMPDIR: tmp,
      HOST: '127.0.0.1',
      PORT: String(port),
      WATTDESK_MODE: 'test',
      ...(isOutside && { DATABASE_URL: `postgres://wattdesk@/${name}?host=${encodeURIComponent(String(host))}` }),
    }
    const product = spawn(program, [...args, 'app/main.ts', '--no-demo'], {
      cwd: join(root, 'wattdesk'),
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    try {
      await saysReady(product)
      if (isOutside) await keepsUpload(`http://127.0.0.1:${port}`, join(env.WATTDESK_DATA ?? '', 'files'), uid)
      else expect(statSync(join(env.WATTDESK_DATA ?? '', 'db/PG_VERSION')).uid).toBe(isRoot ? uid : process.getuid?.())
    } finally {
      product.kill('SIGTERM')
      if (product.exitCode === null) await once(product, 'exit')
      await database.drop()
    }
  },
  180_000,
)

/** Uploads a picture, reads it again, and looks for it in the folder. */
async function keepsUpload(url: string, files: string, uid: number): Promise<void> {
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    return (await (await fetch(url + path, init)).json()) as { success: boolean; data: never }
  }
  const signedIn = await call('/auth/login', { username: 'root', password: encodePassword(PASSWORD) })
  const { access_token: token } = signedIn.data as { access_token: string }
  const headers = { authorization: `Bearer ${token}` }
  const upload = await call('/cms/v1/util/image-upload', { image: PNG.toString('base64') }, headers)
  expect(upload).toMatchObject({ success: true })
  const kept = await fetch(url + upload.data)
  expect(Buffer.from(await kept.arrayBuffer()).equals(PNG)).toBe(true)
  expect(readdirSync(files).map(file => statSync(join(files, file)).uid)).toEqual([uid])
}

/** Resolves when the product reports that it serves; rejects with the output of the product when the product ends before. */
function saysReady(product: ChildProcess): Promise<void> {
  let said = ''
  return new Promise((ok, no) => {
    for (const stream of [product.stdout, product.stderr])
      stream?.on('data', (text: Buffer) => {
        said += text
        if (/^ready /m.test(said)) ok()
      })
    product.once('exit', () => no(new Error(`The product ended:\n${said}`)))
  })
}

test('uploaded files outlive the containers, and every node has the same', () => {
  const [, folder = ''] = /^VOLUME (\S+)$/m.exec(read('Dockerfile')) ?? []
  expect(read('Dockerfile')).toContain(`WATTDESK_DATA=${folder}\n`)
  for (const [name, s] of productOf(cluster)) expect([name, s.volumes]).toEqual([name, [`files:${folder}`]])
  expect(cluster.volumes).toHaveProperty('files')
  expect(alone.services.wattdesk?.volumes).toEqual([`data:${folder}`])
  expect(alone.volumes).toHaveProperty('data')
})
