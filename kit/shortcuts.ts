// The offer of the mounted screens to the palette and the keyboard: their actions, and sources of objects to go to.
import type { Right } from '@wattdesk/base/access'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { type Action, type Icon, useRun } from './actions.tsx'

/** A thing to go to, found by typing. */
export type PaletteEntry = { id: string; label: string; hint?: string; to: string; icon?: Icon }
/**
 * Finds objects by id or name; `group` heads them in the palette and, in small letters, tells there what can be found. Asked
 * after 250 ms, from 2 characters, and only for who holds `right`: without it there is no page to go to.
 */
export type PaletteSource = {
  id: string
  group: string
  right: Right
  find: (text: string, context: { teamId: number; signal: AbortSignal }) => Promise<readonly PaletteEntry[]>
}

const actions = new Map<object, readonly Action[]>()
const sources = new Map<string, PaletteSource>()
let offered: readonly Action[] = []
const listeners = new Set<() => void>()
const changed = () => {
  offered = [...actions.values()].flat()
  for (const l of listeners) l()
}
const subscribe = (l: () => void) => {
  listeners.add(l)
  return () => listeners.delete(l)
}

/** Offers `list` in the palette and by shortcut while the caller is mounted. */
export function useOffer(list: readonly Action[]): void {
  useEffect(() => {
    const key = {}
    actions.set(key, list)
    changed()
    return () => {
      actions.delete(key)
      changed()
    }
  }, [list])
}
export const useOffered = (): readonly Action[] => useSyncExternalStore(subscribe, () => offered)

/** Adds a source of objects to the palette, once, when a feature's module loads. */
export const addPaletteSource = (source: PaletteSource): void => {
  sources.set(source.id, source)
}
export const paletteSources = (): readonly PaletteSource[] => [...sources.values()]

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
/** How a shortcut reads: 'Mod+K' is 'Ctrl K', on a Mac '⌘ K'. */
export const shortcutText = (shortcut: string): string =>
  shortcut
    .split('+')
    .map(k => (k === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : k.length === 1 ? k.toUpperCase() : k))
    .join(' ')

/** True when the key event is the shortcut. Plain letters do not fire while a field has the focus. */
export function pressed(shortcut: string, e: KeyboardEvent): boolean {
  const keys = shortcut.split('+')
  const key = keys.at(-1) ?? ''
  const mod = keys.includes('Mod')
  const typing =
    e.target instanceof HTMLElement &&
    (e.target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName))
  if (typing && !mod) return false
  if (mod !== (e.ctrlKey || e.metaKey) || e.altKey) return false
  if (/^[a-z]$/i.test(key) && keys.includes('Shift') !== e.shiftKey) return false
  return e.key.toLowerCase() === key.toLowerCase()
}

/** Runs the shortcuts of the offered actions and of `actions`; Mod+K and `?` are the caller's. */
export function useShortcuts(actions: readonly Action[], onPalette: () => void, onList: () => void): void {
  const offered = useOffered()
  const run = useRun()
  const key = useEffectEvent((e: KeyboardEvent) => {
    if (e.defaultPrevented) return
    const hit = (does: () => void) => {
      e.preventDefault()
      does()
    }
    if (pressed('Mod+K', e)) return hit(onPalette)
    // A dialog on top keeps the keys to itself.
    if (document.querySelector('[role=dialog]')) return
    if (pressed('?', e)) return hit(onList)
    const action = [...offered, ...actions].find(a => a.shortcut && pressed(a.shortcut, e))
    if (action) hit(() => void run(action, undefined))
  })
  useEffect(() => {
    const listen = (e: KeyboardEvent) => key(e)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
