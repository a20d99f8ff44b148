// The prices of a group in its form: one for all times, or the time slots of the chosen day of a week.
import Add from '@mui/icons-material/Add'
import ContentCopy from '@mui/icons-material/ContentCopyOutlined'
import { Alert, Box, Button, Chip, Divider, Stack, Typography } from '@mui/material'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type RecordForm, Section } from '#kit/form.tsx'
import { later } from '#kit/later.ts'
import { notify } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { slotClock } from './business-clock.rules.ts'
import { DAY_ORDER, DAYS, MONDAY } from './price.words.ts'
import type { Slot, Values } from './price-form.rules.ts'
import { SlotFields } from './slot-fields.tsx'
import { addRange, copyDay, placesOf, removeSlot } from './slots.rules.ts'
import { WeekStrip } from './week-strip.tsx'

const CopyScheduleDialog = later(() => import('./copy-schedule-dialog.tsx'))

/** The text that the list of slots as a whole carries. */
const ownText = (error: unknown): string | undefined => {
  const { message, root } = (error ?? {}) as { message?: unknown; root?: { message?: unknown } }
  return [message, root?.message].find(t => typeof t === 'string') as string | undefined
}

export function PriceSlots({ form, setSlots }: { form: RecordForm<Values>; setSlots: (slots: Slot[]) => void }) {
  const { control, formState } = form.rhf
  const { user } = useSession()
  const slots = useWatch({ control, name: 'priceDetails' }) as Slot[]
  const type = useWatch({ control, name: 'priceGroupType' })
  const [day, setDay] = useState<number | undefined>(MONDAY)
  const [isCopying, setCopying] = useState(false)
  const clock = useMemo(() => slotClock(user.businessZone, new Date()), [user.businessZone])
  const problem = ownText(formState.errors.priceDetails)
  const isFixed = type === 'fixed'
  // Selecting variable begins with Monday.
  useEffect(() => {
    if (!isFixed) setDay(MONDAY)
  }, [isFixed])
  // After a save that was refused, the first day of the week with an error is shown.
  const wrong = formState.errors.priceDetails
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a try to save leads there
  useEffect(() => {
    if (formState.submitCount === 0 || !Array.isArray(wrong)) return
    const isWrong = (d: number) => placesOf(slots, d).some(at => wrong[at])
    const first = DAY_ORDER.find(isWrong)
    if (first !== undefined && !(day !== undefined && isWrong(day))) setDay(first)
  }, [formState.submitCount, formState.isSubmitting])

  if (isFixed)
    return (
      <Section title="Price Details" help="One price at all times, without tax.">
        <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <SlotFields form={form} at={0} isFixed setSlots={setSlots} clock={clock} />
        </Box>
      </Section>
    )

  const places = day === undefined ? [] : placesOf(slots, day)
  const add = () => {
    const added = addRange(slots, day)
    if (added.ok) setSlots(added.value.slots)
    else notify.error(new Error(added.error))
  }
  return (
    <>
      <Section title="Day Selection" help="The time slots of the chosen day stand below.">
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', gridColumn: '1 / -1' }}>
          {DAY_ORDER.map(d => (
            <Chip
              key={d}
              label={DAYS[d]}
              clickable
              color={d === day ? 'primary' : 'default'}
              variant={d === day ? 'filled' : 'outlined'}
              aria-pressed={d === day}
              onClick={() => setDay(d === day ? undefined : d)}
            />
          ))}
        </Stack>
        <WeekStrip slots={slots} day={day} setSlots={setSlots} clock={clock} onDay={setDay} readOnly={form.readOnly} />
      </Section>
      <Section
        title="Price Details"
        help="Prices are without tax. A time is UTC; below it stands the time in the business time zone."
      >
        <Stack spacing={2} useFlexGap sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          {problem && <Alert severity="error">{problem}</Alert>}
          {day === undefined && (
            <Typography sx={{ color: 'text.secondary' }}>Choose a day above to see its time slots.</Typography>
          )}
          {places.map((at, i) => (
            <Box key={at}>
              {i > 0 && <Divider sx={{ mb: 2 }} />}
              <SlotFields
                form={form}
                at={at}
                setSlots={setSlots}
                clock={clock}
                isFixed={false}
                onRemove={places.length > 1 ? () => setSlots(removeSlot(slots, at)) : undefined}
              />
            </Box>
          ))}
          {!form.readOnly && <SlotButtons onAdd={add} {...(day !== undefined && { onCopy: () => setCopying(true) })} />}
        </Stack>
      </Section>
      {isCopying && day !== undefined && (
        <Suspense>
          <CopyScheduleDialog
            from={day}
            onCopy={days => setSlots(copyDay(slots, day, days))}
            onClose={() => setCopying(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** `onCopy`: missing where no day is chosen. */
function SlotButtons({ onAdd, onCopy }: { onAdd: () => void; onCopy?: () => void }) {
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
      <Button variant="outlined" color="inherit" startIcon={<Add />} onClick={onAdd}>
        Add Time Range
      </Button>
      <Button variant="outlined" color="inherit" startIcon={<ContentCopy />} disabled={!onCopy} onClick={onCopy}>
        Copy Schedule
      </Button>
    </Stack>
  )
}
