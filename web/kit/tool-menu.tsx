// A button of a toolbar that opens a menu, and the one that saves rows as a file.
import Download from '@mui/icons-material/FileDownloadOutlined'
import { IconButton, Menu, MenuItem } from '@mui/material'
import { type ReactNode, useState } from 'react'
import type { Icon } from './actions.tsx'
import { saveCsv, saveExcel, type Table } from './export.ts'
import { notify } from './notices.tsx'
import { Tip } from './tip.tsx'

export function ToolMenu({
  label,
  icon: I,
  disabled,
  children,
}: {
  label: string
  icon: Icon
  disabled?: boolean
  children: (close: () => void) => ReactNode
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Tip title={label}>
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

/** Export to CSV and To Excel: asks for the table when one is chosen, and saves it as `file`. Off while it is at it. */
export function ExportMenu({
  label = 'Export',
  file,
  disabled = false,
  table,
}: {
  label?: string
  /** Without its ending. */
  file: string
  disabled?: boolean
  table: () => Promise<Table>
}) {
  const [saving, setSaving] = useState(false)
  const save = async (to: typeof saveCsv | typeof saveExcel) => {
    setSaving(true)
    try {
      await to(await table(), file)
    } catch (error) {
      notify.error(error)
    } finally {
      setSaving(false)
    }
  }
  const item = (text: string, to: typeof saveCsv | typeof saveExcel, close: () => void) => (
    <MenuItem
      key={text}
      onClick={() => {
        close()
        void save(to)
      }}
    >
      {text}
    </MenuItem>
  )
  return (
    <ToolMenu label={label} icon={Download} disabled={disabled || saving}>
      {close => [item('Export to CSV', saveCsv, close), item('Export To Excel', saveExcel, close)]}
    </ToolMenu>
  )
}
