// What the code of documents gets for a report beside its rows.
import type { ViewContent } from '#office/saved-views/saved-view.contract.ts'
import type { AlertKindShown } from '#operations/alerts/alert-rule.contract.ts'
import type { Format } from './scheduled-report.words.ts'

/** A label and its value. */
export type Fact = readonly [label: string, value: string]
export type ReportProps = {
  title: string
  fileName: string
  facts: readonly Fact[]
  format: Format
  /** The columns of the view, shown or not; null: as the list shows them at first. */
  columns: ViewContent['columns'] | null
  /** The catalogue of alerts, for a report of rules. */
  kinds: readonly AlertKindShown[]
}
