// The list of records found by the server, with the search in its input: one of them, or several. A chunk of its own: lists
// to choose from with search are heavy.
import { Autocomplete, Box, Paper, type PaperProps, type SxProps, TextField, type Theme } from '@mui/material'
import type { AriaAttributes, Ref } from 'react'
import { BADGES } from './multi-select.tsx'
import type { FoundState } from './use-found.ts'

type Common<V extends string | number> = {
  id?: string
  found: FoundState<V>
  /** Values that are not offered. */
  without?: readonly V[]
  /** Takes a text that the server did not find; of texts as values alone. */
  takesTyped?: boolean
  /** One is always chosen: another one can be, none cannot. */
  keepsOne?: boolean
  onOpen?: () => void
  name?: string
  placeholder?: string
  noOptionsText?: string
  /** A label within the field, where no label stands above it. */
  label?: string
  helperText?: string | undefined
  hasError?: boolean
  disabled?: boolean
  size?: 'small'
  sx?: SxProps<Theme>
  aria?: AriaAttributes
  inputRef?: Ref<HTMLInputElement>
  onBlur?: () => void
}
export type FoundChoiceProps<V extends string | number> = Common<V> &
  (
    | { multiple: true; value: readonly V[]; onChange: (values: V[]) => void }
    | { multiple?: false; value: V | null; onChange: (value: V | null) => void }
  )

type ListPaperProps = PaperProps & { more?: number }
/** The list with how many it does not show, below: the line of the field may lie under the list. */
function ListPaper({ more = 0, children, ...props }: ListPaperProps) {
  return (
    <Paper {...props}>
      {children}
      {more > 0 && (
        <Box
          role="presentation"
          // A press on the line leaves the list open.
          onMouseDown={e => e.preventDefault()}
          sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider', color: 'text.secondary', fontSize: '0.8125rem' }}
        >
          {more.toLocaleString('en-IN')} more: type to find others
        </Box>
      )}
    </Paper>
  )
}

export default function FoundChoice<V extends string | number>(props: FoundChoiceProps<V>) {
  const {
    id,
    found,
    without = [],
    takesTyped = false,
    name,
    placeholder,
    noOptionsText = 'Nothing found',
    label,
    helperText,
  } = props
  const { keepsOne = false, onOpen, hasError = false, disabled = false, size, sx = [], aria, inputRef, onBlur } = props
  const offered = (found.options ?? []).map(o => o.value).filter(v => !without.includes(v))
  const typed = found.typed.trim()
  const isOffered = offered.some(v => String(v).toLowerCase() === typed.toLowerCase())
  const options = takesTyped && typed !== '' && !isOffered ? [...offered, typed as V] : offered
  const isEmpty = props.multiple ? props.value.length === 0 : props.value === null
  return (
    <Autocomplete<V, boolean, boolean, false>
      {...(id && { id })}
      {...(size && { size })}
      {...(onOpen && { onOpen })}
      fullWidth
      disableClearable={keepsOne}
      multiple={props.multiple === true}
      disableCloseOnSelect={props.multiple === true}
      limitTags={2}
      sx={[BADGES, ...(Array.isArray(sx) ? sx : [sx])]}
      options={options}
      // The server has searched.
      filterOptions={options => options}
      loading={found.isPending}
      noOptionsText={noOptionsText}
      clearText="Choose none"
      value={props.multiple ? [...props.value] : props.value}
      // With several choices, the typed text stays while one after the other is chosen; with one, the input shows the
      // choice.
      {...(props.multiple && { inputValue: found.typed })}
      onInputChange={(_, text, why) => {
        if (why === 'input') found.setTyped(text)
        else if (!props.multiple || why === 'clear' || why === 'blur') found.setTyped('')
      }}
      onChange={(_, now) => {
        if (props.multiple) props.onChange((now ?? []) as V[])
        else props.onChange(now as V | null)
      }}
      onBlur={() => {
        // A text that was typed and not picked counts, as in any other field.
        if (takesTyped && typed !== '' && !props.multiple) props.onChange(typed as V)
        found.setTyped('')
        onBlur?.()
      }}
      getOptionLabel={found.labelOf}
      getOptionKey={v => v}
      renderOption={({ key, ...option }, v) => {
        const detail = takesTyped && v === typed && !isOffered ? 'As typed' : found.detailOf(v)
        return (
          <li key={key} {...option}>
            <Box
              component="span"
              sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, minWidth: 0, overflowWrap: 'anywhere' }}
            >
              <span>{found.labelOf(v)}</span>
              {detail && (
                <Box component="span" sx={{ color: 'text.secondary', minWidth: 0 }}>
                  {detail}
                </Box>
              )}
            </Box>
          </li>
        )
      }}
      disabled={disabled}
      slots={{ paper: ListPaper }}
      slotProps={{ paper: { more: found.more } as PaperProps }}
      renderInput={params => (
        <TextField
          {...params}
          {...(label && { label })}
          {...(name && { name })}
          {...(inputRef && { inputRef })}
          error={hasError}
          {...(helperText && { helperText })}
          {...(isEmpty && placeholder && { placeholder })}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, ...aria } }}
        />
      )}
    />
  )
}
