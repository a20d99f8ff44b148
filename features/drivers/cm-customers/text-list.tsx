// The texts of a customer, added one at a time: a field with its button, and the list of texts below.
import Delete from '@mui/icons-material/DeleteOutlined'
import { Box, Button, Card, IconButton, List, ListItem, ListItemText, OutlinedInput, Typography } from '@mui/material'
import { CallError } from '@wattdesk/wire/call'
import { type FormEvent, useId, useState } from 'react'
import { ask } from '#kit/confirm.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { FieldFrame } from '#kit/field-frame.tsx'
import { errorText, notify } from '#kit/notices.tsx'
import { RowsSkeleton } from '#kit/skeleton.tsx'

export type TextItem = { key: string; text: string; beside?: React.ReactNode }
type Words = { field: string; add: string; list: string; none: string; help: string; what: string }
type Props = {
  words: Words
  items: readonly TextItem[] | undefined
  error: Error | null
  onRetry: () => void
  readOnly: boolean
  /** Returns the fault of a text before the call; undefined: none. */
  check: (text: string) => string | undefined
  /** Each answers with the words for its success, or throws. */
  add: (text: string) => Promise<{ message: string }>
  remove: (key: string) => Promise<{ message: string }>
  onChanged: () => void
}
/** 'Error adding RFID tag: …'; an ended session says so by itself. */
const told = (before: string, error: unknown) =>
  notify.error(error instanceof CallError && error.endsSession ? error : new Error(`${before}: ${errorText(error)}`))

export function TextList({ words, items, error, onRetry, readOnly, check, add, remove, onChanged }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function run(before: string, call: () => Promise<{ message: string }>): Promise<boolean> {
    setBusy(true)
    try {
      notify.success((await call()).message)
      onChanged()
      return true
    } catch (e) {
      told(before, e)
      return false
    } finally {
      setBusy(false)
    }
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const given = text.trim()
    if (!given || isBusy) return
    const fault = check(given)
    setWrong(fault)
    if (fault === undefined && (await run(`Error adding ${words.what}`, () => add(given)))) setText('')
  }
  const takeAway = async (item: TextItem) => {
    const question = { title: item.text, text: `This customer will have this ${words.what} no longer.`, yes: 'Remove' }
    if (await ask({ ...question, danger: true })) await run(`Error removing ${words.what}`, () => remove(item.key))
  }
  return (
    <Card component="section" aria-label={words.list} sx={{ p: { xs: 2, sm: 2.5 } }}>
      {!readOnly && (
        <Box component="form" onSubmit={e => void submit(e)} noValidate sx={{ maxWidth: 640, mb: 3 }}>
          <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1 }}>
            <Box sx={{ flexGrow: 1, minWidth: 0 }}>
              <FieldFrame id={id} label={words.field} error={wrong} below={wrong ?? words.help}>
                <OutlinedInput
                  id={id}
                  fullWidth
                  size="small"
                  value={text}
                  onChange={e => {
                    setText(e.target.value)
                    setWrong(undefined)
                  }}
                  autoComplete="off"
                  error={wrong !== undefined}
                  inputProps={{ 'aria-describedby': `${id}-below`, ...(wrong && { 'aria-invalid': true }) }}
                />
              </FieldFrame>
            </Box>
            <Button
              type="submit"
              variant="contained"
              disabled={text.trim() === '' || isBusy}
              // Beside the field, below its label.
              sx={{ flexShrink: 0, alignSelf: 'flex-start', mt: { sm: 3 } }}
            >
              {words.add}
            </Button>
          </Box>
        </Box>
      )}
      <Typography variant="h2">{words.list}</Typography>
      {error && !items && <ErrorNotice error={error} text={`Error fetching ${words.what}s`} onRetry={onRetry} />}
      {!items && !error && <RowsSkeleton rows={2} />}
      {items?.length === 0 && <Typography sx={{ mt: 1, color: 'text.secondary' }}>{words.none}</Typography>}
      {items && items.length > 0 && (
        <List disablePadding>
          {items.map(i => (
            <ListItem
              key={i.key}
              divider
              disableGutters
              secondaryAction={
                !readOnly && (
                  <IconButton aria-label={`Remove ${i.text}`} disabled={isBusy} onClick={() => void takeAway(i)}>
                    <Delete fontSize="small" />
                  </IconButton>
                )
              }
            >
              <ListItemText primary={i.text} secondary={i.beside} sx={{ overflowWrap: 'anywhere' }} />
            </ListItem>
          ))}
        </List>
      )}
    </Card>
  )
}
