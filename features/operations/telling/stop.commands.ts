// Stopping mails about alerts by the link in one of them, and letting them come again (ALERT-07).
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import type { AlertChoice } from '#operations/alerts/alert-choices-body.contract.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { changeChoices, FEATURE } from './choice.commands.ts'
import * as store from './choice.store.ts'
import { type Receiver, receiverOf, stopKey } from './stop.rules.ts'

type Link = { of: string; key: string }
/** The receiver of a link, whose key must fit. */
async function receiverBy({ seal, db }: Pick<Services, 'seal' | 'db'>, { of, key }: Link) {
  const receiver = receiverOf(of)
  if (!receiver || stopKey(seal, of) !== key) fail(404, 'This link is not valid')
  const isStopped = await store.isStopped(db, receiver)
  if (isStopped === undefined) fail(404, 'This link is not valid')
  return { receiver, isStopped }
}
const shownName = async ({ db }: Pick<Services, 'db'>, r: Receiver): Promise<string> =>
  'userId' in r ? ((await store.contactOf(db, r.userId))?.email ?? '') : r.address

export async function readStop(services: Services, link: Link) {
  const { receiver, isStopped } = await receiverBy(services, link)
  return { receiver: await shownName(services, receiver), isStopped }
}
/** Stops mails to the receiver of a link, or lets them come again. */
export async function setStop(services: Services, link: Link, isStopped: boolean) {
  const { receiver } = await receiverBy(services, link)
  const by = audit.byProduct('Link of a mail')
  await act(services, async trx => {
    if ('userId' in receiver) {
      const choices = await store.choicesOf(trx, receiver.userId)
      const least = (c: AlertChoice) => (isStopped ? 'Nothing' : c.least === 'Nothing' ? 'Minor' : c.least)
      const next = choices.map(c => (c.channel === 'mail' ? { ...c, least: least(c) } : c))
      return changeChoices(trx, by, receiver.userId, next as AlertChoice[])
    }
    const { companyId, address } = receiver
    if (isStopped) await store.stopAddress(trx, companyId, address, services.now())
    else await store.startAddress(trx, companyId, address)
    await audit.write(trx, by, {
      action: isStopped ? 'stop-mails' : 'start-mails',
      feature: FEATURE,
      recordId: address,
      teamId: companyId,
      after: { address },
    })
  })
  return { receiver: await shownName(services, receiver), isStopped }
}
