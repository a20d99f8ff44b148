// The choices of the forms: connectors, running transactions and tags, read anew each time a form is opened (D-OPS-7).
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { connectorLabel } from '#control/remote-operations/connector-label.rules.ts'
import { listActiveTransactions } from '#desk/transactions/transaction.contract.ts'
import { listConnectors } from '#fleet/chargers/connector.contract.ts'
import { boundFields } from '#kit/fields.tsx'
import { queryErrorText } from '#kit/notices.tsx'
import { clockText } from '#kit/time.tsx'

/** The values of every form of an operation. */
export type Values = { parameters: Record<string, string> }
/** A charge point as the forms know it. */
export type Target = { chargepoint_pk: number; chargepoint_id: string }
export type OperationFieldsProps = { teamId: number; charger: Target }

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

type ConnectorFieldProps = OperationFieldsProps & {
  /** Offers the whole charge point too, as connector 0. */
  withWhole?: boolean
  /** May be left open, which reads so. */
  open?: string
}
export function ConnectorField({ teamId, charger, withWhole = false, open }: ConnectorFieldProps) {
  const asked = useQuery({
    ...query(listConnectors, { params: { teamId, id: String(charger.chargepoint_pk) } }),
    ...fresh,
  })
  const options = [
    ...(open === undefined ? [] : [{ value: '', label: open }]),
    ...(withWhole ? [{ value: '0', label: 'Whole charge point (0)' }] : []),
    ...(asked.data?.data ?? []).map(c => ({
      value: String(c.connectorId),
      label: connectorLabel(c.connectorId, c.status, c.unknownSince && clockText(c.unknownSince)),
    })),
  ]
  return (
    <Select
      name="parameters.connectorId"
      label="Connector"
      required={open === undefined}
      options={options}
      placeholder="Select a connector"
      {...helpOf(asked, options.length === 0, 'This charge point has no connectors.')}
    />
  )
}

export function TransactionField({ teamId, charger }: OperationFieldsProps) {
  const args = { params: { teamId, id: String(charger.chargepoint_pk) } }
  const asked = useQuery({ ...query(listActiveTransactions, args), ...fresh })
  const running = asked.data?.data
  const options = (running ?? []).map(x => ({
    value: String(x.transactionId),
    label: `${x.transactionId} · ConnectorId-${x.connectorId}`,
  }))
  const { setValue, watch } = useFormContext<Values>()
  const chosen = watch('parameters.transactionId') ?? ''
  const isOver = chosen !== '' && running !== undefined && !options.some(o => o.value === chosen)
  // The session that the address names has ended meanwhile.
  useEffect(() => {
    if (isOver) setValue('parameters.transactionId', '')
  }, [isOver, setValue])
  return (
    <Select
      name="parameters.transactionId"
      label="Transaction"
      required
      options={options}
      placeholder="Select a transaction"
      {...helpOf(asked, options.length === 0, 'No session is running on this charge point.')}
    />
  )
}
