// A text as it came, spread over lines: a frame of a charger, the answer to an operation. Long ones scroll, by keyboard too.
import { Box } from '@mui/material'

export const RawText = ({
  label,
  maxHeight,
  children,
}: {
  label: string
  maxHeight: number | string
  children: string
}) => (
  <Box
    component="pre"
    tabIndex={0}
    role="region"
    aria-label={label}
    sx={{
      m: 0,
      p: 1.5,
      maxHeight,
      overflow: 'auto',
      border: 1,
      borderColor: 'divider',
      borderRadius: 2,
      bgcolor: 'background.default',
      fontSize: '0.8125rem',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
    }}
  >
    {children}
  </Box>
)
