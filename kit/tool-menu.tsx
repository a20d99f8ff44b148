// A toolbar button that opens a menu, and the button that saves rows as a file.
import Download from '@mui/icons-material/FileDownloadOutlined'
import { IconButton, Menu, MenuItem, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import type { Icon } from './actions.tsx'
import { excelLimit, MAX_EXCEL_ROWS, type Stream, saveCsvStream, saveExcelStream } from './export.ts'
import { notify } from './notices.tsx'
import { Tip } from './tip.tsx'

export function ToolMenu({
  label,
  says = label,
  icon: I,
  disabled,
  children,
}: {
  label: string
  /** The text of the tooltip, if longer than the label. */
  says?: string
  icon: Icon
  disabled?: boolean
  children: (close: () => void) => ReactNode
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Tip title={says}>
        <span>
          <IconButton
            aria-label={label}
            aria-haspopup="menu"
            disabled={disabled ?? false}
            onClick={e => setAnchor(e.currentTarget)}
          >
            <I fontSize="small" />
          </IconButton>
        </span>
      </Tip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {children(() => setAnchor(null))}
      </Menu>
    </>
  )
}

/** A file's name without its ending; that of the CSV may be another. */
export type FileName = string | { csv: string; excel: string }

/** Export to CSV and To Excel: reads the rows when one is chosen, and saves them. Off while it is at it. */
export function ExportMenu({
  label = 'Export',
  file,
  disabled = false,
  total,
  stream,
}: {
  label?: string
  file: FileName
  disabled?: boolean
  /** How many rows match, where that is known: more than Excel holds are not offered to it. */
  total?: number
  stream: () => Stream | Promise<Stream>
}) {
  const [saved, setSaved] = useState<number | null>(null)
  const names = typeof file === 'string' ? { csv: file, excel: file } : file
  const save = async (to: typeof saveCsvStream, name: string) => {
    setSaved(0)
    try {
      await to(await stream(), name, setSaved)
    } catch (error) {
      notify.error(error)
    } finally {
      setSaved(null)
    }
  }
  const isTooLong = total !== undefined && total > MAX_EXCEL_ROWS
  const item = (text: string, close: () => void, run: () => Promise<void>, off = false) => (
    <MenuItem
      key={text}
      disabled={off}
      onClick={() => {
        close()
        void run()
      }}
    >
      {text}
    </MenuItem>
  )
  const said = saved ? `${label}: ${saved.toLocaleString('en-IN')} rows so far` : label
  return (
    <ToolMenu label={label} says={said} icon={Download} disabled={disabled || saved !== null}>
      {close => [
        item('Export to CSV', close, () => save(saveCsvStream, names.csv)),
        item('Export To Excel', close, () => save(saveExcelStream, names.excel), isTooLong),
        <Typography
          key="limit"
          component="li"
          role="presentation"
          variant="caption"
          sx={{ display: 'block', px: 2, pb: 0.5, maxWidth: 260, color: 'text.secondary', whiteSpace: 'normal' }}
        >
          {excelLimit(total)}
        </Typography>,
      ]}
    </ToolMenu>
  )
}
