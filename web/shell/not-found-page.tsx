// The 404 page (S-GONE).
import { Button, Stack, Typography } from '@mui/material'
import { Link } from 'react-router'
import { brand } from './brand.ts'

export function NotFoundPage() {
  return (
    <Stack
      component="main"
      spacing={2}
      sx={{ minHeight: '100dvh', p: 3, alignItems: 'center', justifyContent: 'center', textAlign: 'center' }}
    >
      <img src={brand.logo} alt={brand.name} height={32} />
      <Typography variant="h1" sx={{ pt: 3 }}>
        Sorry, page not found!
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>The address may be mistyped, or the page has moved.</Typography>
      <Button component={Link} to="/" variant="contained">
        Go to Home
      </Button>
    </Stack>
  )
}
