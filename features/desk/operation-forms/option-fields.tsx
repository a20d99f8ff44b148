// The choices of the forms: connectors, running transactions and tags, read anew each time a form is opened (D-OPS-7).
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { connectorChoice, connectorLabel } from '#control/remote-operations/connector-label.rules.ts'
import type { FormTarget } from '#control/remote-operations/operations/operation.contract.ts'
import type { Input } from '#control/remote-operations/operations/operation-field.contract.ts'
import { listActiveTransactions } from '#desk/transactions/transaction.contract.ts'
import { listConnectors } from '#fleet/chargers/connector.contract.ts'
import { boundFields } from '#kit/fields.tsx'
import { queryErrorText } from '#kit/notices.tsx'
import { clockText } from '#kit/time.tsx'

/** The values of every form of an operation. */
export type Values = { parameters: Record<string, string> }
export type OperationFieldsProps = { teamId: number; charger: FormTarget }
/** A field that is chosen among records, as its operation describes it. */
export type PickerProps = OperationFieldsProps & { name: `parameters.${string}`; input: Input; required: boolean }

/** The values of an operation's field as choices, each with its own text. */
export const asOptions = (values: readonly string[]) => values.map(value => ({ value, label: value }))

/** Never from a cache, so that the present options are offered. */
export const fresh = { staleTime: 0, gcTime: 0, refetchOnMount: 'always' } as const
const { Select } = boundFields<Values>()

type Asked = { isPending: boolean; error: unknown }
/** The line under a list of choices: loading, failed, or that there is nothing to choose. */
export const helpOf = ({ isPending, error }: Asked, isEmpty: boolean, empty: string): { help: string } | undefined => {
  if (isPending) return { help: 'Loading' }
  if (error) return { help: queryErrorText(error) }
  return isEmpty ? { help: empty } : undefined
}

export function ConnectorField({ teamId, charger, name, input: { label, withWhole, open }, required }: PickerProps) {
  const asked = useQuery({
    ...query(listConnectors, { params: { teamId, id: String(charger.chargepoint_pk) } }),
    ...fresh,
  })
  const options = [
    ...(open === undefined ? [] : [{ value: '', label: open }]),
    ...(withWhole ? [{ value: '0', label: 'Whole charge point (0)' }] : []),
    ...(asked.data?.data ?? []).map(c => ({
      value: String(c.connectorId),
      label: connectorLabel(c, c.status, c.unknownSince && clockText(c.unknownSince)),
    })),
  ]
  // As the choices call them.
  const isEvse = asked.data?.data.some(c => c.evseId != null) === true
  return (
    <Select
      name={name}
      label={isEvse ? 'EVSE' : label}
      required={required}
      options={options}
      placeholder={isEvse ? 'Select an EVSE' : 'Select a connector'}
      {...helpOf(asked, options.length === 0, 'This charge point has no connectors.')}
    />
  )
}

export function TransactionField({ teamId, charger, name, input, required }: PickerProps) {
  const args = { params: { teamId, id: String(charger.chargepoint_pk) } }
  const asked = useQuery({ ...query(listActiveTransactions, args), ...fresh })
  const running = asked.data?.data
  const options = (running ?? []).map(x => ({
    value: String(x.transactionId),
    label: `${x.transactionId} · ${connectorChoice(x)}`,
  }))
  const { setValue, watch } = useFormContext<Values>()
  const chosen = watch(name) ?? ''
  const isOver = chosen !== '' && running !== undefined && !options.some(o => o.value === chosen)
  // The session that the address names has ended meanwhile.
  useEffect(() => {
    if (isOver) setValue(name, '')
  }, [isOver, name, setValue])
  return (
    <Select
      name={name}
      label={input.label}
      required={required}
      options={options}
      placeholder="Select a transaction"
      {...helpOf(asked, options.length === 0, 'No session is running on this charge point.')}
    />
  )
}
