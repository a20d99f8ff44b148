// The first example in the README of each package runs and prints the values that its comments name.
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test.each(globSync('packages/*/README.md'))('the example of %s prints its comments', async file => {
  const example = /```ts\n(.*?)```/s.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  const expected = [...example.matchAll(/^console\.log\(.* \/\/ (.*)$/gm)].map(([, value]) => value)
  expect(expected.length).toBeGreaterThan(0)
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '--eval', example])
  expect(stdout.trim().split('\n')).toEqual(expected)
})
