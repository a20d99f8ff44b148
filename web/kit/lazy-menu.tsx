// MUI's menu, fetched once the page stands: the shell's own menus are closed when a page begins, and must open offline.
import type { MenuProps } from '@mui/material'
import { Suspense, useEffect } from 'react'
import { fetchAhead, later } from './later.ts'

const load = () => import('@mui/material/Menu')
const Menu = later(load)

/** Like Menu; nothing at all while closed for the first time. */
export function LazyMenu(props: MenuProps) {
  useEffect(() => fetchAhead(load), [])
  return <Suspense>{props.open && <Menu {...props} />}</Suspense>
}
