// The choice of a tag (D-OPS-7): the tags of the signed-in user first, any other tag of the team's scope by search, or a typed
// one. Loaded with the first form that asks for a tag.
import { Autocomplete, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { FieldFrame } from '../../web/kit/field-frame.tsx'
import { useSession } from '../../web/kit/session.ts'
import { useField } from '../../web/kit/use-field.ts'
import { listAvailableTags, listUserTags } from '../remote-operations/remote-operation.contract.ts'
import { fresh, helpOf, type OperationFieldsProps } from './option-fields.tsx'
import { groupOf, TagOption } from './tag-option.tsx'
import { type OfferedTag, useTagSearch, withTyped } from './tag-search.tsx'

const SEARCHED = 'Search by tag, driver, phone or e-mail, or type a tag'

/** The tags of the signed-in user valid here; of a user without any, those of the team with no driver. */
function useFirstTags({ teamId, charger }: OperationFieldsProps) {
  const { email } = useSession().user
  const own = useQuery({
    ...query(listUserTags, { params: { teamId, x: charger.chargepoint_id }, body: { email } }),
    ...fresh,
  })
  const hasNone = own.data?.data.length === 0
  const others = useQuery({
    ...query(listAvailableTags, { params: {}, query: { teamId } }),
    ...fresh,
    enabled: hasNone,
  })
  const asked = hasNone ? others : own
  const tags: readonly OfferedTag[] = (asked.data?.data ?? []).map(t => ({ tag: t.tagId, isOwn: !hasNone }))
  return { tags, asked }
}

export function TagField({ teamId, charger }: OperationFieldsProps) {
  const [typed, setTyped] = useState('')
  const first = useFirstTags({ teamId, charger })
  const search = useTagSearch({ teamId, charger, typed })
  const options = typed.trim() === '' ? first.tags : withTyped(search.found, typed)
  const asked = search.error ? { isPending: false, error: search.error } : first.asked
  const { field, id, error, off, below, aria } = useField({
    name: 'parameters.idTag',
    label: 'Tag',
    ...(helpOf(asked, false, '') ?? { help: search.hasMore ? 'Type more to find other tags' : SEARCHED }),
  })
  const chosen = field.value === '' ? null : { tag: field.value as string }
  return (
    <FieldFrame id={id} label="Tag" required error={error} below={below}>
      <Autocomplete
        id={id}
        options={options}
        // The server has searched.
        filterOptions={all => all}
        groupBy={groupOf}
        getOptionLabel={o => o.tag}
        isOptionEqualToValue={(o, v) => o.tag === v.tag}
        noOptionsText="Type a tag, a driver, a phone or an e-mail"
        value={chosen}
        onChange={(_, option) => {
          setTyped('')
          field.onChange(option?.tag ?? '')
        }}
        onInputChange={(_, text, why) => setTyped(why === 'input' ? text : '')}
        onBlur={() => {
          // A tag that was typed and not picked counts, as in any other field.
          if (typed.trim() !== '') field.onChange(typed.trim())
          setTyped('')
          field.onBlur()
        }}
        disabled={off}
        renderOption={(props, o) => <TagOption key={o.tag} of={o} props={props} />}
        renderInput={params => (
          <TextField
            {...params}
            inputRef={field.ref}
            name={field.name}
            error={error !== undefined}
            placeholder="Select a tag"
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, ...aria, 'aria-required': true },
            }}
          />
        )}
      />
    </FieldFrame>
  )
}
