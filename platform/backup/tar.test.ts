// A base backup reads files that PostgreSQL writes at the same time: they grow, shrink and go.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { type Entry, packed, unpack } from './tar.ts'

const parent = mkdtempSync(join(tmpdir(), 'wattdesk-tar-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const here = (name: string) => join(parent, name)
async function* entries(): AsyncGenerator<Entry> {
  yield { name: 'base', isFolder: true }
  yield { name: 'base/empty', isFolder: true }
  yield { name: 'base/grown', path: here('grown'), bytes: 10 }
  yield { name: 'base/shrunk', path: here('shrunk'), bytes: 200_000 }
  yield { name: 'base/gone', path: here('gone'), bytes: 10 }
  yield { name: 'base/nothing', path: here('nothing'), bytes: 0 }
  yield { name: 'label', content: Buffer.from('START WAL') }
}

test('files that change meanwhile keep their listed length, files that are gone are left out', async () => {
  writeFileSync(here('grown'), '0123456789 and what came later')
  writeFileSync(here('shrunk'), Buffer.alloc(200_000, 'x'))
  truncateSync(here('shrunk'), 70_000)
  writeFileSync(here('nothing'), '')
  const given: string[] = []
  await unpack(packed(entries()), here('to'), path => given.push(path))
  const at = (name: string) => join(parent, 'to', name)
  expect(given.sort()).toEqual(
    ['base', 'base/empty', 'base/grown', 'base/nothing', 'base/shrunk', 'label'].map(at).sort(),
  )
  expect(readFileSync(at('base/grown'), 'utf8')).toBe('0123456789')
  expect(readFileSync(at('base/shrunk'))).toEqual(Buffer.concat([Buffer.alloc(70_000, 'x'), Buffer.alloc(130_000)]))
  expect(readFileSync(at('label'), 'utf8')).toBe('START WAL')
  expect(existsSync(at('base/gone'))).toBe(false)
  expect([statSync(at('base')).mode & 0o777, statSync(at('label')).mode & 0o777]).toEqual([0o700, 0o600])
})

test('a stream that is cut off, and an error on the way, are told', async () => {
  const whole = await buffer(packed(entries()))
  await expect(
    unpack(Readable.from([whole.subarray(0, whole.length - 3000)]), here('cut'), () => undefined),
  ).rejects.toThrow(/truncated/)
  async function* broken(): AsyncGenerator<Entry> {
    yield* entries()
    throw new Error('The disk is gone')
  }
  await expect(buffer(packed(broken()))).rejects.toThrow('The disk is gone')
})
