// The periods of a profile's schedule in its form, and beside them what they draw. At least one remains.
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import { Alert, Box, Button, IconButton, Stack } from '@mui/material'
import { useFieldArray, useWatch } from 'react-hook-form'
import { elapsedText } from '#control/remote-operations/schedule.rules.ts'
import { ScheduleChart } from '#control/remote-operations/schedule-chart.parts.tsx'
import { type RecordForm, Section } from '#kit/form.tsx'
import { Tip } from '#kit/tip.tsx'
import { LAST_PERIOD, MOST_PERIODS } from './profile-choices.words.ts'
import { blankPeriod, drawnOf, type Values } from './profile-form.rules.ts'

const HELP =
  'Seconds from the start of the schedule, ascending; each limit holds until the next period. Chargers are sent the first period from 0.'

export function SchedulePeriods({ form }: { form: RecordForm<Values> }) {
  const { control, formState } = form.rhf
  const { fields, append, remove } = useFieldArray({ control, name: 'schedulePeriods', keyName: 'key' })
  const [schedulePeriods, duration_in_seconds, charging_rate_unit] = useWatch({
    control,
    name: ['schedulePeriods', 'duration_in_seconds', 'charging_rate_unit'],
  })
  const { Number: Figure } = form.fields
  const wrong = formState.errors.schedulePeriods
  const problem = wrong?.root?.message ?? wrong?.message
  return (
    <Section title="Schedule Periods" help={HELP}>
      <Stack spacing={2} useFlexGap>
        {problem && <Alert severity="error">{problem}</Alert>}
        {fields.map((f, i) => {
          const start = schedulePeriods[i]?.start_period
          return (
            <Box
              key={f.key}
              role="group"
              aria-label={`Period ${i + 1}`}
              sx={{
                display: 'grid',
                gap: 1.5,
                alignItems: 'start',
                gridTemplateColumns: { xs: '1fr 1fr 40px', sm: 'repeat(3, minmax(0, 1fr)) 40px' },
              }}
            >
              <Figure
                name={`schedulePeriods.${i}.start_period`}
                label="Start Period"
                unit="s"
                required
                {...(typeof start === 'number' && start >= 60 && { help: `after ${elapsedText(start)}` })}
              />
              <Figure
                name={`schedulePeriods.${i}.power_limit`}
                label="Power Limit"
                unit={charging_rate_unit || 'A'}
                required
              />
              <Box sx={{ gridColumn: { xs: '1 / 3', sm: 'auto' }, gridRow: { xs: 2, sm: 'auto' } }}>
                <Figure name={`schedulePeriods.${i}.number_phase`} label="Number of Phases" help="Blank: 3" />
              </Box>
              {!form.readOnly && (
                <Tip title={fields.length === 1 ? LAST_PERIOD : 'Remove period'}>
                  <span style={{ gridColumn: '-2 / -1', gridRow: 1, marginTop: 26 }}>
                    <IconButton
                      aria-label={`Remove period ${i + 1}`}
                      disabled={fields.length === 1}
                      onClick={() => remove(i)}
                    >
                      <Delete fontSize="small" />
                    </IconButton>
                  </span>
                </Tip>
              )}
            </Box>
          )
        })}
        {!form.readOnly && (
          <Box>
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<Add />}
              disabled={fields.length >= MOST_PERIODS}
              onClick={() => append(blankPeriod, { focusName: `schedulePeriods.${fields.length}.start_period` })}
            >
              Add period
            </Button>
          </Box>
        )}
      </Stack>
      <Box sx={{ minWidth: 0, mx: { xs: -2, md: 0 }, mt: { md: -2.5 } }}>
        <ScheduleChart title="Schedule" {...drawnOf({ schedulePeriods, duration_in_seconds, charging_rate_unit })} />
      </Box>
    </Section>
  )
}
