// When alerts of a kind open and close by themselves, and their next step, a sentence each in the kind's own words.
import { Stack, Typography } from '@mui/material'
import type { AlertKindShown } from './alert-rule.contract.ts'

export const KindSays = ({ kind: k }: { kind: Pick<AlertKindShown, 'opens' | 'closes' | 'step'> }) => (
  <Stack spacing={0.25}>
    {[`Opens when ${k.opens}.`, `Closes when ${k.closes}.`, `Next step: ${k.step}.`].map(text => (
      <Typography key={text} variant="body2" sx={{ color: 'text.secondary', maxWidth: '72ch' }}>
        {text}
      </Typography>
    ))}
  </Stack>
)
