// The portal behind its address. It logs in by itself, keeps the session while it holds, and logs in anew where the portal does
// not know its token any more.
import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { decrypt, encrypt, KEY_BYTES, sealFor } from './cipher.ts'
import { CREDENTIALS, DUPLICATE, OWN_TROUBLE, TOKEN_OVER, TOO_LONG } from './codes.ts'
import type { Outcome, Portal, PortalCredentials, PortalPlace, Registration } from './portal.ts'
import { Acknowledged, CancelledData, Envelope, LoginData, parsed, qrContentOf, RegisteredData } from './shapes.ts'
import { contentOf } from './signed.ts'

export type ClientOptions = PortalPlace & {
  credentials: PortalCredentials
  now: () => Date
  /** How long an answer may take. */
  patienceMs?: number
}
type Session = { token: string; key: Buffer; until: number }
type Asked = { method: 'GET' | 'POST'; path: string; body?: object }
/** A session is given up so long before its end. */
const SPARE_MS = 5 * 60_000

const LOGIN = '/eivital/v1.04/auth'
const INVOICE = '/eicore/v1.03/Invoice'

/** @returns calls that never reject: each ends with an outcome (portal.ts) */
export function portalClient({
  url,
  loginKey,
  signKeys,
  credentials,
  now,
  patienceMs = 20_000,
}: ClientOptions): Portal {
  const sealKey = createPublicKey(loginKey)
  const keys = signKeys.map(pem => createPublicKey(pem))
  const { gstin, clientId, clientSecret, userName, password } = credentials
  const heads = { client_id: clientId, client_secret: clientSecret, Gstin: gstin }
  let session: Session | undefined

  async function ask(asked: Asked, more: Readonly<Record<string, string>>): Promise<Outcome<Envelope>> {
    try {
      const answer = await fetch(`${url}${asked.path}`, {
        method: asked.method,
        headers: { ...heads, ...more, accept: 'application/json', 'content-type': 'application/json' },
        ...(asked.body && { body: JSON.stringify(asked.body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      // What stands before the portal, or the portal itself, knows the session no more: the next call begins a new one.
      if (answer.status === 401 || answer.status === 403) session = undefined
      const envelope = Envelope.safeParse(parsed(await answer.text())).data
      if (!envelope || answer.status >= 500)
        return { is: 'unknown', why: `The portal answered ${answer.status}${envelope ? '' : ' without its own words'}` }
      return envelope.Status === '1' ? { is: 'ok', value: envelope } : refusalOf(envelope, answer.status)
    } catch (error) {
      return { is: 'unknown', why: reasonOf(error, patienceMs) }
    }
  }

  async function login(): Promise<Outcome<Session>> {
    const appKey = randomBytes(KEY_BYTES)
    const content = {
      UserName: userName,
      Password: password,
      AppKey: appKey.toString('base64'),
      ForceRefreshAccessToken: true,
    }
    const sealed = sealedOrNothing(content, sealKey)
    if (sealed === undefined) return { is: 'locked', code: TOO_LONG, text: 'User name and password are too long' }
    const answer = await ask({ method: 'POST', path: LOGIN, body: { Data: sealed } }, {})
    if (answer.is === 'refused') return { is: 'locked', code: answer.code, text: answer.text }
    if (answer.is === 'unknown') return { ...answer, notDone: true }
    if (answer.is !== 'ok') return answer
    const data = LoginData.safeParse(answer.value.Data).data
    if (!data) return { is: 'unknown', why: 'The answer to the login cannot be read', notDone: true }
    try {
      const key = decrypt(data.Sek, appKey)
      session = { token: data.AuthToken, key, until: data.TokenExpiry.getTime() - SPARE_MS }
      return { is: 'ok', value: session }
    } catch {
      return { is: 'unknown', why: 'The key of the session cannot be read', notDone: true }
    }
  }

  /** Asks within a session; once more after a new login where the token is over, which means that nothing was done. */
  async function within<T>(
    asked: Omit<Asked, 'body'> & { data?: object },
    shape: z.ZodType<T>,
    isSecond = false,
  ): Promise<Outcome<T>> {
    const open = session && session.until > now().getTime() ? { is: 'ok' as const, value: session } : await login()
    if (open.is !== 'ok') return open
    const { token, key } = open.value
    const body = asked.data && { Data: encrypt(Buffer.from(JSON.stringify(asked.data)), key) }
    const answer = await ask({ ...asked, ...(body && { body }) }, { user_name: userName, AuthToken: token })
    if (answer.is === 'refused' && TOKEN_OVER.has(answer.code)) {
      session = undefined
      return isSecond
        ? { is: 'unknown', why: `The portal does not take the token that it gave: ${answer.text}`, notDone: true }
        : within(asked, shape, true)
    }
    if (answer.is !== 'ok') return answer
    try {
      const value = shape.safeParse(parsed(decrypt(String(answer.value.Data), key).toString('utf8')))
      return value.success
        ? { is: 'ok', value: value.data }
        : { is: 'unknown', why: 'The answer of the portal cannot be read' }
    } catch {
      // The portal has another key for the session by now: the next call begins a new one.
      session = undefined
      return { is: 'unknown', why: 'The answer of the portal cannot be decrypted' }
    }
  }

  const checked = (outcome: Outcome<z.output<typeof RegisteredData>>): Outcome<Registration> => {
    if (outcome.is !== 'ok') return outcome
    const { value: v } = outcome
    const content = qrContentOf(contentOf(v.SignedQRCode, keys))
    if (!content || contentOf(v.SignedInvoice, keys) === undefined)
      return { is: 'forged', why: 'The answer bears a signature that is not the portal’s' }
    if (content.irn !== v.Irn) return { is: 'forged', why: 'The signed QR code is of another registration' }
    return {
      is: 'ok',
      value: {
        irn: v.Irn,
        ackNo: v.AckNo,
        ackAt: v.AckDt,
        signedQr: v.SignedQRCode,
        signedInvoice: v.SignedInvoice,
        isCancelled: v.Status === 'CNL',
        content,
      },
    }
  }

  return {
    login: async () => {
      const answer = await login()
      return answer.is === 'ok' ? { is: 'ok', value: null } : answer
    },
    register: async document =>
      checked(await within({ method: 'POST', path: INVOICE, data: document }, RegisteredData)),
    byDocument: async ({ type, number, day }) => {
      const query = new URLSearchParams({ doctype: type, docnum: number, docdate: day })
      return checked(await within({ method: 'GET', path: `${INVOICE}/irnbydocdetails?${query}` }, RegisteredData))
    },
    cancel: async ({ irn, reason, remark }) => {
      const data = { Irn: irn, CnlRsn: reason, CnlRem: remark }
      const answer = await within({ method: 'POST', path: `${INVOICE}/Cancel`, data }, CancelledData)
      return answer.is === 'ok' ? { is: 'ok', value: { cancelledAt: answer.value.CancelDate } } : answer
    },
  }
}

/** A login is sealed in one piece: undefined where name and password do not fit into it. */
function sealedOrNothing(content: object, key: KeyObject): string | undefined {
  try {
    return sealFor(content, key)
  } catch {
    return undefined
  }
}

function refusalOf({ ErrorDetails, InfoDtls }: Envelope, status: number): Outcome<Envelope> {
  const [first, ...more] = ErrorDetails ?? []
  if (!first) return { is: 'unknown', why: `The portal refused without a reason (${status})` }
  const code = first.ErrorCode
  const text = [first, ...more].map(e => e.ErrorMessage).join('; ')
  if (OWN_TROUBLE.has(code)) return { is: 'unknown', why: `${code} ${text}` }
  if (CREDENTIALS.has(code)) return { is: 'locked', code, text }
  const before = code === DUPLICATE ? InfoDtls?.find(i => i.InfCd === 'DUPIRN') : undefined
  const known = Acknowledged.safeParse(before?.Desc).data
  return {
    is: 'refused',
    code,
    text,
    ...(known && { known: { irn: known.Irn, ackNo: known.AckNo, ackAt: known.AckDt } }),
  }
}

/** Why there was no answer, in a few words; `fetch` keeps the real reason behind its own. */
function reasonOf(error: unknown, patienceMs: number): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return `The portal did not answer within ${patienceMs / 1000} s`
  return `The portal did not answer: ${cause?.code ?? cause?.message ?? message}`
}
