// MUI's menu, loaded when first opened: the shell's own menus are closed when a page begins.
import type { MenuProps } from '@mui/material'
import { Suspense } from 'react'
import { later } from './later.ts'

const Menu = later(() => import('@mui/material/Menu'))

/** Like Menu; nothing at all while closed for the first time. */
export function LazyMenu(props: MenuProps) {
  return <Suspense>{props.open && <Menu {...props} />}</Suspense>
}
