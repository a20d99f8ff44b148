// A product's worth of embedded PostgreSQL in a process that a test can kill: `node test-embedded-process.ts FOLDER`.
import { startPostgres } from './embedded.ts'

try {
  const { pid } = await startPostgres(process.argv[2] ?? '')
  process.send?.({ pid })
} catch (error) {
  process.send?.({ refused: (error as Error).message })
  process.disconnect()
}
process.on('message', () => process.exit(1))
