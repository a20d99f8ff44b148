// A small table of figures that is readable on a phone: there each row is a block, its name on a line of its own and its figures
// below, two to a line, each with the `data-label` of its cell before it. Screen readers keep the table's own headings.
import type { SxProps, Theme } from '@mui/material'

/** For a `Table` whose rows begin with a `th` and whose other cells carry `data-label`. */
export const narrowRows: SxProps<Theme> = theme => ({
  '& td': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  [theme.breakpoints.down('sm')]: {
    // Out of sight, not out of the tree of accessibility.
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '&, & tbody': { display: 'block' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
      columnGap: '16px',
      padding: '8px 0',
      borderBottom: '1px solid',
      borderColor: 'var(--mui-palette-divider)',
    },
    '& tbody th, & tbody td': { display: 'block', border: 0, padding: '2px 0', whiteSpace: 'normal' },
    '& tbody th': { gridColumn: '1 / -1', fontWeight: 550, overflowWrap: 'anywhere' },
    '& tbody td': { textAlign: 'left' },
    '& tbody td::before': {
      content: 'attr(data-label)',
      display: 'block',
      fontSize: '0.75rem',
      color: 'var(--mui-palette-text-secondary)',
    },
  },
})
