// The record a form was filled from, and the record's present state (D-GEN-17). Somebody else's change comes into an
// untouched form at once; otherwise the typed values stay, and the newer record waits to be compared.

import { useQueryClient } from '@tanstack/react-query'
import { type Conflict, keyOf } from '@wattdesk/wire/call'
import type { AnyEndpoint, RecordKind } from '@wattdesk/wire/endpoint'
import { auditId } from '@wattdesk/wire/endpoint'
import { useEffect, useRef, useState } from 'react'
import { useLive } from './live.ts'

/** Which stored record a form edits. `V` are the form's values. */
export type RecordVersion<V> = {
  kind: RecordKind
  recordId: string | number
  /** The endpoint that reads the record: called again as soon as somebody is known to have changed the record. */
  reader: AnyEndpoint
  /** The tag of the reply that the values were taken from. */
  tag: string | undefined
  /** The form's values of the record's data. */
  // biome-ignore lint/suspicious/noExplicitAny: the data of whatever record it is; the reader's reply has its shape
  valuesOf: (data: any) => V
  /** The label of a value by its path, where the field has none of its own, or one that others have too: `access.3.update`. */
  label?: (path: string) => string | undefined
}
/** Who changed a record, and when, as far as it is known. */
export type Changed = { by: string; at: string } | undefined
/** The record as it is by now, beside what the form was filled from. */
export type Newer<V> = { tag: string; values: V; changed: Changed; message?: string }

type Base<V> = { tag: string | undefined; values: V }

/** `isDirty` is asked when news arrive; `values` are those of the record as last read. */
export function useFormVersion<V>(version: RecordVersion<V> | undefined, values: V, isDirty: () => boolean) {
  const cache = useQueryClient()
  const [base, setBase] = useState<Base<V>>({ tag: version?.tag, values })
  // Asked by a save that follows at once, before the next painting.
  const held = useRef(base)
  /** Tags the form has left behind: an answer that was on its way longer is no news. */
  const past = useRef(new Set<string>()).current
  const told = useRef<Changed>(undefined)
  const [newer, setNewer] = useState<Newer<V>>()
  /** The change by somebody else that the form already shows. */
  const [applied, setApplied] = useState<{ changed: Changed }>()
  const tag = version?.tag
  const isNews = tag !== undefined && base.tag !== undefined && tag !== base.tag && !past.has(tag)
  const shown = tag === base.tag || base.tag === undefined ? values : base.values

  const hold = (next: Base<V>) => {
    if (held.current.tag !== undefined && held.current.tag !== next.tag) past.add(held.current.tag)
    held.current = next
    setBase(next)
    setNewer(undefined)
  }
  // The values are new objects at each painting; their content decides.
  const content = JSON.stringify(values)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a reading of the record leads anywhere
  useEffect(() => {
    if (isNews && !isDirty()) {
      hold({ tag, values })
      setApplied({ changed: told.current })
    } else if (isNews) setNewer({ tag, values, changed: told.current })
    else if (tag === held.current.tag || held.current.tag === undefined) held.current = { tag, values }
    if (held.current.tag !== base.tag) setBase(held.current)
  }, [tag, content])

  useLive('record', events => {
    const last = events.findLast(
      e => version?.kind.features.includes(e.feature) && e.recordId === auditId(version.kind, version.recordId),
    )
    if (!last || !version) return
    told.current = { by: last.by, at: last.at }
    void cache.invalidateQueries({ queryKey: keyOf(version.reader) })
  })

  return {
    /** The record that the form is filled from. */
    values: shown,
    base: () => held.current,
    newer,
    applied,
    dismiss: () => setApplied(undefined),
    /** After a save: the record is what the form holds, under the tag of the reply. */
    saved: (reply: unknown, now: V) => {
      const next = (reply as { tag?: unknown } | null)?.tag
      setApplied(undefined)
      if (typeof next === 'string') hold({ tag: next, values: now })
    },
    /** A save came too late: the record as the refusal tells it. */
    refused: (c: Conflict, message: string) => {
      if (version) setNewer({ tag: c.tag, values: version.valuesOf(c.data), changed: c.changed, message })
    },
    /** The comparison is put off: asked for by the reader, or by the next save. */
    postpone: () => setNewer(n => n && { tag: n.tag, values: n.values, changed: n.changed }),
    hold,
  }
}
