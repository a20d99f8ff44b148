// A file that is not public, handed to the reader.
import { headersFor, refusal } from '@wattdesk/wire/call'
import { download } from './export.ts'

/** Fetches the file behind `link` with the reader's token and hands it over as `name`; `can`: the right that it asks for. */
export async function saveFile(
  link: string,
  name: string,
  needs: { can: unknown } = { can: 'signed in' },
): Promise<void> {
  const headers = headersFor(needs)
  const r = await fetch(link, { headers })
  if (!r.ok) throw await refusal(needs, r, headers)
  download(await r.blob(), name)
}
