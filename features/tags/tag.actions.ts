// What can be done with an RFID tag (D-ACC-3): in the list, and beside it.
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import EvStation from '@mui/icons-material/EvStationOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import Upload from '@mui/icons-material/UploadFileOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '../../web/kit/actions.tsx'
import { deletion } from '../../web/kit/confirm.tsx'
import { deleteTag, getTag, listTagChargers, listTags, type Tag } from './tag.contract.ts'
import { listUnknownTags } from './unknown-tag.contract.ts'

export const LIST = '/tag'
/** What reads tags. */
export const READERS = [listTags, getTag, listTagChargers, listUnknownTags] as const

export const addTag: Action = {
  id: 'add-tag',
  label: 'Add RFID Tag',
  icon: Add,
  right: 'Tag.create',
  run: (_, { navigate }) => navigate(`${LIST}/new`),
}
export const importTagsAction: Action = {
  id: 'import-tags',
  label: 'Import',
  icon: Upload,
  right: 'Tag.create',
  run: (_, { navigate }) => navigate(`${LIST}/import`),
}

export const rowActions = (attach: (t: Tag) => void): readonly Action<Tag>[] => [
  {
    id: 'view-tag',
    label: 'View',
    icon: Visibility,
    right: 'Tag.view',
    run: (t, { navigate }) => navigate(`${LIST}/${t.id}?mode=view`),
  },
  {
    id: 'edit-tag',
    label: 'Edit',
    icon: Edit,
    right: 'Tag.update',
    run: (t, { navigate }) => navigate(`${LIST}/${t.id}`),
  },
  {
    id: 'delete-tag',
    label: 'Delete',
    icon: Delete,
    right: 'Tag.delete',
    danger: true,
    confirm: t => deletion(`RFID Tag ${t.tag}`),
    run: t => call(deleteTag, { params: { id: t.id } }),
    refreshes: READERS,
  },
  {
    id: 'transactions-of-tag',
    label: 'View Transactions',
    icon: Receipt,
    right: 'Transaction.view',
    run: (t, { navigate }) => navigate(`/transactions?tag=${t.id}`),
  },
  { id: 'attach-charger', label: 'Attach Charger', icon: EvStation, right: 'Tag.update', run: attach },
]
