// The actions on an RFID tag (D-ACC-3): in the list, and beside it.
import EvStation from '@mui/icons-material/EvStationOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import Upload from '@mui/icons-material/UploadFileOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { type Confirmation, deletion } from '#kit/confirm.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { sessionOf, sessionState } from '#kit/session.ts'
import { deleteTag, getTag, listTagChargers, listTags, type Tag } from './tag.contract.ts'
import { listUnknownTags } from './unknown-tag.contract.ts'

export const LIST = '/tag'
/** The endpoints that read tags. */
export const READERS = [listTags, getTag, listTagChargers, listUnknownTags] as const

/** Asks before a tag is deleted: tags of its group are named first, since they belong to no group afterwards. */
async function askDeletion({ tag }: Tag): Promise<Confirmation> {
  const question = deletion(`RFID Tag ${tag}`)
  const teamId = sessionOf(sessionState())?.teamId ?? 0
  const conditions = [{ id: '1', field: 'parenttag', operator: 'equals', value: tag }] as const
  const filters = { combine: 'AND' as const, conditions: [...conditions] }
  const { data, total } = await call(listTags, {
    params: { teamId },
    query: { page: 1, pageSize: 5, sort: 'tag', filters: JSON.stringify(filters) },
  })
  if (total === 0) return question
  const names = data.map(t => t.tag).join(', ')
  const more = total > data.length ? ` and ${(total - data.length).toLocaleString('en-IN')} more` : ''
  const group = total === 1 ? 'is in the group of this tag and belongs' : 'are in the group of this tag and belong'
  return { ...question, text: `${names}${more} ${group} to no group afterwards. ${question.text}` }
}

const actions = recordActions('tag', 'Tag')
export const addTag = actions.add('Add RFID Tag', `${LIST}/new`)
/** The import of files, with the kind chosen already. */
export const IMPORT_TAGS = '/import/new?kind=tags'
export const importTagsAction: Action = {
  id: 'import-tags',
  label: 'Import',
  icon: Upload,
  right: 'Tag.create',
  run: (_, { navigate }) => navigate(IMPORT_TAGS),
}

export const attachCharger = (run: (t: Tag) => void): Action<Tag> => ({
  id: 'attach-charger',
  label: 'Attach Charger',
  icon: EvStation,
  right: 'Tag.update',
  run,
})

export const rowActions = (attach: (t: Tag) => void): readonly Action<Tag>[] => [
  ...actions.open<Tag>(t => `${LIST}/${t.id}`),
  actions.delete({
    confirm: askDeletion,
    run: t => call(deleteTag, { params: { id: t.id } }),
    refreshes: READERS,
  }),
  {
    id: 'transactions-of-tag',
    label: 'View Transactions',
    icon: Receipt,
    right: 'Transaction.view',
    run: (t, { navigate }) => navigate(`/transactions?tag=${t.id}`),
  },
  attachCharger(attach),
]
