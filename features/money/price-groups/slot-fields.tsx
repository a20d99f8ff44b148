// One time slot of the form: its times, its price and its fees. A change of its times moves the neighbouring slots of
// that day.
import { Box, Button, MenuItem, OutlinedInput, Select, Typography } from '@mui/material'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { FieldFrame } from '#kit/field-frame.tsx'
import type { RecordForm } from '#kit/form.tsx'
import { useField } from '#kit/use-field.ts'
import type { SlotClock } from './business-clock.rules.ts'
import { DAYS, priceLabel } from './price.words.ts'
import type { Slot, Values } from './price-form.rules.ts'
import { moveEnd, moveStart, resetSlot, switchType, typedTime } from './slots.rules.ts'

type SetSlots = (slots: Slot[]) => void
type TimeProps = {
  at: number
  side: 'startTime' | 'endTime'
  slots: readonly Slot[]
  setSlots: SetSlots
  clock: SlotClock
}
/**
 * A text field for 24-hour times: the browser's own time field shows AM and PM on some machines. While a time is typed,
 * neighbouring slots are shifted from their times at the moment the field was entered.
 */
function TimeField({ at, side, slots, setSlots, clock }: TimeProps) {
  const label = side === 'startTime' ? 'Start Time' : 'End Time'
  const value = slots[at]?.[side] ?? ''
  const help = clock.text(Number(slots[at]?.day), String(value))
  const { field, id, error, off, below, aria } = useField({
    name: `priceDetails.${at}.${side}`,
    label,
    ...(help && { help }),
  })
  const entered = useRef(slots)
  const move = side === 'startTime' ? moveStart : moveEnd
  return (
    <FieldFrame id={id} label={`${label} (UTC)`} error={error} below={below} required>
      <OutlinedInput
        fullWidth
        size="small"
        id={id}
        value={value}
        placeholder="HH:mm"
        onFocus={() => {
          entered.current = slots
        }}
        onChange={e => setSlots(move(entered.current, at, e.target.value))}
        onBlur={() => {
          const whole = typedTime(String(value))
          if (whole !== undefined && whole !== value) setSlots(move(entered.current, at, whole))
          field.onBlur()
        }}
        inputRef={field.ref}
        disabled={off}
        error={error !== undefined}
        inputProps={{ ...aria, 'aria-required': true, inputMode: 'numeric', maxLength: 5, autoComplete: 'off' }}
      />
    </FieldFrame>
  )
}

/** The choice between price per kWh and price per hour; the price of the other type is cleared. */
function PriceType({ at, slots, setSlots }: Pick<TimeProps, 'at' | 'slots' | 'setSlots'>) {
  const label = 'Price Type'
  const { field, id, error, off, below, aria } = useField({ name: `priceDetails.${at}.priceType`, label })
  const { priceType = 'kwh' } = slots[at] ?? {}
  return (
    <FieldFrame id={id} label={label} error={error} below={below} required>
      <Select
        fullWidth
        id={id}
        labelId={`${id}-label`}
        value={priceType}
        onChange={e => setSlots(switchType(slots, at, e.target.value as Slot['priceType']))}
        onBlur={field.onBlur}
        inputRef={field.ref}
        disabled={off}
        error={error !== undefined}
        SelectDisplayProps={{ ...aria, 'aria-required': true }}
      >
        <MenuItem value="kwh">Per kWh</MenuItem>
        <MenuItem value="min">Per minute/hour</MenuItem>
        {priceType === 'hr' && <MenuItem value="hr">Per hour</MenuItem>}
      </Select>
    </FieldFrame>
  )
}

type Props = {
  form: RecordForm<Values>
  at: number
  /** A price for all times has no times of its own. */
  isFixed: boolean
  setSlots: SetSlots
  clock: SlotClock
  onRemove?: (() => void) | undefined
}
export function SlotFields({ form, at, isFixed, setSlots, clock, onRemove }: Props) {
  const { control } = form.rhf
  const slots = useWatch({ control, name: 'priceDetails' }) as Slot[]
  const { Number: Figure } = form.fields
  const slot = slots[at]
  if (!slot) return null
  const isByEnergy = slot.priceType === 'kwh'
  const name = isFixed ? 'Price at all times' : `${DAYS[Number(slot.day)]} ${slot.startTime} to ${slot.endTime}`
  return (
    <Box role="group" aria-label={name} sx={{ minWidth: 0 }}>
      {!isFixed && (
        <Typography variant="h3" sx={{ fontSize: '0.875rem', fontWeight: 600, mb: 1 }}>
          {name}
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        {!isFixed && (
          <>
            <TimeField at={at} slots={slots} setSlots={setSlots} clock={clock} side="startTime" />
            <TimeField at={at} slots={slots} setSlots={setSlots} clock={clock} side="endTime" />
          </>
        )}
        <PriceType at={at} slots={slots} setSlots={setSlots} />
        {isByEnergy ? (
          <Figure key="kWh" name={`priceDetails.${at}.priceperKW`} label={priceLabel.priceperKW} unit="₹" required />
        ) : (
          <Figure key="hour" name={`priceDetails.${at}.priceperHr`} label={priceLabel.priceperHr} unit="₹" required />
        )}
        <Figure
          name={`priceDetails.${at}.fixedFeeStarting`}
          label={priceLabel.fixedFeeStarting}
          unit="₹"
          help="Once a session"
        />
        <Figure
          name={`priceDetails.${at}.fixedFeeCharging`}
          label={priceLabel.fixedFeeCharging}
          unit="₹"
          help="Once, when energy flows"
        />
        <Figure name={`priceDetails.${at}.minuteFeeCharging`} label={priceLabel.minuteFeeCharging} unit="₹" />
        <Figure
          name={`priceDetails.${at}.idealFeeFullyCharged`}
          label={priceLabel.idealFeeFullyCharged}
          unit="₹"
          help="From 10 minutes after the car is full"
        />
      </Box>
      {!form.readOnly && (
        <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
          <Button size="small" color="inherit" onClick={() => setSlots(resetSlot(slots, at))}>
            Reset
          </Button>
          {onRemove && (
            <Button size="small" color="error" onClick={onRemove}>
              Remove
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}
