// The programs of a cluster that Debian brings: found on the machine, or installed.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const PROGRAMS = { haproxy: 'haproxy', nats: 'nats-server' } as const
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin', '/usr/local/bin']

/** The path of a program, where the machine has it. */
export const find = (program: string): string | undefined =>
  FOLDERS.map(folder => join(folder, program)).find(path => existsSync(path))

/** How each is started: its path, and what stands before its arguments. */
export type Programs = Record<keyof typeof PROGRAMS, readonly string[]>

/** HAProxy and the NATS server. Installs what is missing where it may; throws a text for people. */
export function programs(): Programs {
  const missing = Object.values(PROGRAMS).filter(p => !find(p))
  if (missing.length > 0) install(missing)
  const paths = Object.entries(PROGRAMS).map(([key, program]) => {
    const path = find(program)
    if (!path) throw new Error(`${program} is missing: apt-get install ${Object.values(PROGRAMS).join(' ')}`)
    return [key, [path]]
  })
  return Object.fromEntries(paths) as Programs
}

function install(packages: readonly string[]): void {
  const [command = 'apt-get', ...prefix] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  console.log(`installing ${packages.join(' and ')} …`)
  for (const args of [
    ['update', '-qq'],
    ['install', '-qq', '-y', '--no-install-recommends', ...packages],
  ])
    spawnSync(command, [...prefix, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
}
