// Whether a PAN goes with a GST number, and the words where it does not.
import { panOfGstin } from '@wattdesk/base/identifiers'

type Identified = { gst?: string | null; pan?: string | null | undefined }
/** Why a PAN and a GST number cannot be those of one owner (TAX-05); undefined where they can, or where either is missing. */
export const panFault = ({ gst, pan }: Identified): string | undefined =>
  gst && pan && panOfGstin(gst) !== pan ? `The GST number ${gst} belongs to the PAN ${panOfGstin(gst)}` : undefined
