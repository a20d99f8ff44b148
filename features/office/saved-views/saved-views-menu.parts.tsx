// The views of a list in its toolbar: choosing, marking as changed, saving, and the view that the list opens with
// (S-VIEWS). The address names the view, so that a link reproduces it.
import Bookmark from '@mui/icons-material/BookmarkBorderOutlined'
import Check from '@mui/icons-material/Check'
import { Button, Divider, ListItemIcon, ListItemText, Menu, MenuItem, type MenuItemProps } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, query } from '@wattdesk/wire/call'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAddress } from '#kit/address.ts'
import { deletion, useAsk } from '#kit/confirm.tsx'
import { later } from '#kit/later.ts'
import type { ListViewsProps } from '#kit/list-views.ts'
import { notify } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import {
  deleteSavedView,
  listSavedViews,
  type SavedView,
  setDefaultView,
  updateSavedView,
} from './saved-view.contract.ts'
import { contentOf, isSame, viewOf } from './saved-view.rules.ts'

const ViewDialog = later(() => import('./saved-view-dialog.tsx'))
const USUAL = 'usual'
/** What becomes of the scheduled reports that are sent with a view. */
const usedText = (reports: number): string | undefined => {
  if (reports === 0) return undefined
  return reports === 1
    ? '1 scheduled report is sent with this view, and stops at its next time.'
    : `${reports} scheduled reports are sent with this view, and stop at their next times.`
}

type Choose = (v: SavedView | undefined) => void

/** `sendPath`: where a list is sent by mail with a view, or with none; undefined: it is not sent. */
type MenuProps = ListViewsProps & { sendPath?: (list: string, viewId: number | undefined) => string | undefined }
export function SavedViewsMenu({ list, now, usual, isNarrowed, show, sendPath }: MenuProps) {
  const navigate = useNavigate()
  const { teamId } = useSession()
  const [params, change] = useAddress()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [editing, setEditing] = useState<'new' | SavedView>()
  const asked = useQuery({
    ...query(listSavedViews, { params: { teamId }, query: { list } }),
    enabled: teamId !== 0,
    staleTime: 60_000,
  })
  const views = asked.data?.data ?? []
  const defaultId = asked.data?.defaultId ?? null
  const chosen = params.get('view')
  const active = views.find(v => String(v.id) === chosen)
  const content = contentOf(now)
  const isChanged = active !== undefined && !isSame(active.content, content)
  const mailPath = sendPath?.(list, active?.id)
  const close = () => setAnchor(null)

  const choose: Choose = v => {
    close()
    show(v ? viewOf(v.content) : usual)
    change(
      p => {
        if (v) p.set('view', String(v.id))
        // If a list opens with a view by default, its address says when the user wants the usual list instead.
        else if (defaultId !== null) p.set('view', USUAL)
        else p.delete('view')
      },
      { replace: true },
    )
  }

  // Once, when the views are known: opens the view that the address names, else the default view of the list.
  const opened = useRef(false)
  const onKnown = useEffectEvent(() => {
    if (opened.current) return
    opened.current = true
    if (active) {
      const kept = viewOf(active.content)
      // Filters, search and order in the address take precedence over those of the view.
      show(isNarrowed ? { ...kept, filters: now.filters, q: now.q, sort: now.sort, pageSize: now.pageSize } : kept)
    } else if (chosen === null && !isNarrowed) {
      const first = views.find(v => v.id === defaultId)
      if (first) choose(first)
    }
  })
  useEffect(() => {
    if (asked.data) onKnown()
  }, [asked.data])

  const { toDefault, update, remove, renew } = useViewChanges(list, close, () =>
    change(p => p.delete('view'), { replace: true }),
  )
  const edit = (what: 'new' | SavedView) => {
    close()
    setEditing(what)
  }
  return (
    <>
      <ViewsButton name={active && `${active.name}${isChanged ? ' (changed)' : ''}`} onOpen={setAnchor} />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {viewChoices({ views, active, defaultId, choose })}
        {asked.error && (
          <MenuItem dense onClick={() => void asked.refetch()}>
            <ListItemText inset primary="The views could not be read" secondary="Try again" />
          </MenuItem>
        )}
        <Divider />
        {isChanged && <Act text="Reset to what was saved" onClick={() => choose(active)} />}
        {isChanged && active.isMine && <Act text="Save the changes" onClick={() => void update(active.id, content)} />}
        <Act text="Save as a new view" onClick={() => edit('new')} />
        {active && active.id !== defaultId && (
          <Act text="Open the list with this view" onClick={() => void toDefault(active.id)} />
        )}
        {defaultId !== null && (!active || active.id === defaultId) && (
          <Act text="Open the list with the usual view" onClick={() => void toDefault(null)} />
        )}
        {mailPath && <Act text="Send by mail…" onClick={() => void navigate(mailPath)} />}
        {active?.isMine && <Act text="Rename or share" onClick={() => edit(active)} />}
        {active?.isMine && <Act text="Delete" color="error.main" onClick={() => void remove(active)} />}
      </Menu>
      {editing && (
        <Suspense>
          <ViewDialog
            teamId={teamId}
            list={list}
            {...(editing !== 'new' && { view: editing })}
            content={content}
            opensFirst={editing !== 'new' && editing.id === defaultId}
            onSaved={v => change(p => p.set('view', String(v.id)), { replace: true })}
            onClose={() => {
              setEditing(undefined)
              // A view may have been made although the dialog was left after a failure.
              void renew()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** The changes made from the menu; each shows its outcome. */
function useViewChanges(list: string, close: () => void, onDeleted: () => void) {
  const { teamId } = useSession()
  const cache = useQueryClient()
  const ask = useAsk()
  const renew = () => cache.invalidateQueries({ queryKey: keyOf(listSavedViews) })
  /** Makes a change; returns whether it was made. */
  const make = async (work: () => Promise<{ message?: string | undefined }>) => {
    close()
    try {
      const { message } = await work()
      await renew()
      if (message) notify.success(message)
      return true
    } catch (error) {
      notify.error(error)
      return false
    }
  }
  const toDefault = (viewId: number | null) =>
    make(() => call(setDefaultView, { params: { teamId }, body: { list, viewId } }))
  const update = (id: number, content: SavedView['content']) =>
    make(() => call(updateSavedView, { params: { teamId, id }, body: { content } }))
  const remove = async (v: SavedView) => {
    close()
    if (!(await ask(deletion(`View ${v.name}`, usedText(v.scheduledReports))))) return
    if (await make(() => call(deleteSavedView, { params: { teamId, id: v.id } }))) onDeleted()
  }
  return { toDefault, update, remove, renew }
}

/** `name`: of the view that is shown; without, the list shows no saved view. */
function ViewsButton({ name, onOpen }: { name: string | undefined; onOpen: (anchor: HTMLElement) => void }) {
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<Bookmark />}
      aria-haspopup="menu"
      aria-label={name === undefined ? 'Views' : `View: ${name}`}
      onClick={e => onOpen(e.currentTarget)}
      sx={{ maxWidth: 220, '& .MuiButton-startIcon': { flexShrink: 0 } }}
    >
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{name ?? 'Views'}</span>
    </Button>
  )
}

/** Items and not a component: a menu moves its focus among its own children. */
const viewChoices = ({ views, active, defaultId, choose }: ViewChoices) =>
  [undefined, ...views].map(v => (
    <MenuItem key={v?.id ?? 0} dense selected={v === active} onClick={() => choose(v)}>
      <ListItemIcon>{v === active && <Check fontSize="small" />}</ListItemIcon>
      <ListItemText
        primary={v?.name ?? 'Usual view'}
        secondary={
          [
            v?.isShared && (v.isMine ? 'shared with the team' : `shared by ${v.keptBy}`),
            (v ? v.id === defaultId : defaultId === null) && 'opens first',
          ]
            .filter(Boolean)
            .join(', ') || undefined
        }
      />
    </MenuItem>
  ))
type ViewChoices = {
  views: readonly SavedView[]
  active: SavedView | undefined
  defaultId: number | null
  choose: Choose
}

function Act({ text, color, ...item }: { text: string; color?: string } & MenuItemProps) {
  return (
    <MenuItem {...item} dense {...(color && { sx: { color } })}>
      <ListItemText inset>{text}</ListItemText>
    </MenuItem>
  )
}
