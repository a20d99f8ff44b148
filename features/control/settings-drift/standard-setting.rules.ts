// The settings that both protocols have: a key of OCPP 1.6 and the variable of 2.0.1 that means the same.
import { STANDARD_VARIABLES } from '@wattdesk/ocpp/standard-variables'

const pairs = Object.entries(STANDARD_VARIABLES)
/** In small letters. */
export const SHARED_KEYS: readonly string[] = pairs.map(([key]) => key.toLowerCase())
/** The variables, in the same order. */
export const SHARED_VARIABLES: readonly string[] = pairs.map(([, variable]) => variable)
