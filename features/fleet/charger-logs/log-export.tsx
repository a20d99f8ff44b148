// The file of the log: the rows of the interval, all finds of a search, or every message kept (D-LOG-5), however many:
// only a page and a piece of the file are held at a time.
import Download from '@mui/icons-material/FileDownloadOutlined'
import { Button } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { useState } from 'react'
import { download } from '#kit/export.ts'
import { csvNotice } from '#kit/export-cells.ts'
import { modeNow } from '#kit/mode.ts'
import { notify } from '#kit/notices.tsx'
import { type LogEntry, listLog, MAX_LOG_PAGE, searchLog } from './charger-log.contract.ts'
import { type LogRow, logsHead, logsText } from './charger-log.rules.ts'
import { PAGE } from './log-feed.tsx'
import type { SearchQuery } from './log-search.rules.ts'

/** Characters given to the browser at a time, which may keep them on its disk. */
const PIECE = 1 << 20
type Page = { data: LogEntry[]; next: string | null }

type ExportProps = {
  teamId: number
  chargepointId: string
  /** The rows of the interval; without them every page is read. */
  rows: readonly LogRow[] | undefined
  /** The search; without it all messages are read. */
  search: SearchQuery | undefined
  total: number | undefined
}
export function ExportButton({ teamId, chargepointId, rows, search, total = 0 }: ExportProps) {
  const [done, setDone] = useState<number>()
  async function* readAll(): AsyncGenerator<readonly LogRow[]> {
    let before: string | null | undefined
    while (before !== null) {
      const paging = { limit: MAX_LOG_PAGE, ...(before && { before }) }
      const params = { teamId, chargepointId }
      const page: Page = search
        ? await call(searchLog, { params, query: { ...search, ...paging } })
        : await call(listLog, { params, query: paging })
      yield page.data
      before = page.next
    }
  }
  const save = async () => {
    setDone(0)
    try {
      const pieces: Blob[] = []
      let text = `\ufeff${logsHead()}`
      let count = 0
      for await (const some of rows ? [rows] : readAll()) {
        text += logsText(some, { before: count, size: PAGE })
        count += some.length
        setDone(count)
        if (text.length < PIECE) continue
        pieces.push(new Blob([text]))
        text = ''
      }
      download(
        new Blob([...pieces, text, '\r\n', csvNotice(await modeNow())], { type: 'text/csv;charset=utf-8' }),
        'Logs.csv',
      )
    } catch (e) {
      notify.error(e)
    } finally {
      setDone(undefined)
    }
  }
  const isEmpty = rows ? rows.length === 0 : total === 0
  return (
    <Button
      color="inherit"
      variant="outlined"
      sx={{ borderColor: 'divider' }}
      startIcon={<Download />}
      disabled={done !== undefined || isEmpty}
      onClick={() => void save()}
    >
      {done === undefined ? 'Export CSV' : `Exporting ${done.toLocaleString('en-IN')}`}
    </Button>
  )
}
