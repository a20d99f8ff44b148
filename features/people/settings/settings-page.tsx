// Settings (D-SHELL-3): the way to profile and password, what is regional, and how this browser shows the portal.
import ChevronRight from '@mui/icons-material/ChevronRight'
import History from '@mui/icons-material/HistoryOutlined'
import Lock from '@mui/icons-material/LockOutlined'
import Bell from '@mui/icons-material/NotificationsOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import { Box, Card, CardActionArea, Divider, Link, Stack, Typography } from '@mui/material'
import { useColorScheme } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useQuery } from '@tanstack/react-query'
import { zoneName } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Action, Icon } from '#kit/actions.tsx'
import { setDensity, useDensity } from '#kit/density.ts'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Page } from '#kit/page.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { TimezoneNotice } from '#kit/time.tsx'
import { brandOf } from '#office/brand/brand.rules.ts'
import { BrowsersCard } from '#people/browsers/browsers-card.parts.tsx'
import { SecondFactorCard } from '#people/second-factor/second-factor-card.parts.tsx'
import { getProfile } from '#people/sign-in/sign-in.contract.ts'

const languages = new Intl.DisplayNames(['en'], { type: 'language' })
/** The name of a language by its code; an unknown code is shown as it is. */
const languageName = (code: string): string => {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}

const actions: readonly Action[] = [
  { id: 'audit', label: 'Audit Log', icon: History, right: 'Team.full', run: (_, { navigate }) => navigate('/audit') },
]

function Way({ to, title, text, icon: I }: { to: string; title: string; text: string; icon: Icon }) {
  return (
    <Card component="section" aria-label={title}>
      <CardActionArea component={RouterLink} to={to} sx={{ p: 2.5, display: 'flex', gap: 2, alignItems: 'center' }}>
        <I sx={{ color: 'text.secondary' }} aria-hidden />
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography variant="h2">{title}</Typography>
          <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
        </Box>
        <ChevronRight sx={{ color: 'text.secondary' }} aria-hidden />
      </CardActionArea>
    </Card>
  )
}

type ChoiceProps<V extends string> = {
  label: string
  value: V
  options: readonly (readonly [V, string])[]
  onChoose: (v: V) => void
}
function Choice<V extends string>({ label, value, options, onChoose }: ChoiceProps<V>) {
  const id = useId()
  return (
    <Box>
      <Typography id={id} variant="caption" component="p" sx={{ color: 'text.secondary', mb: 0.5 }}>
        {label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-labelledby={id}
        value={value}
        // Clicking the chosen option gives null: nothing changes.
        onChange={(_, v: V | null) => v && onChoose(v)}
      >
        {options.map(([v, name]) => (
          <ToggleButton key={v} value={v} sx={{ px: 2, textTransform: 'none' }}>
            {name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  )
}

function Regional() {
  const brand = brandOf(location.host)
  const profile = useQuery(query(getProfile, {}))
  const { mode, setMode } = useColorScheme()
  const density = useDensity()
  return (
    <Card component="section" aria-label="Regional" sx={{ p: 2.5, gridColumn: '1 / -1' }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        Regional
      </Typography>
      {profile.error ? (
        <ErrorNotice error={profile.error} onRetry={() => void profile.refetch()} />
      ) : !profile.data ? (
        <BlockSkeleton height={46} />
      ) : (
        <DetailList
          items={[
            { label: 'Language', value: languageName(profile.data.data.language) },
            { label: 'Brand', value: brand.name },
            {
              label: 'Support mail',
              value: <Link href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</Link>,
            },
            { label: 'Time zone', value: zoneName() },
          ]}
        />
      )}
      <Box sx={{ mt: 2, maxWidth: 560 }}>
        <TimezoneNotice />
      </Box>
      <Divider sx={{ my: 2.5 }} />
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        In this browser
      </Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 3, flexWrap: 'wrap' }}>
        <Choice
          label="Appearance"
          value={mode ?? 'system'}
          onChoose={setMode}
          options={[
            ['system', 'System'],
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
        />
        <Choice
          label="Rows"
          value={density}
          onChoose={setDensity}
          options={[
            ['comfortable', 'Comfortable'],
            ['compact', 'Compact'],
          ]}
        />
      </Stack>
    </Card>
  )
}

export function SettingsPage() {
  return (
    <Page actions={actions}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, 1fr)' } }}>
        <Way
          to="/profile"
          title="My Profile"
          text="Your name, contact and address, your teams and roles."
          icon={Person}
        />
        <Way to="/changepassword" title="Password" text="Change the password you sign in with." icon={Lock} />
        <Way
          to="/settings/messages"
          title="What I am told"
          text="Which alerts reach you by mail, text message and push, and in which hours."
          icon={Bell}
        />
        <Regional />
        <SecondFactorCard />
        <BrowsersCard />
      </Box>
    </Page>
  )
}
