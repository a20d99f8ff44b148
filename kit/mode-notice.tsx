// One calm line saying that the installation is in test mode; nothing in live mode (D-PAY-7). The line is printed too.
import Science from '@mui/icons-material/ScienceOutlined'
import { Box } from '@mui/material'
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { useMode } from './mode.ts'

export function ModeNotice() {
  if (useMode() !== 'test') return null
  return (
    <Box
      component="section"
      aria-label="Mode of the installation"
      sx={{
        display: 'flex',
        gap: 1,
        px: { xs: 2, sm: 3 },
        py: 0.25,
        alignItems: 'center',
        justifyContent: 'center',
        bgcolor: 'status.warning.tint',
        color: 'status.warning.text',
        fontSize: '0.8125rem',
        fontWeight: 550,
        lineHeight: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Science sx={{ fontSize: 16 }} aria-hidden />
      {TEST_NOTICE}
    </Box>
  )
}
