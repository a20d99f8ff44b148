// Runs before every test file of the server: files share a process and its loaded modules, so state that depends on
// time begins anew, and each file leaves its SQL statements to the check of types.
import { afterAll } from 'vitest'
import { beginHour } from './moment.ts'
import { leaveStatements } from './statements.ts'

beginHour()
afterAll(leaveStatements)
