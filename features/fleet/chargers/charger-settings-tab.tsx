// The Settings tab of a charger: payment options, figures of the charging, and mails on events (D-OCPP-4, D-CHARGER-6).
import { Alert, Box, FormControlLabel, Switch, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { CHARGER_EVENTS, chargerEvents } from '#fleet/stations/charger-mail.words.ts'
import { type RecordForm, Section } from '#kit/form.tsx'
import { useMode } from '#kit/mode.ts'
import { useField } from '#kit/use-field.ts'
import { getPaymentReadiness } from '#money/payment-provider/provider-account.contract.ts'
import type { Values } from './charger-form.rules.ts'

/** The events of which a mail is sent, a switch each; the value lists those that are on. */
function EventSwitches() {
  const { field, off } = useField({ name: 'settings.notificationFeatures', label: 'Events' })
  const on = (field.value ?? []) as readonly string[]
  return (
    <Box
      role="group"
      aria-label="Events"
      sx={{
        gridColumn: '1 / -1',
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr' },
      }}
    >
      {chargerEvents.map(event => (
        <FormControlLabel
          key={event}
          label={CHARGER_EVENTS[event]}
          disabled={off}
          control={
            <Switch
              checked={on.includes(event)}
              onBlur={field.onBlur}
              onChange={e =>
                field.onChange(chargerEvents.filter(f => (f === event ? e.target.checked : on.includes(f))))
              }
            />
          }
        />
      ))}
    </Box>
  )
}

/** Says in live mode that the company of the charger has no payment provider, so that the pay page offers no UPI and no card. */
function NoProviderNotice({ teamId }: { teamId: number }) {
  const isLive = useMode() === 'live'
  const q = useQuery({ ...query(getPaymentReadiness, { params: { teamId } }), enabled: isLive && teamId !== 0 })
  if (!isLive || q.data?.data.takesPayments !== false) return null
  return (
    <Alert severity="warning" sx={{ gridColumn: '1 / -1' }}>
      Drivers can pay neither by UPI nor by card here yet: the company has no credentials of a payment provider. They
      are set on the page of the company, on the Payment tab.
    </Alert>
  )
}

export default function ChargerSettingsTab({ form }: { form: RecordForm<Values> }) {
  const { Switch: Toggle, Number: Figure, Multiline } = form.fields
  const isOn = form.rhf.watch('settings.enableNotifications')
  const [isCardOn, teamId] = form.rhf.watch(['payWithCard', 'teamId'])
  return (
    <>
      <Section title="Payment Options" help="What drivers are offered at this charge point.">
        <Toggle name="employeeOrResident" label="Employee / Resident (OTP)" />
        <Toggle name="payWithWallet" label="Pay With Wallet" />
        <Toggle name="payWithCard" label="Pay With Card" />
        {isCardOn && <NoProviderNotice teamId={teamId ?? 0} />}
      </Section>
      <Section title="Admin Settings">
        <Figure
          name="tolerance_watt"
          label="Tolerance Level (Watts)"
          unit="W"
          required
          help="A session that stays below it for 10 minutes counts as fully charged."
        />
        <Figure
          name="meter_interval_sec"
          label="Meter Interval (Seconds)"
          unit="s"
          required
          help="How often the charge point tells what its meter reads. A settings template that names MeterValueSampleInterval goes before it."
        />
        <Toggle
          name="preparingState"
          label="Preparing State"
          help="On: a session is started from here only once a car is plugged in."
        />
      </Section>
      <Section title="Mail Notification Settings">
        <Toggle name="settings.enableNotifications" label="Enable Notifications" wide />
        {isOn && (
          <>
            <Multiline
              name="settings.notificationRecipients"
              label="Notification Recipients"
              required
              wide
              rows={2}
              help="Addresses separated by commas."
            />
            <Typography sx={{ gridColumn: '1 / -1', color: 'text.secondary' }}>
              A mail is sent on each event that is on, at most one for each connector and event in 5 minutes.
            </Typography>
            <EventSwitches />
          </>
        )}
        <Toggle
          name="excludeFromEmail"
          label="Exclude From Email"
          help="On: no mails about this charge point, these notifications included."
          wide
        />
      </Section>
    </>
  )
}
