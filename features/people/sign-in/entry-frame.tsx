// The frame of the pages in front of the sign-in: the brand beside, on phones above, and a column with title and form.
import { Box, Link, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { ModeNotice } from '#kit/mode-notice.tsx'
import { brandOf } from '#office/brand/brand.rules.ts'

function BrandPanel() {
  const brand = brandOf(location.host)
  return (
    <Box
      sx={{
        display: { xs: 'none', md: 'flex' },
        flexDirection: 'column',
        justifyContent: 'space-between',
        p: 6,
        borderRight: 1,
        borderColor: 'divider',
        background:
          'linear-gradient(160deg, color-mix(in srgb, var(--mui-palette-primary-main) 14%, var(--mui-palette-background-paper)), var(--mui-palette-background-paper) 70%)',
      }}
    >
      <img src={brand.logo} alt={brand.name} height={36} style={{ alignSelf: 'flex-start' }} />
      <Curve />
      <Typography sx={{ color: 'text.secondary' }}>
        Need help? <Link href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</Link> or{' '}
        <Link href="/help">the guide</Link>
      </Typography>
    </Box>
  )
}

/** A day of charging, drawn quietly: decoration only. */
const Curve = () => (
  <svg viewBox="0 0 480 200" width="100%" aria-hidden="true" style={{ maxHeight: 260 }}>
    {[40, 80, 120, 160].map(y => (
      <line key={y} x1="0" x2="480" y1={y} y2={y} stroke="var(--mui-palette-divider)" />
    ))}
    <path
      d="M0 168C50 165 70 160 100 130S150 70 190 78S240 120 280 108S330 32 370 40S440 120 480 132"
      fill="none"
      stroke="var(--mui-palette-primary-main)"
      strokeWidth="3"
    />
    <path
      d="M0 168C50 165 70 160 100 130S150 70 190 78S240 120 280 108S330 32 370 40S440 120 480 132V200H0Z"
      fill="var(--mui-palette-primary-main)"
      opacity="0.1"
    />
  </svg>
)

/** `title` and a line of text above the form. */
export function EntryFrame({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const brand = brandOf(location.host)
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: 'minmax(360px, 5fr) 7fr' },
        gridTemplateRows: 'auto 1fr',
      }}
    >
      <Box sx={{ gridColumn: '1 / -1' }}>
        <ModeNotice />
      </Box>
      <BrandPanel />
      <Box
        sx={{
          display: 'grid',
          placeItems: { xs: 'start center', sm: 'center' },
          p: { xs: 3, sm: 6 },
          pt: { xs: 'max(24px, calc(var(--notices, 0px) + 16px))', sm: 6 },
          bgcolor: 'background.paper',
        }}
      >
        <Stack spacing={3} sx={{ width: '100%', maxWidth: 380 }}>
          <Box sx={{ display: { md: 'none' } }}>
            <img src={brand.logo} alt={brand.name} height={32} />
          </Box>
          <div>
            <Typography variant="h1" sx={{ fontSize: '1.5rem' }}>
              {title}
            </Typography>
            {text && (
              <Typography sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}>{text}</Typography>
            )}
          </div>
          {children}
        </Stack>
      </Box>
    </Box>
  )
}
