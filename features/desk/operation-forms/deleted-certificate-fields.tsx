// The fields of DeleteCertificate: one of the certificates in the charge point's last list, or the four typed values by
// which the charge point identifies a certificate.
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { deleteCertificate } from '#control/remote-operations/operations/certificates.contract.ts'
import {
  listReportedCertificates,
  type ReportedCertificate,
} from '#control/remote-operations/remote-operation.contract.ts'
import { boundFields } from '#kit/fields.tsx'
import { clockText } from '#kit/time.tsx'
import { InputField } from './operation-fields.tsx'
import { inputsOf } from './operation-inputs.rules.ts'
import { fresh, helpOf, type OperationFieldsProps, type Values } from './option-fields.tsx'

const { Select } = boundFields<Values>()
const FIELDS = ['hashAlgorithm', 'issuerNameHash', 'issuerKeyHash', 'serialNumber'] as const
const of = (name: (typeof FIELDS)[number]): `parameters.${string}` => `parameters.certificateHashData.${name}`
const TYPED = { value: '', label: 'Another one, typed below' }
const keyOf = (c: ReportedCertificate): string => [c.certificateType, ...FIELDS.map(f => c[f])].join(' ')

export function DeletedCertificateFields(props: OperationFieldsProps) {
  const { charger } = props
  const asked = useQuery({
    ...query(listReportedCertificates, { params: { chargerId: charger.chargepoint_id } }),
    ...fresh,
  })
  const { watch, setValue } = useFormContext<Values>()
  const told = asked.data?.data
  const chosen = told?.find(c => keyOf(c) === watch('parameters.told'))
  useEffect(() => {
    if (!chosen) return
    for (const field of FIELDS) setValue(of(field), chosen[field], { shouldValidate: true })
  }, [chosen, setValue])
  const options = (told ?? []).map(c => ({
    value: keyOf(c),
    label: `${c.certificateType} · serial number ${c.serialNumber} (told ${clockText(c.toldAt)})`,
  }))
  const isChosen = chosen !== undefined
  return (
    <>
      <Select
        name="parameters.told"
        label="Certificate"
        wide
        options={[...options, TYPED]}
        {...helpOf(
          asked,
          options.length === 0,
          'None is known: send GetInstalledCertificateIds first, or type it below.',
        )}
      />
      {inputsOf(deleteCertificate).map(input => (
        <InputField key={input.name} {...props} {...input} disabled={isChosen} />
      ))}
    </>
  )
}
