// `npm run cluster [-- --port 8080 --folder data/cluster --api 2 --ocpp 3 --jobs 1 --no-demo]`: the product as several
// nodes on this machine. SIGHUP brings a new version, node by node; SIGUSR2 fails the database over to its standby.
import { parseArgs } from 'node:util'
import { Cluster } from './cluster.ts'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    port: { type: 'string', default: '8080' },
    folder: { type: 'string', default: './data/cluster' },
    api: { type: 'string', default: '2' },
    ocpp: { type: 'string', default: '3' },
    jobs: { type: 'string', default: '1' },
    demo: { type: 'boolean', default: true },
  },
})
const number = (name: 'port' | 'api' | 'ocpp' | 'jobs'): number => {
  const n = Number(values[name])
  if (Number.isInteger(n) && n > 0) return n
  console.error(`--${name} must be a whole number above 0.`)
  return process.exit(2)
}
const failed = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

let ending: Promise<void> | undefined
const end = (code: number) => {
  ending ??= cluster.stop()
  ending.then(() => process.exit(code), failed)
}
const cluster = new Cluster({
  folder: values.folder,
  port: number('port'),
  nodes: { api: number('api'), ocpp: number('ocpp'), jobs: number('jobs') },
  hasDemo: values.demo,
  say: text => console.log(text),
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(0))
const during = (work: () => Promise<void>, text: string) => () => {
  work().then(
    () => console.log(text),
    error => console.error(error),
  )
}
try {
  await cluster.start()
  process.on(
    'SIGHUP',
    during(() => cluster.deploy(), 'every node runs anew'),
  )
  process.on(
    'SIGUSR2',
    during(() => cluster.failOver(), 'the standby is the primary'),
  )
  console.log(`ready ${cluster.url}`)
  for (const { name, port, process } of cluster.nodes)
    console.log(`  ${name} http://127.0.0.1:${port} process ${process.pid}`)
  if (values.demo) console.log('sign in with user root, password Wattdesk@2026')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  end(1)
}
