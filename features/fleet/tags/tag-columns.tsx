// The columns of the list of RFID tags, for the grid and for files.
import { gridColumns } from '#kit/record-grid.ts'
import { tagFields } from './tag.fields.ts'
import { ExpiryCell, TagChip } from './tag-cells.tsx'
import { tagState } from './tag-state.rules.ts'

/** The tagColumns that only the file has are read by an import, beside the visible tagColumns (S-TAG-IMPORT). */
export const tagColumns = gridColumns(tagFields, {
  expirydate: { cell: t => <ExpiryCell at={t.expirydate} /> },
  status: { value: t => tagState(t, new Date()), cell: t => <TagChip tag={t} /> },
})
