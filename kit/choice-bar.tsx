// The actions on the selected rows: the bar sticks to the end of the window, so that no row moves when the first is
// selected. On a phone the actions are one menu.
import More from '@mui/icons-material/MoreHoriz'
import { Box, Button, Divider, ListItemIcon, ListItemText, Menu, MenuItem, Paper, Stack } from '@mui/material'
import { useState } from 'react'
import { useRole } from './actions.tsx'
import { type Choice, choiceText, type Many, type ManyAction } from './choice.ts'
import type { ShownColumns } from './columns.tsx'
import { streamOf } from './export.ts'
import type { DataGridProps } from './grid-props.ts'
import { holdsAny } from './session.ts'
import { ExportMenu } from './tool-menu.tsx'

type Props<R extends object> = Pick<DataGridProps<R>, 'columns' | 'list' | 'file' | 'rowId'> & {
  choice: Choice<R>
  many: Many
  shown: ShownColumns<R>
  phone: boolean
}
export default function ChoiceBar<R extends object>(props: Props<R>) {
  const { columns, list, file, rowId, choice, many, shown, phone } = props
  const role = useRole()
  const { chosen, page, chooseAll, clear } = choice
  const actions = many.actions.filter(a => holdsAny(role, a.right))
  const canGrow =
    chosen.kind === 'rows' && many.most > 0 && page.isWhole && !list.isCounting && list.total > list.rows.length
  async function* rows() {
    if (chosen.kind === 'rows') return yield* list.picked(new Set(chosen.rows.map(r => r.id)), rowId)
    const except = new Set(chosen.except.map(e => e.id))
    for await (const some of list.every()) yield some.filter(r => !except.has(rowId(r)))
  }
  const isTooMany = list.total > many.most
  return (
    <>
      {/* Room for the bar at the end of the page. */}
      {phone && <Box aria-hidden sx={{ height: 104 }} />}
      <Paper
        component="section"
        aria-label="Chosen rows"
        elevation={phone ? 0 : 6}
        square={phone}
        data-noprint
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          rowGap: 0.5,
          zIndex: 'appBar',
          px: 2,
          py: 1,
          border: 1,
          borderColor: 'divider',
          ...(phone
            ? { position: 'fixed', insetInline: 0, bottom: 0, borderWidth: '1px 0 0' }
            : { position: 'sticky', bottom: 16, borderRadius: 2.5 }),
        }}
      >
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, flexGrow: 1 }}>
          <Box component="span" sx={{ fontWeight: 550 }}>
            {choiceText(choice, list.rows.length)}
          </Box>
          {phone && chosen.kind === 'rows' && !page.isWhole && (
            <Button size="small" onClick={page.toggle}>
              Choose this page
            </Button>
          )}
          {canGrow &&
            (isTooMany ? (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                More than {many.most.toLocaleString('en-IN')} match: narrow the list to choose all
              </Box>
            ) : (
              <Button size="small" onClick={chooseAll}>
                Choose all {list.total.toLocaleString('en-IN')} that match
              </Button>
            ))}
          <Button size="small" color="inherit" onClick={clear}>
            Clear
          </Button>
        </Stack>
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          {phone ? (
            <ActionsMenu actions={actions} run={a => a.run(chosen)} />
          ) : (
            actions.map(a => (
              <Button
                key={a.id}
                size="small"
                variant="outlined"
                color={a.danger ? 'error' : 'inherit'}
                startIcon={<a.icon fontSize="small" />}
                onClick={() => a.run(chosen)}
              >
                {a.label}
              </Button>
            ))
          )}
          {file && (
            <ExportMenu
              label="Export the chosen"
              file={file}
              total={chosen.count}
              stream={() =>
                streamOf(
                  columns.filter(c => c.exportOnly || c.inFiles || shown.isShown(c)),
                  rows(),
                )
              }
            />
          )}
        </Stack>
      </Paper>
    </>
  )
}

function ActionsMenu({ actions, run }: { actions: readonly ManyAction[]; run: (a: ManyAction) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (actions.length === 0) return null
  return (
    <>
      <Button
        variant="contained"
        size="small"
        startIcon={<More />}
        aria-haspopup="menu"
        onClick={e => setAnchor(e.currentTarget)}
      >
        Actions
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {actions.map((a, i) => [
          a.danger && i > 0 && <Divider key={`${a.id} divider`} />,
          <MenuItem
            key={a.id}
            onClick={() => {
              setAnchor(null)
              run(a)
            }}
          >
            <ListItemIcon>
              <a.icon fontSize="small" color={a.danger ? 'error' : 'inherit'} />
            </ListItemIcon>
            <ListItemText>{a.label}</ListItemText>
          </MenuItem>,
        ])}
      </Menu>
    </>
  )
}
