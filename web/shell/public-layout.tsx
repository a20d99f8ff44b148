// The pages for everyone: a header with the logo above the page (S-PUBLIC).
import { Box, Link } from '@mui/material'
import { Outlet, Link as RouterLink } from 'react-router'
import { ModeNotice } from '#kit/mode-notice.tsx'
import { brand } from './brand.ts'

export function PublicLayout() {
  return (
    <>
      <Box
        component="header"
        sx={{ px: 3, py: 2, borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
      >
        <Link component={RouterLink} to="/check-transaction-status" sx={{ display: 'inline-flex' }}>
          <img src={brand.logo} alt={`${brand.name}: Check Transaction Status`} height={28} />
        </Link>
      </Box>
      <ModeNotice />
      <Box component="main" sx={{ p: { xs: 2, sm: 3 } }}>
        <Outlet />
      </Box>
    </>
  )
}
