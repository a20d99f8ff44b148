// The link of a row: to a page, or ('?entry=5') to the same page with something more in its address.
import { Link, type SxProps } from '@mui/material'
import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { useGo } from './address.ts'

type Props = { to: string; title?: string; style?: CSSProperties; sx?: SxProps; children: ReactNode }
export const RowLink = ({ to, ...rest }: Props) =>
  to.startsWith('?') ? <OverLink to={to} {...rest} /> : <Link component={RouterLink} to={to} {...(rest as object)} />

function OverLink({ to, ...rest }: Props) {
  const [params] = useSearchParams()
  const go = useGo()
  const all = new URLSearchParams(params)
  for (const [k, v] of new URLSearchParams(to)) all.set(k, v)
  return (
    <Link
      component={RouterLink}
      to={`?${all}`}
      onClick={(e: MouseEvent) => {
        // Another tab or window takes the address as it is written.
        if (e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return
        e.preventDefault()
        go(to)
      }}
      {...(rest as object)}
    />
  )
}
