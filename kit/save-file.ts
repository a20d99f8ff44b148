// A file that is not public, handed to the reader.
import { fetchFor, headersFor, refusal } from '@wattdesk/wire/call'
import { download } from './export.ts'

/**
 * Fetches the file behind `link` with the user's token and saves it as `name`; `can`: the right that the file demands.
 */
export async function saveFile(
  link: string,
  name: string,
  needs: Parameters<typeof fetchFor>[0] = { method: 'GET', can: 'signed in' },
): Promise<void> {
  const headers = headersFor(needs)
  const r = await fetchFor(needs, link, { headers })
  if (!r.ok) throw await refusal(needs, r, headers)
  download(await r.blob(), name)
}
