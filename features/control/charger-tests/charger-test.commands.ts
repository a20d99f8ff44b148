// Beginning, asking and ending a test of a charger. Nothing here touches a charger of the network.
import { fail, found } from '@wattdesk/wire/route'
import { hashKey, newKey } from '#fleet/chargers/key-hash.crypto.ts'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { newToken } from './charger-test.crypto.ts'
import { isOpen } from './charger-test.rules.ts'
import * as store from './charger-test.store.ts'
import { MOST_A_DAY, MOST_OPEN, type QuestionId, TEST_MINUTES } from './charger-test.words.ts'
import type { ChargerTestBody } from './charger-test-body.contract.ts'
import { readJournal } from './journal.rules.ts'

export const MISSING = 'Test not found'
const OVER = 'The test has ended'

/** `isEncrypted`: the person has opened the portal by https, so that chargers are offered the same. */
export async function createTest(
  services: Services,
  { by, scope }: Caller,
  { name, security_profile: securityProfile }: ChargerTestBody,
  isEncrypted: boolean,
): Promise<{ test: store.TestRow; password: string | null }> {
  const password = securityProfile === 1 ? newKey() : null
  const test = await act(services, async trx => {
    const now = services.now()
    const { teamId } = scope
    const companyId = found(await store.lockCompany(trx, teamId), 'Team not found')
    const { open, day } = await store.counts(trx, companyId, now)
    if (open >= MOST_OPEN) fail(409, `A company has at most ${MOST_OPEN} open tests. End one of them first`)
    if (day >= MOST_A_DAY) fail(409, `A company begins at most ${MOST_A_DAY} tests in a day`)
    const made = await store.create(trx, companyId, {
      teamId,
      name,
      token: newToken(),
      securityProfile,
      keyHash: password === null ? null : hashKey(Buffer.from(password)),
      isEncrypted,
      createdBy: by.username,
      createdAt: now,
      endsAt: new Date(now.getTime() + TEST_MINUTES * 60_000),
    })
    await audit.write(trx, by, {
      action: 'begin-charger-test',
      feature: 'ChargerPoint',
      teamId,
      after: { charger_test_id: made.chargerTestId, name, security_profile: securityProfile },
    })
    return made
  })
  return { test, password }
}

/** Puts questions to the charger that is connected now; its node asks them in their order. */
export const askCharger = (services: Services, { by, scope }: Caller, id: number, questions: readonly QuestionId[]) =>
  act(services, async (trx, then) => {
    const now = services.now()
    const test = found(await store.lock(trx, scope, id), MISSING)
    if (!isOpen(test, now)) fail(409, OVER)
    const { connections, pressed } = readJournal(await store.lines(trx, id))
    if (connections.at(-1)?.closed !== undefined || connections.length === 0)
      fail(409, 'No charger is connected to this test')
    const no = test.connectionNo
    const since = connections.at(-1)?.line.lineId ?? 0
    const waiting = [...pressed].filter(([, p]) => !p.isDone && p.line.lineId > since).map(([question]) => question)
    const twice = questions.find(q => waiting.includes(q))
    if (twice !== undefined) fail(409, 'This is being asked already')
    await store.addLines(
      trx,
      questions.map(question => store.askLine(id, now, { question, no, by: by.username })),
    )
    await audit.write(trx, by, {
      action: 'ask-tested-charger',
      feature: 'ChargerPoint',
      teamId: test.teamId,
      after: { charger_test_id: id, questions: [...questions] },
    })
    then(() => services.bus.changed({ what: 'charger-test', chargerTestId: id }))
  })

export const endTest = (services: Services, { by, scope }: Caller, id: number): Promise<store.TestRow> =>
  act(services, async (trx, then) => {
    const now = services.now()
    const test = found(await store.lock(trx, scope, id), MISSING)
    if (!isOpen(test, now)) fail(409, OVER)
    await store.end(trx, id, now)
    await store.addLines(trx, [store.noteLine(id, now, { note: 'ended', text: `Ended by ${by.username}` })])
    await audit.write(trx, by, {
      action: 'end-charger-test',
      feature: 'ChargerPoint',
      teamId: test.teamId,
      after: { charger_test_id: id, name: test.name },
    })
    then(() => services.bus.changed({ what: 'charger-test', chargerTestId: id }))
    return { ...test, endedAt: now }
  })
