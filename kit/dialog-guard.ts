// A dialog's knowledge of the forms inside it.
import { createContext, useContext, useEffect, useId } from 'react'

/** How a form in a dialog stands. */
export type DialogGuard = { isDirty: boolean; isSaving: boolean }
export type Around = { titleId: string; guards: Map<string, DialogGuard>; close: () => void }
export const Dialogs = createContext<Around | undefined>(undefined)

/** Tells the dialog around, if there is one, how a form in it stands. */
export function useDialogGuard({ isDirty, isSaving }: DialogGuard): void {
  const guards = useContext(Dialogs)?.guards
  const id = useId()
  useEffect(() => {
    guards?.set(id, { isDirty, isSaving })
    return () => void guards?.delete(id)
  }, [guards, id, isDirty, isSaving])
}
