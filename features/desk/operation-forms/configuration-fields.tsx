// The fields of ChangeConfiguration: one of the predefined keys with its unit, or any other by name, and the value,
// which is chosen, typed or hidden, depending on the key (D-OPS-3).
import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { CONFIGURATION_KEYS, configurationKey } from '#control/remote-operations/configuration-keys.contract.ts'
import { accessOf, isCredentialKey } from '#control/remote-operations/credential-key.words.ts'
import { changeConfiguration } from '#control/remote-operations/operations/configuration.contract.ts'
import { boundFields } from '#kit/fields.tsx'
import { InputField, inputProps } from './operation-fields.tsx'
import { asOptions, type OperationFieldsProps, type Values } from './option-fields.tsx'

const { Select, Text, Password } = boundFields<Values>()
const { fields } = changeConfiguration
const keys = CONFIGURATION_KEYS.map(({ name, unit }) => ({ value: name, label: unit ? `${name} (${unit})` : name }))
const flags = asOptions(['true', 'false'])

export function ConfigurationFields(props: OperationFieldsProps) {
  const { watch } = useFormContext<Values>()
  const isCustom = watch('parameters.keyType') === 'Custom'
  const custom = (watch('parameters.customConfKey') ?? '').trim()
  return (
    <>
      <InputField {...props} name="parameters.keyType" field={fields.keyType} />
      {isCustom ? (
        <Text
          {...inputProps({ name: 'parameters.customConfKey', field: fields.customConfKey })}
          maxLength={50}
          help={accessOf(custom) ? 'Only with full access on charge points' : 'As the charge point names it'}
        />
      ) : (
        <Select
          {...inputProps({ name: 'parameters.confKey', field: fields.confKey })}
          options={keys}
          placeholder="Select a key"
        />
      )}
      <ValueField key={isCustom ? 'custom' : 'predefined'} isCustom={isCustom} custom={custom} />
    </>
  )
}

function ValueField({ isCustom, custom }: { isCustom: boolean; custom: string }) {
  const { watch, setValue } = useFormContext<Values>()
  const predefined = watch('parameters.confKey')
  const key = isCustom ? undefined : configurationKey(predefined)
  const shown = useRef(predefined)
  // A value typed for one key is cleared when another key is chosen.
  useEffect(() => {
    if (isCustom || shown.current === predefined) return
    shown.current = predefined
    setValue('parameters.customConfValue', '')
  }, [isCustom, predefined, setValue])
  const field = inputProps({ name: 'parameters.customConfValue', field: fields.customConfValue })
  if (key?.kind === 'flag') return <Select {...field} options={flags} placeholder="Select a value" />
  if (isCustom && isCredentialKey(custom)) return <Password {...field} autoComplete="new-password" />
  return <Text {...field} maxLength={500} {...(key?.unit && { unit: key.unit })} />
}
