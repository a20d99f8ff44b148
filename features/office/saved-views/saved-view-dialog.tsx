// Keeping a view under a name, for oneself or for the team; or another name for one that is kept.
import { call } from '@wattdesk/wire/call'
import { useRef } from 'react'
import { Form, useRecordForm } from '#kit/form.tsx'
import {
  createSavedView,
  listSavedViews,
  type SavedView,
  setDefaultView,
  updateSavedView,
  type ViewContent,
} from './saved-view.contract.ts'
import { ViewForm } from './saved-view-body.contract.ts'

type Props = {
  teamId: number
  list: string
  /** Missing: a new one. */
  view?: SavedView
  content: ViewContent
  opensFirst: boolean
  onSaved: (v: SavedView) => void
  onClose: () => void
}
export default function SavedViewDialog({ teamId, list, view, content, opensFirst, onSaved, onClose }: Props) {
  // Where the view was made and only the choice of the first one failed, saving again changes the view that was made.
  const made = useRef(view)
  const form = useRecordForm<ViewForm, ViewForm, unknown>({
    schema: ViewForm,
    values: { name: view?.name ?? '', isShared: view?.isShared ?? false, opens: opensFirst },
    save: async ({ opens, ...named }) => {
      const reply = made.current
        ? await call(updateSavedView, { params: { teamId, id: made.current.id }, body: named })
        : await call(createSavedView, { params: { teamId }, body: { list, content, ...named } })
      made.current = reply.data
      if (opens !== opensFirst)
        await call(setDefaultView, { params: { teamId }, body: { list, viewId: opens ? reply.data.id : null } })
      onSaved(reply.data)
      return reply
    },
    refreshes: [listSavedViews],
    onSaved: onClose,
  })
  const { Text, Switch } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={view ? `View ${view.name}` : 'New view'}
      text="Keeps filters, search, order, columns, density and rows a page."
      submit="Save"
      onClose={onClose}
      maxWidth="xs"
    >
      <Text name="name" label="Name" required />
      <Switch name="isShared" label="Shared with the team" help="Colleagues with a role on this team see it too." />
      <Switch name="opens" label="Open the list with this view" />
    </Form>
  )
}
