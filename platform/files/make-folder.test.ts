// Folders for data: made with those above them, or refused with the name of the one that cannot be made.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'folders-'))
afterAll(() => rmSync(root, { recursive: true }))

test('a folder is made with those above it; one that is there stays', () => {
  const deep = join(root, 'a', 'b', 'c')
  makeFolder(deep)
  makeFolder(deep)
  expect(statSync(deep).isDirectory()).toBe(true)
})

test('a place where none can be made is named', () => {
  expect(() => makeFolder('/proc/none/db')).toThrow('The folder /proc/none cannot be made')
  const file = join(root, 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(join(file, 'db'))).toThrow(`${file} is no folder.`)
})
