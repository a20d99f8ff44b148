// The views of a list in its toolbar: choosing, marking as changed, saving, and the view that the list opens with
// (S-VIEWS). The address names the view, so that a link reproduces it.
import Bookmark from '@mui/icons-material/BookmarkBorderOutlined'
import Check from '@mui/icons-material/Check'
import { Button, Divider, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, query } from '@wattdesk/wire/call'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
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

export function SavedViewsMenu({ list, now, usual, isNarrowed, show }: ListViewsProps) {
  const { teamId } = useSession()
  const cache = useQueryClient()
  const ask = useAsk()
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

  const choose = (v: SavedView | undefined) => {
    setAnchor(null)
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

  const renew = () => cache.invalidateQueries({ queryKey: keyOf(listSavedViews) })
  /** Makes a change from the menu; shows the outcome, and returns whether the change was made. */
  const make = async (work: () => Promise<{ message?: string | undefined }>) => {
    setAnchor(null)
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
  const remove = async (v: SavedView) => {
    setAnchor(null)
    if (!(await ask(deletion(`View ${v.name}`)))) return
    const isGone = await make(() => call(deleteSavedView, { params: { teamId, id: v.id } }))
    if (isGone) change(p => p.delete('view'), { replace: true })
  }

  const label = active ? `${active.name}${isChanged ? ' (changed)' : ''}` : 'Views'
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<Bookmark />}
        aria-haspopup="menu"
        aria-label={active ? `View: ${label}` : label}
        onClick={e => setAnchor(e.currentTarget)}
        sx={{ maxWidth: 220, '& .MuiButton-startIcon': { flexShrink: 0 } }}
      >
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{label}</span>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {[undefined, ...views].map(v => (
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
        ))}
        {asked.error && (
          <MenuItem dense onClick={() => void asked.refetch()}>
            <ListItemText inset primary="The views could not be read" secondary="Try again" />
          </MenuItem>
        )}
        <Divider />
        {isChanged && (
          <MenuItem dense onClick={() => choose(active)}>
            <ListItemText inset>Reset to what was saved</ListItemText>
          </MenuItem>
        )}
        {isChanged && active.isMine && (
          <MenuItem
            dense
            onClick={() => make(() => call(updateSavedView, { params: { teamId, id: active.id }, body: { content } }))}
          >
            <ListItemText inset>Save the changes</ListItemText>
          </MenuItem>
        )}
        <MenuItem
          dense
          onClick={() => {
            setAnchor(null)
            setEditing('new')
          }}
        >
          <ListItemText inset>Save as a new view</ListItemText>
        </MenuItem>
        {active && active.id !== defaultId && (
          <MenuItem dense onClick={() => toDefault(active.id)}>
            <ListItemText inset>Open the list with this view</ListItemText>
          </MenuItem>
        )}
        {defaultId !== null && (!active || active.id === defaultId) && (
          <MenuItem dense onClick={() => toDefault(null)}>
            <ListItemText inset>Open the list with the usual view</ListItemText>
          </MenuItem>
        )}
        {active?.isMine && (
          <MenuItem
            dense
            onClick={() => {
              setAnchor(null)
              setEditing(active)
            }}
          >
            <ListItemText inset>Rename or share</ListItemText>
          </MenuItem>
        )}
        {active?.isMine && (
          <MenuItem dense onClick={() => void remove(active)} sx={{ color: 'error.main' }}>
            <ListItemText inset>Delete</ListItemText>
          </MenuItem>
        )}
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
