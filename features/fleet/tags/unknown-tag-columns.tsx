// The columns of the list of unknown tags, for the grid and for files.
import { gridColumns } from '#kit/record-grid.ts'
import { unknownTagFields } from './unknown-tag.fields.ts'

export const unknownTagColumns = gridColumns(unknownTagFields, {
  firstAt: { kind: 'relative' },
  lastAt: { kind: 'relative' },
})
