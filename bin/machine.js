// What a machine lacks to run the product, as a sentence. JavaScript as it stands, because an older Node reads no TypeScript.

/** Where `npm ci` brings a Node along, and where a PostgreSQL. */
const NODES = ['linux x64', 'linux arm64', 'win32 x64']
const DATABASES = ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64']
const OWN_DATABASE =
  'Set DATABASE_URL to a PostgreSQL of your own, 16 or newer, or run the container (docker/try.yaml).'

export const NEEDED_NODE = 24
export const majorOf = version => Number(version.replace(/^v/, '').split('.')[0])

/**
 * What is missing to start; undefined: nothing. `node` is the version of Node, `hasDatabase`: DATABASE_URL is set, `isMusl`: a
 * Linux whose C library is not glibc.
 */
export function missingOn({ platform, arch, node, hasDatabase, isMusl }) {
  const machine = `${platform} ${arch}`
  if (majorOf(node) < NEEDED_NODE) {
    const way =
      NODES.includes(machine) && !isMusl
        ? 'Run "npm ci", which brings one along, and start by "npm start".'
        : `None comes along for ${machine}${isMusl ? ' without glibc' : ''}: install it from nodejs.org.`
    return `Wattdesk needs Node ${NEEDED_NODE} or newer; this is ${node}. ${way}`
  }
  if (hasDatabase) return undefined
  if (platform === 'win32')
    return `The embedded PostgreSQL does not run on Windows: it is reached over a unix socket, which Node has not there. ${OWN_DATABASE}`
  if (isMusl)
    return `The embedded PostgreSQL needs a Linux with glibc, and this one has another C library. ${OWN_DATABASE}`
  if (!DATABASES.includes(machine)) return `No PostgreSQL comes along for ${machine}. ${OWN_DATABASE}`
  return undefined
}

/** This machine, as `missingOn` takes it. */
export const thisMachine = () => ({
  platform: process.platform,
  arch: process.arch,
  node: process.version,
  hasDatabase: Boolean(process.env.DATABASE_URL),
  isMusl: process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined,
})
