// The files that mails carry: kept in the file store until the mail server has taken the mail, however often the product is
// started anew before.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { formatBytes } from '@wattdesk/base/text'
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import type { Made } from '#platform/documents/documents.ts'
import type { Files } from '#platform/files/files.ts'
import { type Attachment, KEPT_MS } from './mail.store.ts'

/** What mail servers take as a rule, once the bytes are written as text. */
const MOST_BYTES = 10 * 1024 * 1024
export const FOLDER = 'mail'
const DAY_MS = 86_400_000
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/**
 * Stores a document for one mail, and removes it where it was made. Until the mail is posted nobody names the file:
 * whoever posts none removes it by `removeAttachments`.
 * @throws HttpFailure 422 for more than 10 MB; FileStoreAway
 */
export async function attach({ files, now }: Pick<Services, 'files' | 'now'>, made: Made): Promise<Attachment> {
  const { path, fileName, type } = made
  const name = `${FOLDER}/${dayOf(now())}/${randomUUID()}`
  try {
    const bytes = await files.take(name, createReadStream(path), MOST_BYTES)
    if (bytes === 'too long')
      fail(422, `A mail carries ${formatBytes(MOST_BYTES)} at most, and ${fileName} has ${formatBytes(made.bytes)}`)
    if (bytes === 'broken off') throw new Error(`${fileName} could not be read`)
    return { name, fileName, type, bytes }
  } finally {
    await made.remove()
  }
}

export async function removeAttachments(files: Files, attachments: readonly Attachment[]): Promise<void> {
  for (const { name } of attachments) await files.remove(name)
}

/** Removes the files of mails that are past their time, and those that a crash left without a mail. Answers how many. */
export async function removeOldAttachments({ files, now }: Pick<Services, 'files' | 'now'>): Promise<number> {
  const last = dayOf(new Date(now().getTime() - KEPT_MS - DAY_MS))
  let removed = 0
  for await (const name of files.list(FOLDER)) {
    const day = name.split('/')[1] ?? ''
    if (day >= last) continue
    await files.remove(name)
    removed++
  }
  return removed
}
