// The menu of saved views as the shell puts it above every list: with the way to a mail of the list, where it may be sent.
import type { ListViewsProps } from '#kit/list-views.ts'
import { SavedViewsMenu } from '#office/saved-views/saved-views-menu.parts.tsx'
import { isSource, REPORT_LIST } from './scheduled-report.words.ts'

const sendPath = (list: string, viewId: number | undefined): string | undefined =>
  isSource(list) ? `${REPORT_LIST}/new?list=${list}${viewId === undefined ? '' : `&view=${viewId}`}` : undefined
export const ListViewsMenu = (props: ListViewsProps) => <SavedViewsMenu {...props} sendPath={sendPath} />
