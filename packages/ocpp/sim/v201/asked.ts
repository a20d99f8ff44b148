// Which variables a question of the CSMS names (2.0.1 B08, N02).
import type { Request201 } from '../../src/ocpp201.ts'

type Asked = NonNullable<Request201<'GetReport'>['componentVariable']>[number]
type Named = { component: Asked['component']; variable: NonNullable<Asked['variable']> }

/** Whether a question names a variable; what the question leaves open fits all. */
export const isAskedFor = ({ component, variable }: Named, asked: readonly Asked[] | undefined): boolean =>
  asked === undefined ||
  asked.some(
    one =>
      one.component.name.toLowerCase() === component.name.toLowerCase() &&
      (one.component.instance === undefined || one.component.instance === component.instance) &&
      (one.component.evse === undefined || one.component.evse.id === component.evse?.id) &&
      (one.component.evse?.connectorId === undefined ||
        one.component.evse.connectorId === component.evse?.connectorId) &&
      (one.variable === undefined ||
        (one.variable.name.toLowerCase() === variable.name.toLowerCase() &&
          (one.variable.instance === undefined || one.variable.instance === variable.instance))),
  )
