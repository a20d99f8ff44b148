// A text that is typed into a charger, with a button that copies it; lines stand in a <dl>.
import { Box, Stack, Typography } from '@mui/material'
import { CopyButton } from '#kit/copy-button.tsx'

export function TypedLine({ label, text }: { label: string; text: string }) {
  return (
    <Box>
      <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Stack component="dd" direction="row" sx={{ m: 0, gap: 0.5, alignItems: 'center' }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere', fontSize: '0.875rem', userSelect: 'all' }}>
          {text}
        </Box>
        <CopyButton text={text} label={label.toLowerCase()} />
      </Stack>
    </Box>
  )
}
