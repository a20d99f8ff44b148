// Projects for server and web. Files share a worker and what it has loaded: a file costs its own tests, not the start of a
// process and the import of the product. So a test leaves nothing behind in a module or a global.
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { leanContracts } from './tools/lean-contracts.ts'

/** Files that put something else in place of a module: what a worker has loaded before would not see that. */
const replacing = ['features/office/geo/point-map.test.tsx', 'features/fleet/charger-map/charger-map-panel.test.tsx']
const typedSql = 'tools/typed-sql/statements.test.ts'

/** Small files that wait for long, for databases that die and come back: begun last they would be waited for alone. */
const waiting = [
  'tools/faults/faults.test.ts',
  'tools/cluster/databases.test.ts',
  'app/kills.test.ts',
  'app/settings-kill.test.ts',
  'platform/db/embedded.test.ts',
  'app/silence.test.ts',
]
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waits = (f: TestSpecification) => waiting.some(name => f.moduleId.endsWith(name))
    return [...sorted.filter(waits), ...sorted.filter(f => !waits(f))]
  }
}
/** Asked for to find tests that hang on their order: the runner's own way to sort does that. */
const isShuffled = process.argv.some(a => a.startsWith('--sequence.shuffle'))

export default defineConfig({
  test: {
    // One more than cores, for there is mostly one that waits.
    maxWorkers: availableParallelism() + 1,
    ...(!isShuffled && { sequence: { sequencer: WaitingFirst } }),
    isolate: false,
    // Young objects of tests die by the megabyte: more room for them means fewer rounds of collecting.
    execArgv: ['--max-semi-space-size=64'],
    // A busy machine takes its time: screens load in pieces, servers start.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // A failure names what differs, also in the sum at the end of a run, which has no other place for it.
    chaiConfig: { truncateThreshold: 600 },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['{platform,gateway,app,demo,packages,features,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', typedSql],
          globalSetup: './testing/db.ts',
          setupFiles: './testing/setup.ts',
          // Before the project that looks at the statements these run; order 0 would come last where there is one worker.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'statements',
          environment: 'node',
          include: [typedSql],
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        plugins: [leanContracts, react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['{kit,web,features}/**/*.test.tsx', '{kit,web}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...replacing],
          setupFiles: './testing/web/setup.ts',
          sequence: { groupOrder: 1 },
          // The business zone, so that no expectation hangs on where the machine stands.
          env: { TZ: 'Asia/Kolkata' },
        },
      },
      {
        extends: true,
        plugins: [leanContracts, react()],
        test: {
          name: 'web-replacing',
          isolate: true,
          environment: 'jsdom',
          include: replacing,
          setupFiles: './testing/web/setup.ts',
          sequence: { groupOrder: 1 },
          // The business zone, so that no expectation hangs on where the machine stands.
          env: { TZ: 'Asia/Kolkata' },
        },
      },
    ],
  },
})
