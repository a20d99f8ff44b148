// One of the first steps: done with what was made, next and open, or still to come.
import { Box, Card, Stack, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { toneIcons } from '#kit/status.ts'

type Props = {
  number: number
  title: string
  isDone: boolean
  isNext: boolean
  /** What was made by the step. */
  fact?: ReactNode
  /** What is said of a step that has begun, once it is done or not the next one. */
  below?: ReactNode
  /** What there is to do; shown while the step is the next one. */
  children: ReactNode
}
export function StepCard({ number, title, isDone, isNext, fact, below, children }: Props) {
  const id = useId()
  const [Icon, word, color] = isDone
    ? ([toneIcons.success, 'Done', 'status.success.text'] as const)
    : isNext
      ? ([toneIcons.active, 'Next', 'status.active.text'] as const)
      : ([toneIcons.neutral, 'To come', 'text.secondary'] as const)
  return (
    <Card
      component="li"
      aria-labelledby={id}
      sx={{ p: { xs: 2, sm: 2.5 } }}
      {...(isNext && { 'aria-current': 'step' })}
    >
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
        <Typography id={id} variant="h3" component="h3" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {number}. {title}
          {isDone && fact && (
            <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
              {' '}
              · {fact}
            </Box>
          )}
        </Typography>
        <Stack direction="row" component="span" sx={{ gap: 0.5, alignItems: 'center', color, fontSize: '0.8125rem' }}>
          <Icon aria-hidden sx={{ fontSize: 18 }} />
          {word}
        </Stack>
      </Stack>
      {(isNext || below) && (
        <Stack
          spacing={1.5}
          sx={{ mt: 1.5, '& > *': { maxWidth: '72ch' }, '& ul': { m: 0, pl: 2.5 }, '&:empty': { display: 'none' } }}
        >
          {isNext && children}
          {below}
        </Stack>
      )}
    </Card>
  )
}
