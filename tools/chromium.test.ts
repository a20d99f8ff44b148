// The tests' browser is the one that Debian keeps up to date, though a minimal system names its archive only: the archive's
// Chromium never asks again for a script that once failed to load.
import { expect, test } from 'vitest'
import { securitySource } from './chromium.ts'

test.each([
  ['http://mirror.example/debian/ bookworm main', 'deb http://mirror.example/debian-security bookworm-security main\n'],
  [
    'https://node.example/ nodistro main\nhttp://mirror.example/debian trixie main\nhttp://mirror.example/debian trixie contrib',
    'deb http://mirror.example/debian-security trixie-security main\n',
  ],
  [
    'http://mirror.example/debian/ bookworm main\nhttp://mirror.example/debian-security/ bookworm-security main',
    undefined,
  ],
  ['http://mirror.example/ubuntu/ noble main', undefined],
  ['', undefined],
])('the security suite beside %j', (targets, source) => {
  expect(securitySource(targets)).toBe(source)
})
