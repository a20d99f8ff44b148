// The sandbox behind an address of the local machine: the provider's paths under `/v1`, with the answers that fail on
// request, and its webhooks, told by HTTP with five seconds of patience as the provider does.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Account } from './api.ts'
import { errorBody, providerJson } from './entities.ts'
import { type Faults, makeFaults, type Trouble } from './habits.ts'
import { checkoutPage } from './pages.ts'
import { type Accounts, type Answer, makeSandbox, type SandboxCore } from './sandbox.ts'
import type { SandboxStore } from './store.ts'
import type { Deliver } from './webhooks.ts'

const LONGEST_BODY = 256 * 1024
const WEBHOOK_PATIENCE_MS = 5000
/** The account of the sandbox's only listener. */
const ONLY = 'acc_SandboxTest00'

type Common = {
  store: SandboxStore
  now: () => Date
  faults?: Faults
  /** How often it is looked whether something is due. */
  everyMs?: number
  onError?: (error: unknown) => void
}
export type SandboxServerOptions = Common &
  (
    | {
        /** Without an address nothing is told. */
        webhook: { url: string | undefined; secret: string; oldSecret?: string }
        keyId: string
        keySecret: string
      }
    | { accounts: Accounts; deliver: Deliver }
  )
export type Sandbox = SandboxCore & {
  /** Base address, as `https://api.razorpay.com/v1` is the provider's. */
  url: string
  /** The account of a sandbox that has only one. */
  account: Account
  /** From now on webhooks are told there. */
  tellTo: (url: string) => void
  close: () => Promise<void>
}

/**
 * Starts a sandbox on a free port of the local machine. Every `everyMs` (1000) it tells the webhooks and ends the refunds
 * that are due by `now`.
 * @returns the sandbox, which serves until `close`
 */
export async function startSandbox(options: SandboxServerOptions): Promise<Sandbox> {
  let listener = 'webhook' in options ? options.webhook.url : undefined
  const account: Account =
    'webhook' in options
      ? {
          accountId: ONLY,
          keyId: options.keyId,
          keySecret: options.keySecret,
          webhookSecret: options.webhook.secret,
          ...(options.webhook.oldSecret !== undefined && { oldWebhookSecret: options.webhook.oldSecret }),
        }
      : { accountId: ONLY, keyId: '', keySecret: '', webhookSecret: '' }
  const { store, now, faults = makeFaults(), everyMs = 1000 } = options
  const core = makeSandbox({
    store,
    now,
    faults,
    ...(options.onError && { onError: options.onError }),
    accounts:
      'accounts' in options
        ? options.accounts
        : {
            byKey: keyId => (keyId === account.keyId ? account : undefined),
            byId: id => (id === ONLY ? account : undefined),
          },
    deliver: 'deliver' in options ? options.deliver : told => byHttp(listener, told),
  })
  const server = createServer((request, response) => {
    serve(core, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((ok, no) => server.once('error', no).listen(0, '127.0.0.1', ok))
  const timer = setInterval(() => void core.tick(), everyMs)
  return Object.assign(core, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    account,
    tellTo: (url: string) => {
      listener = url
    },
    close: async () => {
      clearInterval(timer)
      const closed = new Promise(ok => server.close(ok))
      server.closeAllConnections()
      await closed
      await core.idle()
    },
  })
}

const byHttp = async (
  url: string | undefined,
  { eventId, signature, body }: Parameters<Deliver>[0],
): Promise<boolean> => {
  if (url === undefined) return true
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': eventId,
    },
    body: new Uint8Array(body),
    signal: AbortSignal.timeout(WEBHOOK_PATIENCE_MS),
  })
  await answer.body?.cancel()
  return answer.ok
}

async function serve(core: SandboxCore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const path = url.pathname.replace(/^\/v1(?=\/)/, '')
  const { method = 'GET', headers } = request
  const text = await bodyOf(request)
  const fields = { ...Object.fromEntries(url.searchParams), ...Object.fromEntries(new URLSearchParams(text)) }
  const page = path.startsWith('/checkout/')
    ? await checkoutPage(core, { method, path, fields, mayReturnTo: () => true })
    : undefined
  if (page) return void response.writeHead(page.status, page.headers).end(page.body)
  const body = parsed(text)
  const answer: Answer =
    body === undefined
      ? { status: 400, body: errorBody('The request body is no JSON', null) }
      : await core.call({ method, path, query: url.searchParams, headers, body })
  if (answer.fault) return fail(response, answer.fault.what)
  say(response, answer.status, providerJson(answer.body))
}

const say = (response: ServerResponse, status: number, text: string, type = 'application/json'): void =>
  void response.writeHead(status, { 'content-type': type }).end(text)

function fail(response: ServerResponse, what: Trouble): void {
  const words = (text: string, code?: string) => providerJson(errorBody(text, null, code))
  if (what === 'closed') response.destroy()
  else if (what === 'too often') say(response, 429, words('Request failed as too many requests were made'))
  else if (what === 'conflict') say(response, 409, words('A request with the same key is being processed'))
  else if (what === 'server error') say(response, 500, words('We are facing some trouble', 'SERVER_ERROR'))
  else if (what === 'bad gateway') say(response, 502, '<html><body><h1>502 Bad Gateway</h1></body></html>', 'text/html')
  else if (what === 'half an answer') say(response, 200, '{"id":"rfnd_')
  // 'no answer': until whoever asked gives up.
}

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

/** JSON, or nothing at all; undefined of anything else. */
function parsed(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
