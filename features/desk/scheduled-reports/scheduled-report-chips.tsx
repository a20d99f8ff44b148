// The state of a scheduled report, and how a run of it ended.
import { ToneChip } from '#kit/status-chip.tsx'
import type { ReportState, RunResult } from './scheduled-report.words.ts'

const STATE_TONES = { Active: 'success', Paused: 'neutral', Stopped: 'fault' } as const
export const ReportStateChip = ({ state }: { state: string }) => (
  <ToneChip tone={STATE_TONES[state as ReportState] ?? 'neutral'} label={state} />
)
const RESULT_TONES = {
  Sent: 'success',
  'Sent as a link': 'success',
  'Sent without a file': 'warning',
  'Kept in the outbox': 'warning',
  Failed: 'fault',
  Stopped: 'fault',
} as const
export const ResultChip = ({ result, isTest = false }: { result: string; isTest?: boolean }) => (
  <ToneChip tone={RESULT_TONES[result as RunResult] ?? 'neutral'} label={isTest ? `Test: ${result}` : result} />
)
