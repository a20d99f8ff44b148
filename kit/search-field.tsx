// A search field that tells what was typed 400 ms after the last key, at once on Enter, and can be emptied.
import Close from '@mui/icons-material/Close'
import Search from '@mui/icons-material/Search'
import { IconButton, InputAdornment, TextField } from '@mui/material'
import { useEffect, useRef, useState } from 'react'

export type SearchFieldProps = { label: string; value: string; onSearch: (q: string) => void; delayMs?: number }
export function SearchField({ label, value, onSearch, delayMs = 400 }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Back, a pasted link or 'Clear filters' changed it from outside.
    if (value !== told.current) {
      told.current = value
      setText(value)
    }
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const tell = (q: string) => {
    clearTimeout(timer.current)
    if (q.trim() === told.current) return
    told.current = q.trim()
    onSearch(q.trim())
  }
  const type = (q: string, delay = delayMs) => {
    setText(q)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tell(q), delay)
  }
  return (
    <TextField
      type="search"
      value={text}
      placeholder={label}
      onChange={e => type(e.target.value)}
      onKeyDown={e => e.key === 'Enter' && tell(text)}
      // As wide as its words, which may be long.
      sx={{
        maxWidth: { sm: `max(320px, calc(${label.length} * 0.48em + 96px))` },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
      slotProps={{
        htmlInput: { 'aria-label': label, maxLength: 200 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: text !== '' && (
            <IconButton
              size="small"
              edge="end"
              aria-label="Clear search"
              onClick={() => {
                setText('')
                tell('')
              }}
            >
              <Close fontSize="small" />
            </IconButton>
          ),
        },
      }}
    />
  )
}
