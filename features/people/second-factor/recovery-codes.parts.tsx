// Ten recovery codes, shown this once: copied, saved or printed (MFA-01).
import Download from '@mui/icons-material/DownloadOutlined'
import Print from '@mui/icons-material/PrintOutlined'
import { Alert, Box, Button, GlobalStyles, Stack, Typography } from '@mui/material'
import { CopyButton } from '#kit/copy-button.tsx'
import { download } from '#kit/export.ts'
import { brandOf } from '#office/brand/brand.rules.ts'

/** On paper stand the codes alone, whatever is around them on the screen. */
const printed = (
  <GlobalStyles
    styles={{
      '@media print': {
        'body *': { visibility: 'hidden' },
        '[data-codes], [data-codes] *': { visibility: 'visible' },
        '[data-codes]': { position: 'fixed', top: 24, left: 24 },
      },
    }}
  />
)

export function RecoveryCodes({ codes, username }: { codes: readonly string[]; username: string }) {
  const title = `${brandOf(location.host).name}: recovery codes of ${username}`
  const text = `${title}\n\n${codes.join('\n')}\n\nEach code counts once.\n`
  return (
    <Stack spacing={2}>
      {printed}
      <Alert severity="warning">
        Keep these codes where you find them without your phone. They are shown this once. Each signs you in once, in
        place of your second factor.
      </Alert>
      <Box data-codes>
        <Typography variant="body2" sx={{ display: 'none', '@media print': { display: 'block', mb: 2 } }}>
          {title}
        </Typography>
        <Box
          component="ol"
          aria-label="Recovery codes"
          sx={{
            m: 0,
            p: 2,
            listStyle: 'none',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            display: 'grid',
            gap: 1,
            gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))',
            fontFamily: 'monospace',
            fontSize: '1rem',
          }}
        >
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </Box>
      </Box>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <CopyButton text={codes.join('\n')} label="the codes" />
        <Button
          color="inherit"
          startIcon={<Download />}
          onClick={() => download(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </Button>
        <Button color="inherit" startIcon={<Print />} onClick={() => window.print()}>
          Print
        </Button>
      </Stack>
    </Stack>
  )
}
