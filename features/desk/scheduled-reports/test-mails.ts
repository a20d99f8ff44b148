// A mail as it came by SMTP: its subject, its text, and the files that came with it.
import type { Mail } from '#operations/telling/test-outside.ts'

export type ReadMail = {
  to: string[]
  subject: string
  text: string
  headers: string
  files: { name: string; bytes: Buffer }[]
}

const unfolded = (head: string): string => head.replaceAll(/\r\n[ \t]+/g, ' ')
const decoded = (head: string, body: string): Buffer =>
  /content-transfer-encoding: base64/i.test(head)
    ? Buffer.from(body, 'base64')
    : Buffer.from(
        body
          .replaceAll('=\r\n', '')
          .replaceAll(/(=[0-9A-F]{2})+/g, hex => Buffer.from(hex.replaceAll('=', ''), 'hex').toString('utf8')),
        'utf8',
      )
/** The words of a header, of which others than ASCII come encoded. */
const words = (text: string): string =>
  text.replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=\s*/gi, (_, way: string, body: string) =>
    way.toUpperCase() === 'B'
      ? Buffer.from(body, 'base64').toString('utf8')
      : decoded('', body.replaceAll('_', ' ')).toString('utf8'),
  )

export function readMail({ to, raw }: Mail): ReadMail {
  const at = raw.indexOf('\r\n\r\n')
  const headers = unfolded(raw.slice(0, at))
  const body = raw.slice(at + 4)
  const subject = words(/^Subject: (.*)$/m.exec(headers)?.[1] ?? '')
  const [, boundary] = /boundary="([^"]+)"/.exec(headers) ?? []
  if (!boundary) return { to, subject, headers, text: decoded(headers, body).toString('utf8'), files: [] }
  const parts = body.split(`--${boundary}`).slice(1, -1)
  const files: ReadMail['files'] = []
  let text = ''
  for (const part of parts) {
    const end = part.indexOf('\r\n\r\n')
    const head = unfolded(part.slice(0, end))
    const bytes = decoded(head, part.slice(end + 4).replace(/\r\n$/, ''))
    const [, name] = /filename="?([^";\r\n]+)"?/.exec(head) ?? []
    if (name === undefined) text = bytes.toString('utf8')
    else files.push({ name, bytes })
  }
  return { to, subject, headers, text, files }
}
