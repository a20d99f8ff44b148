// The filters of the Logs tab: both ends of an interval as local times, a text, an action, a type and a kind of
// message. An invalid interval shows its error and sends no call.
import Search from '@mui/icons-material/Search'
import { Box, Button, MenuItem, Stack, TextField } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { INVALID_INTERVAL } from './charger-log.contract.ts'
import { KINDS, type LogSearchFields, NOTHING, searchState, TYPE_WORDS, TYPES } from './log-search.rules.ts'
import { LOG_ACTIONS } from './message-words.rules.ts'

/** All fields fit into one row where a window is 1,440 wide. */
const WIDTHS = { action: 170, type: 165, kind: 135 } as const

/** Returns the error of the filters; undefined where they are valid. */
const judgedOf = (a: LogSearchFields): string | undefined => {
  const shown = searchState(a)
  return shown.mode === 'wrong' ? shown.error : undefined
}

type ChoiceProps = {
  name: keyof typeof WIDTHS
  label: string
  /** The words of the empty choice. */
  all: string
  options: readonly (readonly [string, string])[]
  value: string
  onChange: (e: { target: { value: string } }) => void
}
function Choice({ name, label, all, options, ...field }: ChoiceProps) {
  return (
    <TextField
      {...field}
      select
      label={label}
      size="small"
      sx={{ width: { xs: '100%', sm: WIDTHS[name] } }}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      {[['', all] as const, ...options].map(([value, text]) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
}

type Props = {
  /** The filters as the address has them. */
  asked: LogSearchFields
  onSearch: (asked: LogSearchFields) => void
  onClear: () => void
  /** Shown beside the fields. */
  tools: ReactNode
}
export function LogFilterForm({ asked, onSearch, onClear, tools }: Props) {
  const [values, setValues] = useState(asked)
  const [error, setError] = useState(judgedOf(asked))
  const set = (name: keyof LogSearchFields) => (e: { target: { value: string } }) => {
    setValues({ ...values, [name]: e.target.value })
    setError(undefined)
  }
  const time = (label: string, name: 'from' | 'to', below?: string) => (
    <TextField
      label={label}
      type="datetime-local"
      size="small"
      value={values[name]}
      onChange={set(name)}
      error={error !== undefined}
      helperText={below}
      sx={{ width: { xs: '100%', sm: 208 } }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 1 } }}
    />
  )
  const choice = (name: keyof typeof WIDTHS) => ({ name, value: values[name], onChange: set(name) })
  // An action named by a link can be seen and kept, even where the standard does not have it.
  const actions = [...new Set([...LOG_ACTIONS, ...(values.action ? [values.action] : [])])]
  return (
    <Stack
      component="form"
      noValidate
      role="search"
      aria-label="Search the log"
      sx={{ gap: 1.5 }}
      onSubmit={(e: React.FormEvent) => {
        e.preventDefault()
        const wrong = judgedOf(values)
        const isEmpty = searchState(values).mode === 'live'
        if (wrong || isEmpty) setError(wrong ?? INVALID_INTERVAL)
        else onSearch(values)
      }}
    >
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        {time('Start Date/Time', 'from', error)}
        {time('End Date/Time', 'to')}
        <TextField
          label="Text in message"
          size="small"
          value={values.q}
          onChange={set('q')}
          sx={{ width: { xs: '100%', sm: 140 } }}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 200 } }}
        />
        <Choice {...choice('action')} label="Action" all="All actions" options={actions.map(a => [a, a])} />
        <Choice
          {...choice('type')}
          label="Type (direction)"
          all="Both directions"
          options={TYPES.map(t => [t, TYPE_WORDS[t]])}
        />
        <Choice {...choice('kind')} label="Kind (of message)" all="All kinds" options={Object.entries(KINDS)} />
      </Stack>
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button type="submit" variant="contained" startIcon={<Search />}>
          Search
        </Button>
        <Button
          color="inherit"
          variant="outlined"
          sx={{ borderColor: 'divider' }}
          onClick={() => {
            setValues(NOTHING)
            setError(undefined)
            onClear()
          }}
        >
          Clear Filter
        </Button>
        <Box sx={{ flexGrow: 1 }} />
        {tools}
      </Stack>
    </Stack>
  )
}
