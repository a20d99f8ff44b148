// An action is one object (label, icon, right, when, confirm, run) that row menu, button, palette and shortcut read alike.
import { Button, CircularProgress, type SvgIconProps } from '@mui/material'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Right } from '@wattdesk/base/access'
import type { TeamRole } from '@wattdesk/base/session-user'
import { keyOf } from '@wattdesk/wire/call'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { ask, type Confirmation, preloadConfirm } from './confirm.tsx'
import { notify } from './notices.tsx'
import { holdsAny, sessionOf, useSessionState } from './session.ts'
import { Tip } from './tip.tsx'

export type { Confirmation } from './confirm.tsx'
export type Icon = ComponentType<SvgIconProps>

type ActionContext = {
  navigate: (to: string) => void
  teamId: number
  cache: QueryClient
}

export type Action<T = void> = {
  /** Unique among the actions of a screen. */
  id: string
  label: string | ((target: T) => string)
  icon: Icon
  /** Without it (any one of a list) the action is not shown. */
  right?: Right | readonly Right[]
  /** What the target asks for besides, all of it, of a list any one: without it the action is not shown. */
  needs?: (target: T) => readonly (Right | readonly Right[])[]
  /** False hides it; a text shows it disabled and says why. */
  when?: (target: T) => boolean | string
  confirm?: (target: T) => Confirmation | undefined | Promise<Confirmation | undefined>
  /** Does it. A reply with a `message` shows that as success notice; a failure shows its text. */
  run: (target: T, context: ActionContext) => unknown
  /** Lists and records that are read again afterwards. */
  refreshes?: readonly AnyEndpoint[]
  /** 'r', 'Mod+Enter', 'Shift+N': only for actions without a target. */
  shortcut?: string
  danger?: boolean
}

export const labelOf = <T,>(action: Action<T>, target: T): string =>
  typeof action.label === 'string' ? action.label : action.label(target)

/** 'hidden', 'ready', or the reason why it cannot be used now. */
export function standing<T>(action: Action<T>, target: T, role: TeamRole | null): 'hidden' | 'ready' | { why: string } {
  const needs = [action.right, ...(action.needs?.(target) ?? [])]
  if (!needs.every(right => holdsAny(role, right))) return 'hidden'
  const when = action.when?.(target) ?? true
  if (when === false) return 'hidden'
  return when === true ? 'ready' : { why: when }
}

const messageOf = (reply: unknown): string | undefined => {
  const message = typeof reply === 'object' && reply !== null && 'message' in reply ? reply.message : undefined
  return typeof message === 'string' && message !== '' ? message : undefined
}

export type Run = <T>(action: Action<T>, target: T) => Promise<boolean>

/**
 * Runs actions: asks first, runs the action, reloads the changed data, and reports the outcome. True when the action
 * was done.
 */
export function useRun(): Run {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const teamId = sessionOf(useSessionState())?.teamId ?? 0
  return useCallback(
    async (action, target) => {
      try {
        const question = await action.confirm?.(target)
        if (question && !(await ask(question))) return false
        const reply = await action.run(target, { navigate, teamId, cache })
        const message = messageOf(reply)
        if (message) notify.success(message)
        for (const e of action.refreshes ?? []) void cache.invalidateQueries({ queryKey: keyOf(e) })
        return true
      } catch (error) {
        notify.error(error)
        return false
      }
    },
    [navigate, cache, teamId],
  )
}

/** The role in the current team, null outside a session. */
export const useRole = (): TeamRole | null => {
  const state = useSessionState()
  return useMemo(() => sessionOf(state)?.role ?? null, [state])
}

export type ActionButtonProps<T> = {
  action: Action<T>
  target: T
  variant?: 'contained' | 'outlined' | 'text'
  size?: 'small' | 'medium'
  fullWidth?: boolean
}
/** An action as button; while it runs it turns and cannot be pressed again. */
export function ActionButton<T>({ action, target, variant = 'outlined', ...rest }: ActionButtonProps<T>) {
  const run = useRun()
  const [busy, setBusy] = useState(false)
  const now = standing(action, target, useRole())
  const mayAsk = action.confirm !== undefined
  useEffect(() => {
    if (mayAsk) preloadConfirm()
  }, [mayAsk])
  if (now === 'hidden') return null
  const why = now === 'ready' ? undefined : now.why
  const button = (
    <Button
      {...rest}
      variant={action.danger ? 'outlined' : variant}
      color={action.danger ? 'error' : variant === 'contained' ? 'primary' : 'inherit'}
      // Not `disabled`: a button without focus could not say why it is off, nor regain the focus after the question.
      {...((why || busy) && { 'aria-disabled': true, sx: { opacity: 0.55, cursor: why ? 'not-allowed' : 'default' } })}
      startIcon={busy ? <CircularProgress size={16} color="inherit" aria-hidden /> : <action.icon fontSize="small" />}
      onClick={() => {
        if (why || busy) return
        setBusy(true)
        void run(action, target).finally(() => setBusy(false))
      }}
    >
      {labelOf(action, target)}
    </Button>
  )
  return why ? (
    <Tip title={why} describes>
      {button}
    </Tip>
  ) : (
    button
  )
}
