// The form of a finding: what was expected, what came, and what to set in the charger to mend it.
import type { CheckGroup, CheckState } from './charger-test.words.ts'
import type { Journal, Line } from './journal.rules.ts'
import type { Told } from './told.rules.ts'

export type Finding = {
  id: string
  group: CheckGroup
  title: string
  state: CheckState
  expected: string
  came: string
  mend: string | null
  line: Line | null
}
/** The facts that findings are made of. */
export type Facts = {
  journal: Journal
  told: Told
  test: { securityProfile: number; isEncrypted: boolean; token: string }
  /** Until when the charger could have spoken: now, or the end of its connection. */
  untilMs: number
}

type Verdict = { state: CheckState; came: string; line?: Line | undefined }
export const passed = (came: string, line?: Line): Verdict => ({ state: 'passed', came, line })
export const missing = (came: string, line?: Line): Verdict => ({ state: 'missing', came, line })
export const wrong = (came: string, line?: Line): Verdict => ({ state: 'wrong', came, line })
export const untried = (came: string): Verdict => ({ state: 'not tried', came })

/** A finding of a row: what it asks for, and the verdict. What passed needs no mending. */
export const finding = (
  row: Pick<Finding, 'id' | 'group' | 'title' | 'expected'> & { mend: string },
  { state, came, line }: Verdict,
): Finding => ({
  ...row,
  state,
  came,
  mend: state === 'passed' || state === 'not tried' ? null : row.mend,
  line: line ?? null,
})

export const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`
/** `1 message`, `2 messages` */
export const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
