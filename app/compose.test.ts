// The installation in small (docker/): every service is started again when it ends, tells its health, and waits for the
// health of those it needs; and the image, put together from the lines of its Dockerfile, serves.
import { type ChildProcess, spawn } from 'node:child_process'
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
import { afterAll, expect, inject, test } from 'vitest'
import { PNG } from '#office/uploads/test-files.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { openDb } from '#platform/db/db.ts'
import { freshDatabase } from '#testing/db.ts'
import { makeWorld, PASSWORD } from '#testing/world.ts'
import { freePort } from '../bench/kills-product.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFileSync(new URL(`../docker/${name}`, import.meta.url), 'utf8')
/** The text of each service; one that takes over another's by `<<: *name` has its lines too. */
function services(): Map<string, string> {
  const [, body = ''] = read('compose.yaml').split(/^services:\n/m)
  const found = new Map<string, string>()
  for (const part of body
    .split(/^(?:secrets|volumes):/m)[0]
    ?.split(/^ {2}(?=\S)/m)
    .filter(Boolean) ?? []) {
    const [, name = '', anchor] = /^([\w-]+):(?: &(\w+))?/.exec(part) ?? []
    const from = /<<: \*(\w+)$/m.exec(part)?.[1]
    const whole = part + (from ? (found.get(`&${from}`) ?? '') : '')
    found.set(name, whole)
    if (anchor) found.set(`&${anchor}`, whole)
  }
  return new Map([...found].filter(([name]) => !name.startsWith('&')))
}

test('every service of the compose file is started again and tells its health', () => {
  const all = services()
  expect([...all.keys()]).toEqual(['postgres', 'nats', 'node-1', 'node-2', 'prometheus', 'grafana'])
  for (const [name, text] of all) {
    expect(text, name).toMatch(/^ {4}restart: unless-stopped$/m)
    expect(text, name).toMatch(/^ {4}(healthcheck:|build: .*docker\/Dockerfile)/m)
  }
  for (const name of ['node-1', 'node-2'])
    expect(all.get(name)?.match(/^ {6}\w+: \{ condition: service_healthy \}$/gm), name).toHaveLength(2)
  // The image of the nodes declares their health check.
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK [^\n]*\\\n {2}CMD [^\n]*\/health\/ready/m)
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
  const own = globSync('packages/*/package.json', { cwd: ROOT })
  expect(installedFrom().sort()).toEqual(['package.json', 'package-lock.json', '.npmrc', ...own].sort())
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
    const [, name = '', to = ''] = /^COPY --from=build --chown=node:node \/wattdesk\/(\S+) (\S+)$/.exec(line) ?? []
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

test('the image starts as a user without rights, on the files that are copied, and keeps an upload', async () => {
  const root = newFolder()
  // The user that PostgreSQL runs as here may enter its socket folder.
  const { uid, gid } = statSync(inject('pgSocket'))
  const env = assemble(root, { uid, gid })
  const database = await freshDatabase(inject('pgSocket'))
  const db = openDb(database.config)
  await makeWorld(db)
  await db.destroy()
  const { host, database: name } = database.config
  const port = await freePort()
  expect(read('Dockerfile')).toMatch(/^USER node$/m)
  const product = spawn(process.execPath, ['app/main.ts', '--no-demo'], {
    cwd: join(root, 'wattdesk'),
    env: {
      ...env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: `postgres://wattdesk@/${name}?host=${encodeURIComponent(String(host))}`,
    },
    ...(process.getuid?.() === 0 && { uid, gid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    await saysReady(product)
    const url = `http://127.0.0.1:${port}`
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
    const files = join(env.WATTDESK_DATA ?? '', 'files')
    expect(readdirSync(files).map(file => statSync(join(files, file)).uid)).toEqual([uid])
  } finally {
    product.kill('SIGTERM')
    if (product.exitCode === null) await once(product, 'exit')
    await database.drop()
  }
}, 60_000)

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
  const all = services()
  const [, folder = ''] = /^VOLUME (\S+)$/m.exec(read('Dockerfile')) ?? []
  expect(read('Dockerfile')).toContain(`WATTDESK_DATA=${folder}\n`)
  const [, volumes = ''] = read('compose.yaml').split(/^volumes:\n/m)
  for (const name of ['node-1', 'node-2']) {
    const [, volume = ''] = new RegExp(`volumes: \\["(\\w+):${folder}"\\]`).exec(all.get(name) ?? '') ?? []
    expect([name, volume]).toEqual([name, 'files'])
    expect(volumes).toMatch(new RegExp(`^ {2}${volume}: `, 'm'))
  }
})
