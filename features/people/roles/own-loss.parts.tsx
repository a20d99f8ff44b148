// The question before readers lower their own rights, on every screen that gives roles (D-TEAM-2).
import { Box } from '@mui/material'
import type { Confirmation } from '#kit/confirmation.ts'

/**
 * The question about a change of the reader's own role; `lost`: the rights that are lost, in words. Undefined where
 * none is.
 */
export const ownLossQuestion = (title: string, text: string, lost: readonly string[]): Confirmation | undefined =>
  lost.length === 0
    ? undefined
    : {
        title,
        text: `${text} Rights that you give up you cannot give back to yourself. You lose:`,
        yes: 'Change role',
        danger: true,
        details: (
          <Box component="ul" sx={{ mt: 1, mb: 0, pl: 2.5 }}>
            {lost.map(right => (
              <li key={right}>{right}</li>
            ))}
          </Box>
        ),
      }
