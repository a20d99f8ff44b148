// The facts about a charger that was refused because its id is unknown, shown above the form for adding the charger.
import { Alert, Box, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useDebounced } from '#kit/delayed.ts'
import { DetailList } from '#kit/detail-list.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { RelativeTime } from '#kit/time.tsx'
import { getKnock, type JoiningCharger } from './joining.contract.ts'

/** Returns the facts in a line for the notes of the charger's record: 'Before it was added it connected from 10.1.2.3 (software Firm/2.1, protocols ocpp1.6).' */
function knockedNote(k: Pick<JoiningCharger, 'address' | 'userAgent' | 'protocols'>): string {
  const more = [k.userAgent && `software ${k.userAgent}`, k.protocols && `protocols ${k.protocols}`].filter(Boolean)
  if (!k.address && more.length === 0) return ''
  return `Before it was added it connected${k.address ? ` from ${k.address}` : ''}${more.length > 0 ? ` (${more.join(', ')})` : ''}.`
}

/** The charger of this id that was turned away; null: none was; undefined: not known yet. */
export function useKnock(chargepointId: string): JoiningCharger | null | undefined {
  const { teamId } = useSession()
  const { canCreate } = useAccess('ChargerPoint')
  const isAsked = chargepointId !== '' && teamId !== 0 && canCreate
  const asked = useQuery({
    ...query(getKnock, { params: { teamId, chargepointId } }),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // The form opens with the id alone where the rest cannot be had.
  if (!isAsked || asked.error) return null
  return asked.data?.data
}

/** `onTake`: fills in what it told, where that is not done yet. */
export function Knocked({ knock: k, onTake }: { knock: JoiningCharger; onTake?: () => void }) {
  return (
    <Alert severity="info" icon={false} sx={{ '& .MuiAlert-message': { width: '100%' } }}>
      <Box sx={{ mb: 1.5 }}>
        {onTake
          ? 'A charge point with this id has tried to connect. '
          : 'This charge point has tried to connect. Its id is filled in below, and the rest of what it told is in the notes. '}
        Vendor, model, serial number and firmware it tells once it has been added and connects again.
      </Box>
      <DetailList
        items={[
          { label: 'First tried', value: <RelativeTime at={k.since} /> },
          { label: 'Last tried', value: <RelativeTime at={k.lastAt} /> },
          {
            label: 'Refused attempts',
            value: `${k.refused.toLocaleString('en-IN')} ${k.refused === 1 ? 'time' : 'times'}`,
          },
          { label: 'Address', value: k.address },
          { label: 'Protocols', value: k.protocols },
          { label: 'Software', value: k.userAgent },
          { label: 'Encrypted', value: k.isEncrypted ? 'Yes' : 'No' },
          {
            label: 'Brought a key',
            value: k.hasCredentials ? 'Yes. It is replaced: a new one is shown after saving' : 'No',
          },
        ]}
      />
      {onTake && (
        <Button variant="outlined" color="inherit" size="small" onClick={onTake} sx={{ mt: 1.5 }}>
          Fill in what it told
        </Button>
      )}
    </Alert>
  )
}

/** Inside the form of a new charger: whether the typed id has tried to connect. `filled`: what it told is in the form already. */
export function KnockOfTyped({ filled }: { filled: string }) {
  const { setValue } = useFormContext()
  const typed = useDebounced(String(useWatch({ name: 'chargepoint_id' }) ?? '').trim())
  const [taken, setTaken] = useState(filled)
  const knock = useKnock(typed === taken ? '' : typed)
  if (!knock) return null
  const take = () => {
    for (const [name, value] of Object.entries(saidBy(knock))) setValue(name, value, { shouldDirty: true })
    setTaken(typed)
  }
  return <Knocked knock={knock} onTake={take} />
}

/** The values of the form that follow from the refused charger's connection. */
export const saidBy = (k: JoiningCharger) => ({
  chargepoint_id: k.chargepoint_id,
  chargepoint_name: k.chargepoint_id,
  // Whoever adds a charger that waits to join lets it in.
  registrationStatus: 'Accepted' as const,
  security_profile: k.hasCredentials ? (k.isEncrypted ? 2 : 1) : null,
  chargePointSerialNumber: k.serialNumber ?? '',
  note: knockedNote(k),
})
