// Processes as the kernel shows them (/proc): a minimal Debian has no `ps`.
import { readdirSync, readFileSync } from 'node:fs'

/** The state letter of a process (proc(5)) and the id of its parent; undefined where no such process is. */
function processAt(pid: number): { state: string; parentPid: number } | undefined {
  try {
    // The name before the last bracket may hold spaces and brackets.
    const [state = '', parentPid] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { state, parentPid: Number(parentPid) }
  } catch {
    return undefined
  }
}

/** The ids of the processes that a process has started. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(child => processAt(child)?.parentPid === pid)

/** Whether a process is there and has not ended: a zombie has ended, and only waits for its parent. */
export const isAlive = (pid: number): boolean => {
  const found = processAt(pid)
  return found !== undefined && found.state !== 'Z'
}
