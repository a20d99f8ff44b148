// Several tags for a local list, found by the server as one types. Loaded with the first form that asks for tags.
import { Autocomplete, TextField } from '@mui/material'
import { useState } from 'react'
import { FieldFrame } from '../../web/kit/field-frame.tsx'
import { errorText } from '../../web/kit/notices.tsx'
import { useField } from '../../web/kit/use-field.ts'
import type { OperationFieldsProps } from './option-fields.tsx'
import { TagOption } from './tag-option.tsx'
import { useTagSearch, withTyped } from './tag-search.tsx'

export type TagsFieldProps = OperationFieldsProps & {
  /** Of the field in its form; its value are the texts of the tags. */
  name: 'parameters.idTags' | 'parameters.removedIdTags'
  label: string
  help: string
  /** Takes a tag that the portal does not know too. */
  takesTyped?: boolean
}

export function TagsField({ teamId, charger, name, label, help, takesTyped = false }: TagsFieldProps) {
  const [typed, setTyped] = useState('')
  const search = useTagSearch({ teamId, charger, typed, isForList: true })
  const found = takesTyped ? withTyped(search.found, typed) : search.found
  const said = search.error ? errorText(search.error) : search.hasMore ? 'Type more to find other tags' : help
  const { field, id, error, off, below, aria } = useField({ name, label, help: said })
  const chosen = ((field.value ?? []) as string[]).map(tag => ({ tag }))
  return (
    <FieldFrame id={id} label={label} wide error={error} below={below}>
      <Autocomplete
        multiple
        id={id}
        options={found}
        // The server has searched.
        filterOptions={all => all}
        filterSelectedOptions
        getOptionLabel={o => o.tag}
        isOptionEqualToValue={(o, v) => o.tag.toLowerCase() === v.tag.toLowerCase()}
        noOptionsText={
          typed.trim() === ''
            ? 'Type a tag, a driver, a phone or an e-mail'
            : search.isSettled
              ? 'No tag found'
              : 'Searching'
        }
        clearText="Choose none"
        value={chosen}
        inputValue={typed}
        onInputChange={(_, text, why) => {
          if (why !== 'reset') setTyped(text)
        }}
        onChange={(_, now) => {
          setTyped('')
          field.onChange(now.map(o => o.tag))
        }}
        onBlur={() => {
          setTyped('')
          field.onBlur()
        }}
        disabled={off}
        renderOption={(props, o) => <TagOption key={o.tag} of={{ ...o, refusal: null }} props={props} />}
        renderInput={params => (
          <TextField
            {...params}
            inputRef={field.ref}
            name={field.name}
            error={error !== undefined}
            {...(chosen.length === 0 && { placeholder: 'Search tags' })}
            slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, ...aria } }}
          />
        )}
      />
    </FieldFrame>
  )
}
