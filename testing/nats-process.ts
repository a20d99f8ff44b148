// The stand-in of NATS as a program, called as nats-server is: `node testing/nats-process.ts -a 127.0.0.1 -p PORT`.
import { parseArgs } from 'node:util'
import { startNats } from './nats.ts'

const { values } = parseArgs({
  options: { addr: { type: 'string', short: 'a' }, port: { type: 'string', short: 'p' } },
})
await startNats(Number(values.port))
console.log('Server is ready')
