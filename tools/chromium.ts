// Finds Chromium, or brings Debian's: by apt as root or through sudo, else unpacked into a folder of the user's own.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const OWN = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'wattdesk-chromium')
const OWN_START = join(OWN, 'chromium')
const OWN_FONTS = join(OWN, 'fonts.conf')

const onPath = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .concat('/usr/bin')
    .flatMap(dir => NAMES.map(name => join(dir, name)))
    .find(existsSync)

const runs = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

/**
 * The folders below `root` that hold shared libraries. Some packages keep theirs in a folder of their own (libpulse does),
 * which they find by an absolute path that leads elsewhere once they are unpacked here.
 */
const libraries = (root: string): string[] => [
  ...new Set(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter(f => /^lib.*\.so/.test(f.name) && !f.parentPath.endsWith('/chromium'))
      .map(f => f.parentPath),
  ),
]

/** The unpacked font (DejaVu, which Chromium's packages bring along) behind a family of CSS. */
const familyAlias = (font: string): string => {
  const family = { Sans: 'sans-serif', Serif: 'serif' }[font] ?? 'monospace'
  return `  <alias><family>${family}</family><prefer><family>DejaVu ${font}</family></prefer></alias>`
}
/**
 * The fontconfig file of an unpacked Chromium. Debian's own names /usr/share/fonts, where a minimal system has no font; a page that
 * needs a fallback font then ends the browser. So the unpacked fonts are named too, and the families that pages ask for.
 */
const fontsOf = (root: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${root}/usr/share/fonts</dir>
  <dir>/usr/share/fonts</dir>
${['Sans', 'Serif', 'Sans Mono'].map(familyAlias).join('\n')}
  <cachedir>${join(OWN, 'fonts-cache')}</cachedir>
</fontconfig>
`

/**
 * Whether the unpacked Chromium can be started: a half-finished download leaves a broken file, an older one has no
 * fonts.
 */
const ownStarts = (): boolean =>
  existsSync(OWN_START) &&
  existsSync(OWN_FONTS) &&
  spawnSync(OWN_START, ['--version'], { stdio: 'ignore' }).status === 0

/**
 * The source of Debian's security suite beside the archive that a system names, where it names none: Chromium is kept up to
 * date there alone, and the archive's own is months old. `targets` is a line for each archive: address, suite, component.
 */
export function securitySource(targets: string): string | undefined {
  const archives = targets
    .trim()
    .split('\n')
    .map(line => line.split(' '))
  if (archives.some(([, suite = '']) => suite.endsWith('-security'))) return undefined
  const [address, suite] = archives.find(([at = '', , part]) => /\/debian\/?$/.test(at) && part === 'main') ?? []
  return address && `deb ${address.replace(/\/?$/, '-security')} ${suite}-security main\n`
}
/** Reads the lists of packages, with the security suite's where it can be had; the options that apt needs to use the same. */
function readLists(apt: (...args: string[]) => boolean): string[] {
  const format = '$(REPO_URI) $(RELEASE) $(COMPONENT)'
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'], {
    encoding: 'utf8',
  })
  const security = securitySource(stdout ?? '')
  const sources = join(OWN, 'sources')
  if (security) {
    rmSync(sources, { recursive: true, force: true })
    mkdirSync(sources, { recursive: true })
    if (existsSync('/etc/apt/sources.list.d')) cpSync('/etc/apt/sources.list.d', sources, { recursive: true })
    writeFileSync(join(sources, 'wattdesk-security.list'), security)
    const options = ['-o', `Dir::Etc::sourceparts=${sources}`]
    if (apt(...options, '-q', 'update')) return options
    console.log('The mirror has no security suite; Chromium comes from the archive.')
  }
  if (!apt('-q', 'update')) throw new Error('The list of packages cannot be read')
  return []
}

/** Downloads Chromium and its missing libraries, and unpacks them without being root. */
function unpackOwn(): void {
  const dirs = { lists: join(OWN, 'lists'), cache: join(OWN, 'cache'), root: join(OWN, 'root') }
  mkdirSync(join(dirs.lists, 'partial'), { recursive: true })
  mkdirSync(join(dirs.cache, 'archives', 'partial'), { recursive: true })
  mkdirSync(dirs.root, { recursive: true })
  const apt = [
    `Dir::State::Lists=${dirs.lists}`,
    `Dir::Cache=${dirs.cache}`,
    'Debug::NoLocking=1',
    'APT::Sandbox::User=root',
  ]
  const own = apt.flatMap(o => ['-o', o])
  const options = [...own, ...readLists((...args) => runs('apt-get', ...own, ...args))]
  if (!runs('apt-get', ...options, '-q', '-y', '--no-install-recommends', '--download-only', 'install', 'chromium'))
    throw new Error('Chromium cannot be downloaded')
  const archives = join(dirs.cache, 'archives')
  for (const deb of readdirSync(archives).filter(f => f.endsWith('.deb')))
    execFileSync('dpkg', ['-x', join(archives, deb), dirs.root])
  const libs = libraries(dirs.root)
  writeFileSync(OWN_FONTS, fontsOf(dirs.root))
  const start = `#!/bin/sh\nexport LD_LIBRARY_PATH='${libs.join(':')}'"\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\nexport FONTCONFIG_FILE='${OWN_FONTS}'\nexec '${dirs.root}/usr/lib/chromium/chromium' "$@"\n`
  writeFileSync(OWN_START, start, { mode: 0o755 })
}

/** The path of a Chromium that can be started; installs one when there is none. */
export function findChromium(): string {
  const known = process.env.CHROMIUM ?? onPath() ?? (ownStarts() ? OWN_START : undefined)
  if (known) return known
  console.log('Chromium is missing; installing Debian’s …')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command = 'apt-get', ...prefix] = [...sudo, 'apt-get']
  const mayInstall = sudo.length === 0 || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
  if (mayInstall) {
    const apt = (...args: string[]) => runs(command, ...prefix, ...args)
    apt(...readLists(apt), '-qq', '-y', '--no-install-recommends', 'install', 'chromium')
  } else unpackOwn()
  const found = onPath() ?? (ownStarts() ? OWN_START : undefined)
  if (!found) throw new Error('Chromium could not be installed or does not start; set CHROMIUM to the path of one.')
  return found
}
if (import.meta.main) console.log(findChromium())
