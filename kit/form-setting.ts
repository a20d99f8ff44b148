// What a form says to the fields in it. Apart from the fields: a frame may be asked for without the library of forms, as on
// the sign-in page.
import { createContext, useContext } from 'react'

/** The fields on the page: their names with the labels they carry. */
export type Mounted = Map<string, string>
type FormSays = { mounted: Mounted; readOnly: boolean }
const Setting = createContext<FormSays>({ mounted: new Map(), readOnly: false })
export const FormSetting = Setting.Provider
export const useFormSetting = (): FormSays => useContext(Setting)
/** True in a form that is only read: nothing in it is asked for, and nothing says what to type. */
export const useReadOnly = (): boolean => useContext(Setting).readOnly
