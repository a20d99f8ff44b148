// Tests of chargers at a test address: what travels (GUIDE-02).
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { GROUPS, QUESTION_IDS, STATES } from './charger-test.words.ts'
import { ChargerTestBody } from './charger-test-body.contract.ts'

const int = () => z.number().int()
const text = () => z.string().nullable()

export const ChargerTest = z
  .object({
    charger_test_id: int(),
    /** What is tested, in the words of the person who began. */
    name: z.string(),
    /** The end of the test address: `/ocpp/test/{token}` below the address of the portal, by WebSocket. */
    token: z.string(),
    /** 0: without a password, 1: with one. */
    security_profile: int(),
    /** The offered address is an encrypted one. */
    isEncrypted: z.boolean(),
    createdBy: z.string(),
    createdAt: z.string(),
    /** When it ends, or has ended. */
    endsAt: z.string(),
    isOpen: z.boolean(),
  })
  .meta({ id: 'ChargerTest' })
export type ChargerTest = z.infer<typeof ChargerTest>

export const TestLine = z
  .object({
    line_id: int(),
    at: z.string(),
    /** in and out: frames as they passed, secrets blacked out. note: what happened besides. */
    kind: z.enum(['in', 'out', 'note']),
    message: z.string(),
  })
  .meta({ id: 'TestLine' })
export type TestLine = z.infer<typeof TestLine>

export const TestCheck = z
  .object({
    id: z.string(),
    group: z.enum(GROUPS),
    title: z.string(),
    state: z.enum(STATES),
    expected: z.string(),
    /** What came. */
    came: z.string(),
    /** What to set in the charger; null where nothing is to be mended. */
    mend: text(),
    /** The frame that shows it. */
    line: TestLine.nullable(),
  })
  .meta({ id: 'TestCheck' })
export type TestCheck = z.infer<typeof TestCheck>

const findings = {
  /** The charger is connected now. */
  isConnected: z.boolean(),
  /** ocpp1.6 or ocpp2.0.1, of the newest connection. */
  protocol: text(),
  /** What the charger calls itself at the end of the address; null: nothing. */
  identity: text(),
  vendor: text(),
  model: text(),
  firmware: text(),
  /** The question that is under way. */
  asking: text(),
  checks: z.array(TestCheck),
}
export const ChargerTestResult = z.object({ ...ChargerTest.shape, ...findings }).meta({ id: 'ChargerTestResult' })
export type ChargerTestResult = z.infer<typeof ChargerTestResult>

const ofTeam = z.object({ teamId: recordId() })
const ofTest = z.object({ teamId: recordId(), testId: recordId() })
const path = '/cms/v1/team/{teamId}/charger-test'

export const listChargerTests = endpoint({
  method: 'GET',
  path,
  can: 'ChargerPoint.create',
  summary: 'The tests of chargers of the last day, newest first',
  params: ofTeam,
  data: z.array(ChargerTest),
})
export const createChargerTest = endpoint({
  method: 'POST',
  path,
  can: 'ChargerPoint.create',
  summary: 'Begin a test of a charger; the password of its address is shown this once',
  params: ofTeam,
  body: ChargerTestBody,
  data: ChargerTest,
  /** null: the address has none. */
  beside: { password: text() },
  status: 201,
})
export const getChargerTest = endpoint({
  method: 'GET',
  path: `${path}/{testId}`,
  can: 'ChargerPoint.create',
  summary: 'A test of a charger: what was found so far, and the newest lines of its journal',
  params: ofTest,
  data: ChargerTestResult,
  beside: { lines: z.array(TestLine) },
})
export const getChargerTestReport = endpoint({
  method: 'GET',
  path: `${path}/{testId}/report`,
  can: 'ChargerPoint.create',
  summary: 'The report of a test of a charger: findings, and all lines of its journal',
  isWhole: true,
  params: ofTest,
  data: z.object({ ...ChargerTestResult.shape, reportedAt: z.string(), lines: z.array(TestLine) }),
})
export const askTestedCharger = endpoint({
  method: 'POST',
  path: `${path}/{testId}/question`,
  can: 'ChargerPoint.create',
  summary: 'Ask a charger under test as the central system would',
  params: ofTest,
  body: z.object({ questions: z.array(z.enum(QUESTION_IDS)).min(1).max(QUESTION_IDS.length) }),
  data: z.object({ questions: z.array(z.enum(QUESTION_IDS)) }),
})
export const endChargerTest = endpoint({
  method: 'POST',
  path: `${path}/{testId}/end`,
  can: 'ChargerPoint.create',
  summary: 'End a test of a charger: its address is refused from now on',
  params: ofTest,
  data: ChargerTest,
})
