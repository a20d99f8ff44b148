// The outbox as a page for browsers: each line with its text, and its attachments as links while they are there.
import { escaped } from '@wattdesk/base/text'
import { formatDateTime } from '@wattdesk/base/time'
import type { OutboxLine } from './outbox.contract.ts'

const CHANNELS = { mail: 'Mail', sms: 'Text message', push: 'Push' } as const
const KEPT = {
  mail: 'kept in the outbox: no mail server is set up',
  sms: 'kept in the outbox: no gateway for text messages is set up',
  push: 'kept in the outbox',
} as const

/** A text with its addresses as links; whatever else stands in it stays text. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) => (i % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('')
const attachment = ({ url, fileName, bytes }: OutboxLine['attachments'][number]): string => {
  const name = `${escaped(fileName)}, ${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-IN')} KB`
  return url === null
    ? `<li>${name} (left with the mail, and is removed here)</li>`
    : `<li><a href="${escaped(url)}">${name}</a></li>`
}
function article(line: OutboxLine, zone: string): string {
  const at = (text: string) => escaped(formatDateTime(new Date(text), zone))
  const sent = line.sentAt ? `sent ${at(line.sentAt)}` : 'waits'
  const state = line.error ? `not sent: ${escaped(line.error)}` : line.isKept ? KEPT[line.channel] : sent
  const files = line.attachments.map(attachment).join('')
  return `<article><h2>${escaped(line.subject || CHANNELS[line.channel])}</h2>
<p>${CHANNELS[line.channel]} to ${escaped(line.recipient)}, ${at(line.createdAt)}; ${state}</p>
<pre>${linked(line.body)}</pre>${files && `<ul>${files}</ul>`}</article>`
}

/** `icon`: the address of the icon that a browser shows beside the title. */
export const outboxPage = (lines: readonly OutboxLine[], zone: string, icon: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Outbox</title>
<link rel="icon" href="${escaped(icon)}">
<style>:root{color-scheme:light dark}a{color:light-dark(#0b57d0,#8ab4f8)}body{font:14px/1.5 system-ui,sans-serif;margin:24px auto;max-width:860px;padding:0 16px}
article{border-top:1px solid #8886;padding:12px 0}h2{font-size:16px;margin:0}p{margin:2px 0 8px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font:13px/1.5 ui-monospace,monospace}</style></head>
<body><main><h1>Outbox</h1><p>The newest mails, text messages and push messages of this installation, newest first. Times in ${escaped(zone)}.</p>
${lines.map(l => article(l, zone)).join('\n') || '<p>Nothing was sent yet.</p>'}
</main></body></html>`
