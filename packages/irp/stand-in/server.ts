// The portal behind an address of the local machine, for tests and for an installation in test mode: its paths, its encryption,
// its signatures and its refusals, with keys of its own. What it registers has no meaning in law.
import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { decrypt, encrypt, KEY_BYTES, openSealed } from '../src/cipher.ts'
import { CANCEL_HOURS, CANCEL_REASONS, LONGEST_REMARK } from '../src/codes.ts'
import { type DocumentName, type DocumentType, nameOf } from '../src/document.ts'
import { irnOf } from '../src/irn.ts'
import type { PortalCredentials, PortalPlace } from '../src/portal.ts'
import { signedBy } from '../src/signed.ts'
import type { Registered, StandInBooks } from './books.ts'
import { type Fault, faultsOf } from './checks.ts'
import { type Call, type Faults, makeFaults, type Trouble } from './faults.ts'

export type StandInOptions = {
  books: StandInBooks
  now: () => Date
  /** Who may log in with a GST number; undefined for a number that the portal does not know. */
  accountOf: (gstin: string) => PortalCredentials | undefined
  faults?: Faults
}
export type StandIn = { place: PortalPlace; faults: Faults; close: () => Promise<void> }

const HOUR_MS = 3_600_000
const SESSION_HOURS = 6
/** The portal shows a document for so long after its registration. */
const SHOWN_DAYS = 3
const LONGEST_BODY = 2 * 1024 * 1024

/** A refusal in the portal's words. */
class Refusal extends Error {
  readonly errors: readonly Fault[]
  readonly info: readonly object[] | null
  constructor(errors: readonly Fault[], info: readonly object[] | null = null) {
    super(errors[0]?.text)
    this.errors = errors
    this.info = info
  }
}
const refuse = (code: string, text: string, info?: object): never => {
  throw new Refusal([{ code, text }], info ? [info] : null)
}

/** 'yyyy-MM-dd HH:mm:ss' in India. */
const timeText = (ms: number): string => new Date(ms + 5.5 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')
/** Fifteen digits, always the same for a number. */
const ackNoOf = (irn: string): number =>
  100_000_000_000_000 + (Number.parseInt(irn.slice(0, 13), 16) % 90_000_000_000_000)

type Pair = { publicKey: string; privateKey: KeyObject }
const newPair = async (): Promise<Pair> => {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { publicKey, privateKey: createPrivateKey(privateKey) }
}

type Session = { gstin: string; user: string; key: Buffer; until: number }
type Head = (name: string) => string
type Asked = { call: Call; head: Head; query: URLSearchParams; body: unknown }

/** Starts the portal on a free port of the local machine. */
export async function startStandIn({ books, now, accountOf, faults = makeFaults() }: StandInOptions): Promise<StandIn> {
  const [logins, signatures, stranger] = await Promise.all([newPair(), newPair(), newPair()])
  const sessions = new Map<string, Session>()

  function login({ head, body }: Asked): object {
    const account = accountOf(head('Gstin')) ?? refuse('1010', 'Invalid GSTIN')
    if (head('client_id') !== account.clientId || head('client_secret') !== account.clientSecret)
      refuse('1007', 'Authentication failed: invalid client id or client secret')
    const asked = openSealed((body as { Data: string }).Data, logins.privateKey) as Record<string, string>
    if (asked.UserName !== account.userName || asked.Password !== account.password)
      refuse('3002', 'Invalid login credentials')
    const key = randomBytes(KEY_BYTES)
    const token = randomBytes(24).toString('base64url')
    const until = now().getTime() + SESSION_HOURS * HOUR_MS
    sessions.set(token, { gstin: account.gstin, user: account.userName, key, until })
    return {
      ClientId: account.clientId,
      UserName: account.userName,
      AuthToken: token,
      Sek: encrypt(key, Buffer.from(asked.AppKey ?? '', 'base64')),
      TokenExpiry: timeText(until),
    }
  }

  function sessionOf({ head }: Asked): Session {
    const s = sessions.get(head('AuthToken'))
    const holds = s && s.until > now().getTime() && s.gstin === head('Gstin') && s.user === head('user_name')
    return holds ? s : refuse('1005', 'Invalid Token')
  }

  function shown(r: Registered, key: KeyObject): object {
    const { document: d, irn } = r
    const acknowledged = { AckNo: ackNoOf(irn), AckDt: timeText(r.ackAt), Irn: irn }
    const qr = {
      SellerGstin: d.SellerDtls.Gstin,
      BuyerGstin: d.BuyerDtls.Gstin,
      DocNo: d.DocDtls.No,
      DocTyp: d.DocDtls.Typ,
      DocDt: d.DocDtls.Dt,
      TotInvVal: d.ValDtls.TotInvVal,
      ItemCnt: d.ItemList.length,
      MainHsnCode: d.ItemList[0]?.HsnCd,
      Irn: irn,
      IrnDt: timeText(r.ackAt),
    }
    return {
      ...acknowledged,
      SignedInvoice: signedBy({ ...acknowledged, ...d }, key),
      SignedQRCode: signedBy(qr, key),
      Status: r.cancelledAt === null ? 'ACT' : 'CNL',
      Remarks: null,
    }
  }

  async function register(sent: unknown, s: Session, key: KeyObject): Promise<object> {
    const at = now().getTime()
    const checked = faultsOf(sent, s.gstin, at)
    if ('faults' in checked) throw new Refusal(checked.faults)
    const { document } = checked
    const irn = irnOf(s.gstin, nameOf(document))
    const r: Registered = { irn, gstin: s.gstin, document, ackAt: at, cancelledAt: null }
    if (await books.add(r)) return shown(r, key)
    const before = (await books.get(irn)) as Registered
    if (before.cancelledAt !== null)
      refuse('2278', 'IRN is already generated and cancelled, it cannot be generated again')
    const Desc = { AckNo: ackNoOf(irn), AckDt: timeText(before.ackAt), Irn: irn }
    return refuse('2150', 'Duplicate IRN', { InfCd: 'DUPIRN', Desc })
  }

  async function byDocument(query: URLSearchParams, s: Session, key: KeyObject): Promise<object> {
    const [type, number, day] = ['doctype', 'docnum', 'docdate'].map(n => query.get(n) ?? '')
    const name: DocumentName = { type: type as DocumentType, number: number ?? '', day: day ?? '' }
    const r = await books.get(irnOf(s.gstin, name))
    if (!r || r.document.DocDtls.Dt !== day) return refuse('2154', 'IRN details are not found')
    if (now().getTime() - r.ackAt > SHOWN_DAYS * 24 * HOUR_MS)
      refuse('2283', `IRN details cannot be provided as it is generated more than ${SHOWN_DAYS} days prior`)
    return shown(r, key)
  }

  async function cancel(sent: unknown, s: Session): Promise<object> {
    const { Irn = '', CnlRsn = '', CnlRem = '' } = sent as Record<string, string>
    if (!(CANCEL_REASONS as readonly string[]).includes(CnlRsn)) refuse('5010', 'The field CnlRsn must be 1 to 4')
    if (CnlRem.length > LONGEST_REMARK || CnlRem === '')
      refuse('5010', `The field CnlRem must be a string of 1 to ${LONGEST_REMARK} characters`)
    const found = await books.get(Irn)
    const r = found?.gstin === s.gstin ? found : refuse('2148', 'Requested IRN data is not available')
    if (r.cancelledAt !== null) refuse('9999', 'Invoice is not active')
    const at = now().getTime()
    if (at - r.ackAt > CANCEL_HOURS * HOUR_MS)
      refuse('2270', 'The allowed cancellation time limit is crossed, you cannot cancel the IRN')
    await books.cancel(Irn, at)
    return { Irn, CancelDate: timeText(at) }
  }

  async function answer(asked: Asked, fault: Trouble | undefined): Promise<object> {
    try {
      if (asked.call === 'login') return { Status: 1, Data: login(asked), ErrorDetails: null, InfoDtls: null }
      if (fault === 'token over') sessions.delete(asked.head('AuthToken'))
      const s = sessionOf(asked)
      const key = fault === 'forged' ? stranger.privateKey : signatures.privateKey
      const sent = () => JSON.parse(decrypt((asked.body as { Data: string }).Data, s.key).toString('utf8'))
      const data =
        asked.call === 'register'
          ? await register(sent(), s, key)
          : asked.call === 'cancel'
            ? await cancel(sent(), s)
            : await byDocument(asked.query, s, key)
      const Data = encrypt(Buffer.from(JSON.stringify(data)), fault === 'other key' ? randomBytes(KEY_BYTES) : s.key)
      return { Status: 1, Data, ErrorDetails: null, InfoDtls: null }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const ErrorDetails = error.errors.map(e => ({ ErrorCode: e.code, ErrorMessage: e.text }))
      return { Status: 0, Data: null, ErrorDetails, InfoDtls: error.info }
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://portal')
    const call = CALLS[`${request.method} ${url.pathname}`]
    const text = await bodyOf(request)
    if (!call) return void response.writeHead(404).end()
    const fault = faults.take(call)
    if (fault === 'maintenance') return say(response, 503, '<html><body>The portal is under maintenance</body></html>')
    if (fault === 'server error') return say(response, 500, '{"message":"Internal error"}')
    if (fault === 'connection lost') return void response.destroy()
    if (fault === 'application error') return say(response, 200, JSON.stringify(APPLICATION_ERROR))
    const head: Head = name => String(request.headers[name.toLowerCase()] ?? '')
    const body = text === '' ? undefined : JSON.parse(text)
    const said = await answer({ call, head, query: url.searchParams, body }, fault)
    if (fault === 'answer lost') return void response.destroy()
    // 'no answer': until whoever asked gives up.
    if (fault !== 'no answer') say(response, 200, JSON.stringify(said))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((ok, no) => server.once('error', no).listen(0, '127.0.0.1', ok))
  return {
    faults,
    place: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      loginKey: logins.publicKey,
      signKeys: [signatures.publicKey],
    },
    close: async () => {
      const closed = new Promise(ok => server.close(ok))
      server.closeAllConnections()
      await closed
    },
  }
}

const CALLS: Readonly<Record<string, Call>> = {
  'POST /eivital/v1.04/auth': 'login',
  'POST /eicore/v1.03/Invoice': 'register',
  'GET /eicore/v1.03/Invoice/irnbydocdetails': 'byDocument',
  'POST /eicore/v1.03/Invoice/Cancel': 'cancel',
}
const APPLICATION_ERROR = {
  Status: 0,
  Data: null,
  ErrorDetails: [{ ErrorCode: '5002', ErrorMessage: 'Application error, please try again' }],
  InfoDtls: null,
}
const say = (response: ServerResponse, status: number, text: string): void =>
  void response.writeHead(status, { 'content-type': text.startsWith('<') ? 'text/html' : 'application/json' }).end(text)

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    length += (piece as Buffer).length
    if (length > LONGEST_BODY) throw new Error('The body is too long')
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces).toString('utf8')
}
