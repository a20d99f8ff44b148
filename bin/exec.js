#!/usr/bin/env node
// `exec` for the shell of Windows, which has no such word: the scripts of package.json begin with it, because in other shells it
// leaves no shell between npm and the program, so that signals reach the program. Those shells never look here.
import { spawn } from 'node:child_process'

const [program, ...args] = process.argv.slice(2)
const child = spawn(program === 'node' ? process.execPath : program, args, { stdio: 'inherit' })
// Ctrl-C reaches both; the end of the program is waited for.
process.on('SIGINT', () => undefined)
child.on('error', error => {
  console.error(error.message)
  process.exit(1)
})
child.on('exit', code => process.exit(code ?? 1))
