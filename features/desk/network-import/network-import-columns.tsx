// The columns of the list of imports, on its page and in a report of it.
import type { Column } from '#kit/columns.tsx'
import { ImportStateChip, resultText } from './import-state.tsx'
import type { NetworkImport } from './network-import.contract.ts'
import { KIND_WORDS } from './network-import.words.ts'

export const importColumns: readonly Column<NetworkImport>[] = [
  { field: 'file_name', header: 'File', identity: true, minWidth: 190, flex: 1.4 },
  { field: 'kind', header: 'Holds', value: i => KIND_WORDS[i.kind].label, minWidth: 130 },
  { field: 'state', header: 'State', cell: i => <ImportStateChip of={i} />, head: true, width: 170 },
  { field: 'result', header: 'Result', value: resultText, sort: false, minWidth: 220, flex: 1.6 },
  { field: 'team_name', header: 'Team', sort: false, minWidth: 130 },
  { field: 'username', header: 'Sent by', minWidth: 130 },
  { field: 'createdAt', header: 'Sent', kind: 'time', minWidth: 170 },
  { field: 'takenBackAt', header: 'Taken back', kind: 'time', sort: false, hidden: true, minWidth: 170 },
]
