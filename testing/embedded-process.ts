// An embedded PostgreSQL as the product has it, in a process that a test can kill: `node testing/embedded-process.ts
// FOLDER`. The message 'exit' ends the process early, 'stop' in good order.
import { type Embedded, startPostgres } from '#platform/db/embedded.ts'

let running: Embedded | undefined
process.on('message', async text => {
  if (text === 'exit') process.exit(1)
  process.disconnect()
  await running?.stop()
})
try {
  running = await startPostgres(process.argv[2] ?? '')
  process.send?.({ pid: running.pid })
} catch (error) {
  process.send?.({ refused: (error as Error).message })
  process.disconnect()
}
