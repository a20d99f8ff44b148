// Tabs whose choice lives in the URL; a tab whose fields hold errors is marked, in words too.
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import { Box, Tabs as MuiTabs, Tab } from '@mui/material'
import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import { useAddress } from './address.ts'

export type TabItem = {
  id: string
  label: string
  panel: ReactNode
  /** Marks the tab: some field in it has an error. */
  hasError?: boolean
  hidden?: boolean
}
export type TabsProps = {
  label: string
  items: readonly TabItem[]
  /** Name in the URL, default `tab`. */
  param?: string
  /** Keeps unseen panels alive: for forms whose fields stand on several tabs. */
  keep?: boolean
}

const Shown = createContext(true)
/** True once the panel around has been shown: what is costly to draw waits for that. True outside of tabs. */
export function useWasShown(): boolean {
  const shown = useContext(Shown)
  const [was, setWas] = useState(shown)
  if (shown && !was) setWas(true)
  return shown || was
}

/** The tab in the URL, else the first. */
export function useTab(ids: readonly string[], param = 'tab'): [string, (id: string) => void] {
  const [params, change] = useAddress()
  const asked = params.get(param)
  const current = asked && ids.includes(asked) ? asked : (ids[0] ?? '')
  const set = (id: string) =>
    change(now => {
      if (id === ids[0]) now.delete(param)
      else now.set(param, id)
    })
  return [current, set]
}

type BarProps = Pick<TabsProps, 'label' | 'items'> & {
  current: string
  onChoose: (id: string) => void
  /** Ties bar and panels together for screen readers. */
  base: string
}
/** The row of tabs alone, where their panels stand apart. */
export function TabBar({ label, items, current, onChoose, base }: BarProps) {
  return (
    <MuiTabs
      value={current}
      onChange={(_, id: string) => onChoose(id)}
      aria-label={label}
      variant="scrollable"
      allowScrollButtonsMobile
      sx={{ borderBottom: 1, borderColor: 'divider', mb: 3 }}
    >
      {items.map(i => (
        <Tab
          key={i.id}
          value={i.id}
          label={i.label}
          id={`${base}-tab-${i.id}`}
          aria-controls={`${base}-panel-${i.id}`}
          {...(i.hasError && {
            icon: <ErrorIcon color="error" fontSize="small" titleAccess="has errors" />,
            iconPosition: 'end' as const,
          })}
        />
      ))}
    </MuiTabs>
  )
}

type PanelProps = { item: TabItem; isShown: boolean; keep: boolean; base: string }
/** What a tab of a `TabBar` shows. */
export function TabPanel({ item: { id, panel }, isShown, keep, base }: PanelProps) {
  return (
    <div role="tabpanel" id={`${base}-panel-${id}`} aria-labelledby={`${base}-tab-${id}`} hidden={!isShown}>
      <Shown value={isShown}>{(keep || isShown) && panel}</Shown>
    </div>
  )
}

export function Tabs({ label, items, param = 'tab', keep = false }: TabsProps) {
  const shown = items.filter(i => !i.hidden)
  const [current, set] = useTab(
    shown.map(i => i.id),
    param,
  )
  const base = useId()
  return (
    <Box>
      <TabBar label={label} items={shown} current={current} onChoose={set} base={base} />
      {shown.map(i => (
        <TabPanel key={i.id} item={i} isShown={i.id === current} keep={keep} base={base} />
      ))}
    </Box>
  )
}
