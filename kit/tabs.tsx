// Tabs whose choice lives in the URL; a tab whose fields hold errors is marked, in words too.
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import { Box, Tabs as MuiTabs, Tab } from '@mui/material'
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
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
  const root = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState({ before: false, after: false })
  const look = () => {
    const row = root.current?.querySelector('.MuiTabs-scroller')
    if (!row) return
    const before = row.scrollLeft > 1
    const after = row.scrollLeft + row.clientWidth < row.scrollWidth - 1
    setMore(was => (was.before === before && was.after === after ? was : { before, after }))
  }
  const showChosen = useEffectEvent(() => {
    const row = root.current?.querySelector('.MuiTabs-scroller')
    const tab = row?.querySelector('[aria-selected="true"]')
    if (!row || !tab) return
    const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
    // Into the middle, so that its neighbours are seen too.
    row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
    look()
  })
  // At once, when the labels have their own typeface, and when the row gets another width, as a phone that is turned.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every choice
  useEffect(() => {
    showChosen()
    void document.fonts?.ready.then(() => showChosen())
    const width = new ResizeObserver(() => showChosen())
    if (root.current) width.observe(root.current)
    return () => width.disconnect()
  }, [current])
  return (
    <MuiTabs
      value={current}
      onChange={(_, id: string) => onChoose(id)}
      aria-label={label}
      variant="scrollable"
      ref={root}
      slotProps={{ scroller: { onScroll: look } }}
      sx={{
        borderBottom: 1,
        borderColor: 'divider',
        mb: 3,
        // On a phone tabs are swiped; where more follow, they fade.
        '& .MuiTabs-scroller': {
          maskImage: {
            xs: `linear-gradient(to right, ${more.before ? 'transparent' : '#000'}, #000 32px, #000 calc(100% - 32px), ${more.after ? 'transparent' : '#000'})`,
            sm: 'none',
          },
        },
      }}
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
/** The panel of a tab of a `TabBar`. */
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
