// `npm start`: the whole product in one process, or some of its roles (WATTDESK_ROLES). One line says that the product serves, or why the start failed.
import { enableCompileCache } from 'node:module'
import type { Running } from './start.ts'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `Wattdesk needs Node 24 or newer; this is ${process.version}. "npm ci" brings one along on Linux and Windows.`,
  )
  process.exit(1)
}
if (process.argv.includes('--version')) {
  const { productVersion } = await import('#platform/telemetry/version.ts')
  console.log(productVersion())
  process.exit(0)
}
if (process.argv.includes('--help')) {
  const { START_USAGE } = await import('./usage.ts')
  console.log(START_USAGE)
  process.exit(0)
}
enableCompileCache()
const { readConfig } = await import('./config.ts')
const { start } = await import('./start.ts')
const { ResettingDemo } = await import('./demo-resets.ts')
const { withCommands } = await import('./command-names.ts')

/** How long an end in good order may take, besides the time in which chargers are handed over. */
const END_PATIENCE_MS = 30_000

const failed = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
// Ended while it starts: out at once, PostgreSQL with it.
const early = () => process.exit(1)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, early)
/** Between two looks whether a night has come at which the demo begins anew. */
const NIGHT_LOOK_MS = 30_000

try {
  const config = readConfig(process.env, process.argv.slice(2))
  const say = (text: string) => console.log(text)
  const begin = () => start(config, say, failed)
  const demo = new ResettingDemo(await begin(), { config, begin, say, now: () => new Date() })
  let ending = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.off(signal, early).on(signal, () => {
      if (demo.isResetting) early()
      if (ending) return
      ending = true
      const { running } = demo
      setTimeout(() => failed('Some part did not end in time.'), END_PATIENCE_MS + running.drainMs).unref()
      running.stop().then(() => process.exit(0), failed)
    })
  const tellReady = ({ address, isDemo, hasUsers }: Running) => {
    console.log(`ready ${address}`)
    if (isDemo) {
      console.log('sign in with user root, password Wattdesk@2026')
      console.log('or by single sign-on with asha.rao@amberline.example')
    } else if (!hasUsers)
      console.log(withCommands('make the first administrator: npm run admin -- create --username NAME --email ADDRESS'))
  }
  tellReady(demo.running)
  const look = async () => {
    if (!ending && (await demo.look())) tellReady(demo.running)
  }
  if (config.demoResets) setInterval(() => void look().catch(failed), NIGHT_LOOK_MS)
} catch (error) {
  failed(error)
}
