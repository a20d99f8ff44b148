// The form on the page of a record: a new one is made, a stored one changed, and the list is shown again.
import { call } from '@wattdesk/wire/call'
import type { AnyEndpoint, RecordKind } from '@wattdesk/wire/endpoint'
import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { ofRecord, ofTeam } from './record-calls.ts'
import { useSession } from './session.ts'
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts'

type Save<V extends FieldValues, B> = RecordFormOptions<V, B, unknown>['save']
/** `list` and `read` are called anew after a save, beside the endpoints of `refreshes`. */
type Reads = { list: AnyEndpoint; read: AnyEndpoint }
type Writes = { create: AnyEndpoint; change: AnyEndpoint }
/** A body is sent by `create`, for the current team, or by `change`; or as `save` says. */
type Sending<V extends FieldValues, B> = { calls: Reads & Writes } | { calls: Reads; save: Save<V, B> }
type PageFormOptions<V extends FieldValues, B, R> = Pick<
  RecordFormOptions<V, B, unknown>,
  'schema' | 'readOnly' | 'refreshes'
> & {
  /** The values that the form begins with: those of the record, or of a new one. */
  valuesOf: (record?: R) => V
  /** The record that is changed, with its number and the tag of the reply; missing: a new one. */
  stored: { id: number; record: R; tag: string | undefined } | undefined
  /** The path of the list: shown after a save, and by Cancel. */
  list: string
  /** The page that a save leads to instead, by the record of the reply. */
  leadsTo?: (saved: R) => string
} & Sending<V, B>

const saveBy =
  <V extends FieldValues, B>({ create, change }: Writes, id: number | undefined, teamId: number): Save<V, B> =>
  (body, sent) =>
    id === undefined
      ? call(create, { ...ofTeam(create, teamId), body })
      : call(change, { params: ofRecord(change, id), body }, sent)

/**
 * The form of a new record, or of a stored record under its tag (D-GEN-17). A save and Cancel lead back to the list, a save to
 * `leadsTo` where it is given.
 *
 * @returns The properties of `Form` that follow from the record.
 *
 * @example
 * const page = usePageForm<Values, ThingBody, Thing>({ schema: ThingBody, valuesOf, calls, stored, list: '/things' })
 * <Form {...page} label="Thing" submit="Save">…</Form>
 */
export function usePageForm<V extends FieldValues, B, R>(options: PageFormOptions<V, B, R>) {
  const { schema, valuesOf, stored, calls, list, leadsTo, readOnly = false, refreshes = [] } = options
  const { teamId } = useSession()
  const navigate = useNavigate()
  const back = () => void navigate(list)
  const record = stored?.record
  const values = useMemo(() => valuesOf(record), [valuesOf, record])
  const form = useRecordForm<V, B, unknown>({
    schema,
    values,
    version: stored && {
      kind: calls.read.record as RecordKind,
      recordId: stored.id,
      reader: calls.read,
      tag: stored.tag,
      valuesOf,
    },
    readOnly,
    save: 'save' in options ? options.save : saveBy(options.calls, stored?.id, teamId),
    refreshes: [calls.list, calls.read, ...refreshes],
    onSaved: reply => (leadsTo ? void navigate(leadsTo((reply as { data: R }).data)) : back()),
  })
  return { form, onCancel: back }
}
