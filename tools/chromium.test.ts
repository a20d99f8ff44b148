// The tests' browser is the Chromium of Debian's updates, though a minimal system names its archive only: the archive's
// Chromium never asks again for a script after a failed load.
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
