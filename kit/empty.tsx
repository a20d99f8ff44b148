// Empty regions with a next step: nothing yet and the first step, no match and how to widen it.
import Inbox from '@mui/icons-material/InboxOutlined'
import SearchOff from '@mui/icons-material/SearchOff'
import { Button } from '@mui/material'
import { type Action, ActionButton } from './actions.tsx'
import { EmptyFrame } from './empty-frame.tsx'

export type EmptyProps = { title: string; text?: string; action?: Action }
/** Shown where there is nothing yet: says what would stand here, and offers the first step. */
export const Empty = ({ title, text, action }: EmptyProps) => (
  <EmptyFrame icon={Inbox} title={title} text={text}>
    {action && <ActionButton action={action} target={undefined} variant="contained" />}
  </EmptyFrame>
)
type NoMatchProps = { query: string; onClear: () => void; title?: string; text?: string }
/** Shown when search or filters leave no rows (S-EMPTY); a screen may give its own words. */
export const NoMatch = ({ query, onClear, title = 'Not found', text }: NoMatchProps) => (
  <EmptyFrame
    icon={SearchOff}
    title={title}
    text={
      text ??
      (query
        ? `No results found for "${query}". Try checking for typos or using complete words.`
        : 'No row matches the filters.')
    }
  >
    <Button color="inherit" variant="outlined" onClick={onClear}>
      Clear filters
    </Button>
  </EmptyFrame>
)
