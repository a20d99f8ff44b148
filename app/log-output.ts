// Where the log goes: to the standard output, in the background. Lines that nobody reads in time wait in memory, up to a
// bound; beyond it lines are dropped, and their number is told once there is room again.
import pino from 'pino'

const MOST_WAITING_BYTES = 32 * 1024 * 1024
const WARN = 40

type Output = ReturnType<typeof pino.destination>

export function logOutput(most = MOST_WAITING_BYTES): Output {
  const output = pino.destination({ dest: process.stdout.fd || 1, sync: false, maxLength: most })
  let dropped = 0
  output.on('drop', () => {
    dropped++
  })
  output.on('drain', () => {
    if (dropped === 0) return
    const line = { level: WARN, time: Date.now(), pid: process.pid, dropped, msg: 'Lines of the log were dropped' }
    dropped = 0
    output.write(`${JSON.stringify(line)}\n`)
  })
  return output
}
