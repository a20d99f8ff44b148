// The command line of the simulator, as its own help shows it.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const sim = (...args: string[]) => {
  const all = ['--url', 'ws://127.0.0.1:9/ocpp', '--chargers', '0', '--duration', '0', ...args]
  const r = spawnSync(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url)), ...all], {
    encoding: 'utf8',
  })
  return { code: r.status, said: r.stderr }
}

it.each([
  [['--start-at', '-20h'], 0, /^$/],
  [['--start-at=-20h', '--seed', '2'], 0, /^$/],
  [['--start-at', '2026-01-05T00:00:00Z'], 0, /^$/],
  [['--registers-in-kwh'], 0, /^$/],
  [['--ocpp', '2.0.1'], 0, /^$/],
  [['--ocpp', '2.0.1', '--refuse', 'Reset,ClearCache', '--duplicates', 'new-id', '--firmware', 'power loss'], 0, /^$/],
  [['--silent-on', '*', '--answer-delay-ms', '50', '--lost-events', '5', '--clock-offset', '-60'], 0, /^$/],
  [['--ignore-limits', 'all', '--odd-values', '--omit-stop-reason', '--uploads-fail', '--unlock-fails'], 0, /^$/],
  [['--duplicates', 'thrice'], 2, /^--duplicates must be same-id, new-id/],
  [['--clock-offset', 'late'], 2, /^--clock-offset must be a number/],
  [['--ocpp', '3'], 2, /^--ocpp must be 1.6, 2.0.1 or 2.1/],
  [['--start-at', 'soon'], 2, /^--start-at must be a time or -20h/],
  [['--url', 'nonsense'], 2, /^--url must be the address of a central system/],
  [['--url', 'http://127.0.0.1:9/ocpp'], 2, /^--url must be the address of a central system/],
  [['--duration', 'long'], 2, /^--duration must be a number of seconds/],
])('takes %j', (args, code, said) => {
  expect(sim(...args)).toEqual({ code, said: expect.stringMatching(said) })
})
