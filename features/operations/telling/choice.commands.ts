// What a person chooses to be told, and the browsers that take push messages for that person (ALERT-07).
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import type { AlertChoice } from '#operations/alerts/alert-choices-body.contract.ts'
import { MOST_BROWSERS } from '#operations/alerts/alert-telling.words.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { outgoingFault } from '#platform/http/outgoing.ts'
import * as store from './choice.store.ts'
import * as push from './push-browser.store.ts'
import { pushKeys } from './push-key.commands.ts'

type Asked = Pick<Caller, 'who' | 'by'>
/** The audit log keeps choices under this name. */
export const FEATURE = 'AlertChoice'

export async function readChoices(services: Services, userId: number) {
  const { db } = services
  const [choices, contact, browsers, keys] = await Promise.all([
    store.choicesOf(db, userId),
    store.contactOf(db, userId),
    push.listOf(db, userId),
    pushKeys(services),
  ])
  return {
    choices,
    email: contact?.email ?? '',
    phone: contact?.phone ?? null,
    pushKey: keys.publicKey,
    browsers: browsers.map(b => ({
      id: b.pushBrowserId,
      name: b.name,
      since: b.createdAt.toISOString(),
      usedAt: b.usedAt?.toISOString() ?? null,
      endpoint: b.endpoint,
    })),
  }
}

const told = (choices: readonly AlertChoice[]) =>
  Object.fromEntries(choices.map(c => [c.channel, c.from === null ? c.least : `${c.least}, ${c.from} to ${c.to}`]))

/** Changes a person's choices, with their entry in the audit log where something is different. */
export async function changeChoices(
  trx: Trx,
  by: audit.By,
  userId: number,
  choices: readonly AlertChoice[],
): Promise<void> {
  const contact = found(await store.contactOf(trx, userId), 'User not found')
  const before = told(await store.choicesOf(trx, userId))
  const after = told(choices)
  await store.setChoices(trx, userId, choices)
  const isSame = JSON.stringify(before) === JSON.stringify(after)
  const entry = { action: 'update', feature: FEATURE, recordId: userId, teamId: contact.companyId, before, after }
  await audit.writeMany(trx, by, isSame ? [] : [entry])
}

export const setChoices = (services: Services, { who, by }: Asked, choices: readonly AlertChoice[]): Promise<void> =>
  act(services, trx => changeChoices(trx, by, who.userId, choices))

type NewBrowser = { name: string; endpoint: string; keys: { p256dh: string; auth: string } }
export const addBrowser = (
  services: Services,
  { who, by }: Asked,
  { name, endpoint, keys }: NewBrowser,
): Promise<number> =>
  act(services, async trx => {
    const fault = outgoingFault(endpoint, { mayBePrivate: services.mayCallPrivate ?? false, longest: 1000 })
    if (fault) fail(422, fault, { endpoint: fault })
    const own = await push.listOf(trx, who.userId)
    if (own.length >= MOST_BROWSERS && !own.some(b => b.endpoint === endpoint))
      fail(409, `At most ${MOST_BROWSERS} browsers take messages for one person: remove one first`)
    const id = await push.put(trx, { userId: who.userId, name, endpoint, ...keys, at: services.now() })
    await audit.write(trx, by, {
      action: 'create',
      feature: 'PushBrowser',
      recordId: id,
      teamId: who.companyId,
      after: { name },
    })
    return id
  })
export const removeBrowser = (services: Services, { who, by }: Asked, id: number): Promise<void> =>
  act(services, async trx => {
    const browser = await push.get(trx, id)
    if (browser?.userId !== who.userId) fail(404, 'Browser not found')
    await push.forget(trx, id)
    const { name } = browser
    await audit.write(trx, by, {
      action: 'delete',
      feature: 'PushBrowser',
      recordId: id,
      teamId: who.companyId,
      before: { name },
    })
  })
