// The menu of saved views as the shell puts it above every list: with the way to a mail of the list, where it may be sent.
import type { ListViewsProps } from '#kit/list-views.ts'
import { SavedViewsMenu } from '#office/saved-views/saved-views-menu.parts.tsx'
import { isSource, REPORT_LIST, sourceWords } from './scheduled-report.words.ts'

/** A list that is sent whole is sent without its views. */
function sendPath(list: string, viewId: number | undefined): string | undefined {
  if (!isSource(list)) return undefined
  const view = viewId === undefined || sourceWords(list).isPage ? '' : `&view=${viewId}`
  return `${REPORT_LIST}/new?list=${list}${view}`
}
export const ListViewsMenu = (props: ListViewsProps) => <SavedViewsMenu {...props} sendPath={sendPath} />
