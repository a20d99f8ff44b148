// The sandbox's checkout as pages of plain HTML: what is to be paid, card or UPI, a button in place of a bank; then a form
// that goes by itself to the address where the driver is awaited, with the signed answer, as the real checkout does. Test
// addresses: success@razorpay and failure@razorpay.
import { createHash } from 'node:crypto'
import { type Plan, Refusal } from './entities.ts'
import type { Payer } from './payments.ts'
import type { Paid, SandboxCore } from './sandbox.ts'

export type PageAsked = {
  method: string
  /** `/checkout/embedded`, `/checkout/pay`. */
  path: string
  fields: Readonly<Record<string, string>>
  /** Whether a driver may be sent back there. */
  mayReturnTo: (url: URL) => boolean
}
export type PageAnswer = { status: number; headers: Record<string, string>; body: string }

const STYLE = `body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f4f5f7;color:#1b1f24}
main{max-width:26rem;margin:0 auto;padding:1rem}
section{background:#fff;border:1px solid #d9dde3;border-radius:10px;padding:1rem;margin-top:1rem}
h1{font-size:1.1rem;margin:.25rem 0}.sum{font-size:1.75rem;font-weight:600;font-variant-numeric:tabular-nums}
.note{background:#fff4d6;border:1px solid #e5c25a;border-radius:10px;padding:.6rem 1rem;color:#4d3800}
label{display:block;margin-top:.75rem}fieldset{border:0;margin:0;padding:0}fieldset label{min-height:2.75rem}
input[type=text],select{font:inherit;width:100%;box-sizing:border-box;min-height:2.75rem;padding:.5rem;border:1px solid #8a929c;border-radius:8px;background:#fff;color:inherit}
button{font:inherit;font-weight:600;width:100%;min-height:3rem;margin-top:1rem;border:0;border-radius:8px;background:#0b5cad;color:#fff}
button.quiet{background:none;color:#0b5cad;font-weight:400}summary{margin-top:1rem;min-height:2rem}
:focus-visible{outline:3px solid #0b5cad;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#101318;color:#e8eaed}section{background:#191d24;border-color:#333a45}
.note{background:#3a2f10;color:#ffe7a3;border-color:#7a6420}input[type=text],select{background:#101318;border-color:#7b8694}button.quiet{color:#8ec2ff}}`
const GO = 'document.forms[0].submit()'
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const esc = (text: string): string => text.replaceAll(/[&<>"']/g, c => ESCAPES[c] ?? c)
const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${esc(name)}" value="${esc(value)}">`)
    .join('')
const option = (value: string, label: string) => `<option value="${value}">${label}</option>`

function page(status: number, title: string, body: string, formsGoTo: string[] = []): PageAnswer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        `style-src ${hash(STYLE)}`,
        `script-src ${hash(GO)}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
        `form-action ${["'self'", ...formsGoTo].join(' ')}`,
      ].join('; '),
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${esc(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`,
  }
}
const refused = (text: string, status = 400) =>
  page(status, 'Payment', `<section><h1>This payment cannot be made</h1><p>${esc(text)}</p></section>`)

/** An address of the web where the driver may be sent; undefined of any other text. */
function returnUrl(text: string | undefined, mayReturnTo: PageAsked['mayReturnTo']): URL | undefined {
  const url = text && URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && mayReturnTo(url) ? url : undefined
}
const rupees = (paise: number) =>
  `₹${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Serves a page of the checkout; undefined of another path. */
export async function checkoutPage(sandbox: SandboxCore, asked: PageAsked): Promise<PageAnswer | undefined> {
  const { method, path, fields, mayReturnTo } = asked
  if (!/^\/checkout\/(embedded|pay)$/.test(path)) return undefined
  const order = await sandbox.order(fields.order_id ?? '', fields.key_id ?? '')
  if (!order) return refused('There is no such order.')
  const callback = returnUrl(fields.callback_url, mayReturnTo)
  if (!callback) return refused('The address to return to is missing or not allowed.')
  const cancel = returnUrl(fields.cancel_url, mayReturnTo)
  const goTo = [callback, cancel].filter(u => u !== undefined).map(u => u.origin)
  if (path === '/checkout/embedded') {
    if (order.status === 'paid') return refused('This order is paid already.')
    return page(200, 'Payment', choice(order.amount, fields, cancel), goTo)
  }
  if (method !== 'POST') return refused('Please begin anew.', 405)
  try {
    return page(200, 'Payment', back(await sandbox.pay(order.id, payerOf(fields)), callback), goTo)
  } catch (error) {
    if (error instanceof Refusal) return refused(error.message)
    throw error
  }
}

const METHODS = [
  ['upi', 'UPI'],
  ['card', 'Card (a test credit card)'],
  ['rupay', 'Card (a test RuPay debit card)'],
] as const
const RUPAY_DEBIT = { network: 'RuPay', type: 'debit' } as const
function choice(amount: number, fields: PageAsked['fields'], cancel: URL | undefined): string {
  const { method: _m, vpa: _v, outcome: _o, refunds: _r, ...kept } = fields
  const chosen = fields['prefill[method]'] === 'card' ? 'card' : 'upi'
  return `<p class="note" role="note">Sandbox: no money moves.</p>
<section><h1>${esc(fields.name ?? 'Payment')}</h1><div>${esc(fields.description ?? '')}</div><div class="sum">${rupees(amount)}</div>
<form method="post" action="pay">${hidden(kept)}
<fieldset><legend>Pay by</legend>
${METHODS.map(([value, label]) => `<label><input type="radio" name="method" value="${value}"${value === chosen ? ' checked' : ''}> ${label}</label>`).join('\n')}</fieldset>
<label>UPI address<input type="text" name="vpa" value="success@razorpay" autocapitalize="none" autocomplete="off" spellcheck="false"></label>
<details><summary>What shall happen</summary>
<label>The payment<select name="outcome">${option('', 'As the UPI address says')}${option('success', 'Succeeds')}${option('failure', 'Fails')}${option('late', 'Fails, and is authorised after a minute')}</select></label>
<label>Its refunds<select name="refunds">${option('', 'Are processed at once')}${option('pending', 'Are processed after a while')}${option('failed', 'Fail after a while')}${option('no reference', 'Are processed without a reference number')}</select></label>
</details>
<button>Pay ${rupees(amount)}</button></form>
${cancel ? `<form method="get" action="${esc(cancel.href)}">${hidden(Object.fromEntries(cancel.searchParams))}<button class="quiet">Cancel</button></form>` : ''}</section>`
}

const LONGEST = 255
const OUTCOMES: readonly string[] = ['success', 'failure', 'late']
const REFUNDS: readonly string[] = ['processed', 'pending', 'failed', 'no reference']
function payerOf(f: PageAsked['fields']): Payer {
  const notes = Object.entries(f).flatMap(([name, value]) => {
    const key = /^notes\[(.{1,256})\]$/.exec(name)?.[1]
    return key === undefined ? [] : [[key, value] as const]
  })
  return {
    method: f.method === 'card' || f.method === 'rupay' ? 'card' : 'upi',
    ...(f.method === 'rupay' && { card: RUPAY_DEBIT }),
    ...(f.vpa && { vpa: f.vpa.slice(0, LONGEST) }),
    ...(f['prefill[email]'] && { email: f['prefill[email]'].slice(0, LONGEST) }),
    ...(f['prefill[contact]'] && { contact: f['prefill[contact]'].slice(0, LONGEST) }),
    ...(f.description && { description: f.description.slice(0, LONGEST) }),
    ...(notes.length > 0 && { notes: Object.fromEntries(notes) }),
    plan: {
      ...(OUTCOMES.includes(f.outcome ?? '') && { outcome: f.outcome as Plan['outcome'] }),
      ...(REFUNDS.includes(f.refunds ?? '') && { refunds: f.refunds as Plan['refunds'] }),
    },
  }
}

/** Sends the browser on its way back by itself, or by a button where scripts are off. */
function back({ payment: p, signed }: Paid, callback: URL): string {
  const told = signed ?? {
    'error[code]': p.error_code ?? '',
    'error[description]': p.error_description ?? '',
    'error[source]': p.error_source ?? '',
    'error[step]': p.error_step ?? '',
    'error[reason]': p.error_reason ?? '',
    'error[metadata]': JSON.stringify({ payment_id: p.id, order_id: p.order_id }),
  }
  return `<section><h1>${signed ? 'Paid' : 'Not paid'}</h1><form method="post" action="${esc(callback.href)}">${hidden(told)}<button>Continue</button></form></section><script>${GO}</script>`
}
