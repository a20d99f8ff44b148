// Reads what a report holds as its owner would on the screen (REPORT-02): by the product's own routes, in this process, under
// a token that is made for the moment, kept nowhere and never logged. So rights, scope, shapes and limits are the screen's.
import { buffer } from 'node:stream/consumers'
import { dayOf } from '@wattdesk/base/time'
import type { Services } from '#office/installation/services.ts'
import { readUser, type Who } from '#platform/access/scope.ts'
import { verOf } from './report-owner.store.ts'
import type { ReadingCall } from './report-sources.rules.ts'

/** Why a report is not made: for good, until somebody sees to it; for now; or not as this file. */
export class ReportFault extends Error {
  readonly kind: 'stop' | 'later' | 'no file'
  constructor(kind: ReportFault['kind'], text: string) {
    super(text)
    this.kind = kind
  }
}

export type Owner = { who: Who; token: string }
/** Why a report stops whose owner was deleted, where it is not known any more who that was. */
export const OWNER_GONE = 'The account of its owner was deleted'
/** The owner as of now. @throws ReportFault who was deleted or switched off, or whose company was */
export async function ownerOf(services: Services, userId: number | null): Promise<Owner> {
  if (userId === null) throw new ReportFault('stop', OWNER_GONE)
  const { db, now, timeZone, tokens } = services
  const who = await readUser(db, userId, dayOf(now(), timeZone))
  const ver = who && (await verOf(db, userId))
  if (!who || ver === undefined) throw new ReportFault('stop', 'Its owner can no longer sign in')
  const { username, userType, companyType, companyId } = who
  const token = await tokens.make({ sub: String(userId), username, userType, companyType, companyId, ver })
  return { who, token }
}

type Asked = { params: Record<string, string>; query: Record<string, string> }
const addressOf = ({ path }: ReadingCall, { params, query }: Asked): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = new URLSearchParams(query).toString()
  return asked ? `${filled}?${asked}` : filled
}

/** What a refused call means for the report. */
function faultOf(status: number, message: string, subject: { owner: string; what: string }): ReportFault {
  if (status === 401) return new ReportFault('stop', `${subject.owner} can no longer sign in`)
  if (status === 403 || status === 404)
    return new ReportFault('stop', `${subject.owner} no longer may view ${subject.what}`)
  if (status === 429 || status >= 500) return new ReportFault('later', message)
  return new ReportFault('no file', message)
}

/** The answer of a call as pieces of its bytes. @throws ReportFault for any refusal */
export async function ask(
  services: Services,
  owner: Owner,
  endpoint: ReadingCall,
  asked: Asked,
  what: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { status, pieces } = await services.callInside({
    url: addressOf(endpoint, asked),
    headers: { authorization: `Bearer ${owner.token}` },
  })
  if (status === 200) return pieces
  const text = (await buffer(pieces)).toString('utf8')
  throw faultOf(status, messageIn(text) ?? `The answer was ${status}`, { owner: owner.who.username, what })
}
function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** The whole answer of a call that is short. */
export async function askAll<T>(
  services: Services,
  owner: Owner,
  endpoint: ReadingCall,
  asked: Asked,
  what: string,
): Promise<T> {
  return JSON.parse((await buffer(await ask(services, owner, endpoint, asked, what))).toString('utf8')) as T
}
