// The log of a process whose output nobody reads for a while: memory stays bounded, and the lines that are missing are told.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('lines beyond the bound are dropped, and their number is logged once the output is read again', async () => {
  const program = `
    import pino from 'pino'
    import { logOutput } from ${JSON.stringify(new URL('./log-output.ts', import.meta.url).href)}
    const log = pino({ level: 'info' }, logOutput(100_000))
    for (let n = 0; n < 50_000; n++) log.info({ n }, 'A line')
    process.stderr.write('written')
    // Until the parent has read all and closes the input.
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'pipe'] })
  await once(child.stderr, 'data')
  let said = ''
  const whole = new Promise<void>(ok => {
    child.stdout.on('data', (b: Buffer) => {
      said += b
      if (/"dropped":\d+[^\n]*\n/.test(said)) ok()
    })
  })
  await whole
  child.stdin.end()
  await once(child, 'close')
  const lines = said
    .trim()
    .split('\n')
    .map(l => JSON.parse(l) as { n?: number; dropped?: number })
  const kept = lines.filter(l => l.n !== undefined).length
  const dropped = lines.reduce((sum, l) => sum + (l.dropped ?? 0), 0)
  expect(kept).toBeGreaterThan(0)
  expect(kept + dropped).toBe(50_000)
})
