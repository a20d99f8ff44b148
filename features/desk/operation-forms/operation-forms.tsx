// The operations on screen, in the order in which they are offered; radio list, form and dialog read them. A form is drawn
// from the fields of its operation, unless its inputs depend on each other or on what the portal knows of the charger.
import type { ComponentType } from 'react'
import { placeSuffix } from '#control/remote-operations/operation-place.rules.ts'
import { isSpokenIn } from '#control/remote-operations/operations/operation.contract.ts'
import {
  isMore,
  type Operation,
  operationOf,
  operations,
} from '#control/remote-operations/operations/operations.contract.ts'
import { ConfigurationFields } from './configuration-fields.tsx'
import { DeletedCertificateFields } from './deleted-certificate-fields.tsx'
import { ListOnCharger, LocalListFields } from './local-list-fields.tsx'
import { OperationFields } from './operation-fields.tsx'
import type { OperationForm } from './operation-form-shape.tsx'
import { icons } from './operation-icons.tsx'
import { initialOf, inputsOf } from './operation-inputs.rules.ts'
import type { OperationFieldsProps } from './option-fields.tsx'

type Special = {
  Fields: ComponentType<OperationFieldsProps>
  /** Stands in the question before sending. */
  Details?: ComponentType<OperationFieldsProps>
  /** Values that only the form knows. */
  only?: Record<string, string>
}
const SPECIAL: { readonly [O in Operation]?: Special } = {
  ChangeConfiguration: { Fields: ConfigurationFields },
  SendLocalList: { Fields: LocalListFields, Details: ListOnCharger },
  DeleteCertificate: { Fields: DeletedCertificateFields, only: { told: '' } },
}

function formFor(name: Operation): OperationForm {
  const operation = operationOf(name)
  const { Fields, Details, only } = SPECIAL[name] ?? {}
  const Drawn = (props: OperationFieldsProps) => <OperationFields {...props} operation={operation} />
  return {
    operation: name,
    icon: icons[name],
    help: operation.form.help,
    also: operation.form.also,
    group: operation.form.group,
    says: (charger, values) => operation.form.says(charger, values, placeSuffix(charger, values)),
    initial: chosen => ({ ...only, ...initialOf(operation.fields, chosen) }),
    ...(inputsOf(operation).length > 0 && { Fields: Fields ?? Drawn }),
    isMore: isMore(name),
    isFor: ({ ocppProtocol }) => isSpokenIn(operation, ocppProtocol),
    needsFull: operation.needsFullAccess === true,
    confirm: (charger, values, teamId) => {
      const question = operation.form.confirm?.(charger, values, placeSuffix(charger, values))
      return question && Details ? { ...question, details: <Details teamId={teamId} charger={charger} /> } : question
    },
  }
}

/** In the order they are offered. */
export const operationForms: readonly OperationForm[] = operations.map(o => formFor(o.name))

export const formOf = (operation: string | null): OperationForm | undefined =>
  operationForms.find(f => f.operation === operation)
