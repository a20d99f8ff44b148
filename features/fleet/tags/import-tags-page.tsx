// RFID tags come in by files as records of all kinds do; this address is kept for who has it.
import { Navigate } from 'react-router'
import { IMPORT_TAGS } from './tag.actions.ts'

export const ImportTagsPage = () => <Navigate to={IMPORT_TAGS} replace />
