// The frame of a screen: title row with one primary action (top right, on phones at the bottom), content at most 1,560 wide.
import { Box, Breadcrumbs, Link, Stack, Typography, useMediaQuery } from '@mui/material'
import { headingWord, NO_MENU_WORDS } from '@wattdesk/base/menu-words'
import { type ReactNode, useMemo } from 'react'
import { Link as RouterLink } from 'react-router'
import { type Action, ActionButton, standing, useRole } from './actions.tsx'
import { PrimaryAction, useHasAction } from './primary-action.tsx'
import { useSessionState } from './session.ts'
import { useOffer } from './shortcuts.ts'

export type Crumb = { label: string; to?: string }
export type PageProps = {
  /** The heading; the banner shows the route's title, so a list leaves it out and a record names itself. */
  title?: ReactNode
  /** A line under the title: status chips, a note. */
  subtitle?: ReactNode
  /** The way back above the title: `[{label: 'Charge Points', to: '/charger'}, {label: 'CP-01'}]`. */
  crumbs?: readonly Crumb[]
  /** The one primary action; that of a list stands beside its search instead (`add` of the grid). */
  primary?: Action
  /** Quieter actions beside it. Keep the array outside the component or in useMemo. */
  actions?: readonly Action[]
  children: ReactNode
}
const nothing: readonly Action[] = []

export function Page({ title, subtitle, crumbs, primary, actions = nothing, children }: PageProps) {
  const phone = useMediaQuery('(max-width:599.95px)', { noSsr: true })
  const role = useRole()
  const offered = useMemo(() => actions.filter(a => standing(a, undefined, role) === 'ready'), [actions, role])
  useOffer(offered)
  const hasPrimary = useHasAction(primary)
  const words = useSessionState().user?.company.menuWords ?? NO_MENU_WORDS
  const head = title !== undefined || subtitle !== undefined || crumbs || actions.length > 0 || (hasPrimary && !phone)
  return (
    <Stack spacing={{ xs: 2, sm: 3 }} sx={{ maxWidth: 1560, mx: 'auto' }}>
      {head && (
        <Stack
          direction="row"
          sx={{ gap: 2, alignItems: 'flex-end', justifyContent: 'space-between', flexWrap: 'wrap' }}
        >
          <Box sx={{ minWidth: 0, flexGrow: 1 }}>
            {crumbs && (
              <Breadcrumbs sx={{ mb: 0.5, fontSize: '0.8125rem' }}>
                {crumbs.map(c =>
                  c.to ? (
                    <Link key={c.label} component={RouterLink} to={c.to} color="text.secondary">
                      {headingWord(words, c.label)}
                    </Link>
                  ) : (
                    <span key={c.label}>{c.label}</span>
                  ),
                )}
              </Breadcrumbs>
            )}
            {title !== undefined && (
              <Typography variant="h1" component="h2" sx={{ overflowWrap: 'anywhere' }}>
                {title}
              </Typography>
            )}
            {subtitle !== undefined && <Box sx={{ color: 'text.secondary', mt: 0.5 }}>{subtitle}</Box>}
          </Box>
          <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }} data-noprint>
            {actions.map(a => (
              <ActionButton key={a.id} action={a} target={undefined} />
            ))}
            {!phone && <PrimaryAction action={primary} />}
          </Stack>
        </Stack>
      )}
      {children}
      {phone && <PrimaryAction action={primary} />}
    </Stack>
  )
}
