// The form of SendLocalList: all tags that are valid on the charge point, chosen tags, or none; an empty list has to be
// confirmed with the charge point's name (D-OCPP-10, S-LOCAL-LIST). The server adds status, end and group of each tag,
// and the version.
import { Alert, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { getLocalList } from '#control/local-lists/local-list.contract.ts'
import { LIST_CONTENTS, sendLocalList } from '#control/remote-operations/operations/local-list.contract.ts'
import type { FormTarget } from '#control/remote-operations/operations/operation.contract.ts'
import { boundFields } from '#kit/fields.tsx'
import { errorText } from '#kit/notices.tsx'
import { InputField, inputProps } from './operation-fields.tsx'
import type { OperationFieldsProps, Values } from './option-fields.tsx'
import { TagsField } from './tag-field.tsx'

const { Select } = boundFields<Values>()
const { fields } = sendLocalList
const WORDS: Readonly<Record<(typeof LIST_CONTENTS)[number], string>> = {
  ValidTags: 'All tags valid on this charge point',
  ChosenTags: 'Chosen tags',
  NoTags: 'No tags: empty the list',
}

const UNKNOWN_LIST = 'The portal does not know which tags are on the list now.'

const useLocalList = (teamId: number, charger: FormTarget) =>
  useQuery({ ...query(getLocalList, { params: { teamId, id: String(charger.chargepoint_pk) } }), staleTime: 0 })

export function LocalListFields({ teamId, charger }: OperationFieldsProps) {
  const { watch, setValue } = useFormContext()
  const kept = useLocalList(teamId, charger).data?.data.isKept
  const contents = watch('parameters.contents') as string
  const isFull = watch('parameters.updateType') === 'Full'
  const isChosen = contents === 'ChosenTags'
  // Tags that no field shows any more are not sent.
  useEffect(() => {
    if (!isChosen) setValue('parameters.idTags', [])
    if (!isChosen || isFull) setValue('parameters.removedIdTags', [])
    if (!isFull && contents === 'NoTags') setValue('parameters.contents', 'ChosenTags')
  }, [isChosen, isFull, contents, setValue])
  const options = LIST_CONTENTS.filter(c => isFull || c !== 'NoTags').map(value => ({ value, label: WORDS[value] }))
  return (
    <>
      {kept && (
        <Alert severity="info" sx={{ gridColumn: '1 / -1' }}>
          The portal keeps the list of this charge point up to date: within minutes its own list takes the place of this
          one.
        </Alert>
      )}
      <InputField teamId={teamId} charger={charger} name="parameters.updateType" field={fields.updateType} />
      <Select
        {...inputProps({ name: 'parameters.contents', field: fields.contents })}
        options={options}
        {...(contents !== 'NoTags' && { help: 'Sent with the status, expiry and parent of each tag' })}
      />
      {isChosen && (
        <TagsField
          teamId={teamId}
          charger={charger}
          {...inputProps({ name: 'parameters.idTags', field: fields.idTags })}
          label={isFull ? 'Tags on the list' : 'Tags to add or change'}
        />
      )}
      {isChosen && !isFull && (
        <TagsField
          teamId={teamId}
          charger={charger}
          {...inputProps({ name: 'parameters.removedIdTags', field: fields.removedIdTags })}
          takesTyped
        />
      )}
    </>
  )
}

/** The list as the portal sent it last; only a list that the portal keeps is known. */
export function ListOnCharger({ teamId, charger }: OperationFieldsProps) {
  const { data, error, isPending } = useLocalList(teamId, charger)
  const { isKept = false, tags = 0, version = 0 } = data?.data ?? {}
  const known = `${tags === 1 ? '1 tag' : `${tags.toLocaleString('en-IN')} tags`}, version ${version.toLocaleString('en-IN')}`
  return (
    <Typography sx={{ mt: 2 }}>
      {isPending && 'Reading what the portal knows of the list.'}
      {error && errorText(error)}
      {data && (isKept && version > 0 ? `The portal last sent it ${known}.` : UNKNOWN_LIST)}
    </Typography>
  )
}
