// The actions on a test of a charger: ask, end, save the report.
import Download from '@mui/icons-material/FileDownloadOutlined'
import HighlightOff from '@mui/icons-material/HighlightOffOutlined'
import PlayArrow from '@mui/icons-material/PlayArrowOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { download } from '#kit/export.ts'
import type { ChargerTestResult } from './charger-test.contract.ts'
import * as calls from './charger-test.contract.ts'
import { QUESTIONS, type Question, type QuestionId } from './charger-test.words.ts'

/** A side of the page for new charge points: whoever may add one may test. */
export const TEST_PATH = '/charger/new?tab=test'
export const testPath = (id: number): string => `${TEST_PATH}&test=${id}`
const READS = [calls.getChargerTest, calls.listChargerTests] as const

/** The whole address that is entered in the charger. */
export function addressOf({ token, isEncrypted }: Pick<ChargerTestResult, 'token' | 'isEncrypted'>): string {
  return `${isEncrypted ? 'wss' : 'ws'}://${window.location.host}/ocpp/test/${token}`
}

type Shown = Pick<ChargerTestResult, 'charger_test_id' | 'name' | 'isOpen' | 'isConnected'>
const mayAsk = (t: Shown): boolean | string => t.isConnected || 'No charger is connected to this test'

const ask =
  (t: Shown, questions: QuestionId[]) =>
  async (_: unknown, { teamId }: { teamId: number }) => {
    await call(calls.askTestedCharger, { params: { teamId, testId: t.charger_test_id }, body: { questions } })
  }
export const askOne = (t: Shown, { id, label, help, moves }: Question & { id: QuestionId }): Action => ({
  id: `ask-${id}`,
  label: `Ask: ${label}`,
  icon: PlayArrow,
  right: 'ChargerPoint.create',
  when: () => mayAsk(t),
  ...(moves && { confirm: () => ({ title: `${label}?`, text: `The charger does it for real. ${help}`, yes: label }) }),
  run: ask(t, [id]),
  refreshes: READS,
})
/** All that moves nothing and needs nobody at the charger. */
const HARMLESS = QUESTIONS.filter(q => !q.moves && q.id !== 'refuse').map(q => q.id)
export const askHarmless = (t: Shown): Action => ({
  id: 'ask-harmless',
  label: 'Ask all that moves nothing',
  icon: PlayArrow,
  right: 'ChargerPoint.create',
  when: () => mayAsk(t),
  run: ask(t, HARMLESS),
  refreshes: READS,
})

export const endTest = (t: Shown): Action => ({
  id: 'end-charger-test',
  label: 'End test',
  icon: HighlightOff,
  right: 'ChargerPoint.create',
  when: () => t.isOpen,
  confirm: () => ({
    title: `End the test ${t.name}?`,
    text: 'Its address is refused from now on. What was found stays for a day.',
    yes: 'End test',
  }),
  run: (_, { teamId }) => call(calls.endChargerTest, { params: { teamId, testId: t.charger_test_id } }),
  refreshes: READS,
})

export const saveReport = (t: Shown): Action => ({
  id: 'save-charger-test-report',
  label: 'Download report',
  icon: Download,
  right: 'ChargerPoint.create',
  run: async (_, { teamId }) => {
    const reply = await call(calls.getChargerTestReport, { params: { teamId, testId: t.charger_test_id } })
    const blob = new Blob([JSON.stringify(reply.data, null, 2)], { type: 'application/json' })
    download(blob, `charger-test-${t.charger_test_id}.json`)
  },
})
