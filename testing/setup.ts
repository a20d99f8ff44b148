// Before every test file of the server: files share a process and what is loaded, so what hangs on time begins anew, and
// each leaves the statements that it ran.
import { afterAll } from 'vitest'
import { beginHour } from './moment.ts'
import { leaveStatements } from './statements.ts'

beginHour()
afterAll(leaveStatements)
