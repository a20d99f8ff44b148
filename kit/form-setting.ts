// The settings that a form passes to its fields. In a file apart from the fields: a frame may be loaded without the
// library of forms, as on the sign-in page.
import { createContext, useContext } from 'react'

/** The fields on the page: their names with the labels they carry. */
export type Mounted = Map<string, string>
type FormSays = { mounted: Mounted; readOnly: boolean }
const Setting = createContext<FormSays>({ mounted: new Map(), readOnly: false })
export const FormSetting = Setting.Provider
export const useFormSetting = (): FormSays => useContext(Setting)
/** True in a read-only form: no field is required, and no hint says what to type. */
export const useReadOnly = (): boolean => useContext(Setting).readOnly
